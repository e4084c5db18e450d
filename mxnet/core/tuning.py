"""The sizes at which one way of computing becomes better than another, and how much is cached.

Each name ends in its unit, and its comment says what was measured, and when; the machine is two cores of a server
(AVX-512, float32), or an H200 if a GPU is named. A value without a measurement was chosen. None of them changes a
result beyond rounding. Limits of file formats and readers are defined with their format.
"""

# ---- copies and buffer donation -----------------------------------------------------------------------

# Backward copies a gradient into its array as soon as it is made, smaller ones all at once at its end. Chosen near the
# size at which torch's copy begins to use several cores (2026-11). To donate the gradient's memory instead was neither
# faster (391 ms against 394 for a backward of ResNet-50, 8 images) nor smaller.
EARLY_GRADIENT_FROM_BYTES = 1 << 17
# The same for `NDArray.grad`, where checking ownership is cheaper: below it a copy is faster than the check (2026-11).
DONATE_GRADIENT_FROM_ELEMENTS = 1 << 13
# torch copies with several cores from this size on: its own constant, not ours.
TORCH_COPIES_PARALLEL_FROM_ELEMENTS = 1 << 15
# Below it one core copies as fast as two, which spin afterwards (2026-11, batches of a reader).
COPY_PARALLEL_FROM_ELEMENTS = 1 << 20
# The largest value of a program that runs on one core: two were slower on each of the small networks (2026-11).
ONE_CORE_UP_TO_ELEMENTS = 1 << 13
# The mean size of arrays that an optimizer updates, up to which a second core costs more than it saves: 160 arrays of
# 64 numbers took 0.13 ms on one core and 0.44 on two, 40 of 16,384 0.07 and 0.2 (2026-11).
UPDATE_ON_ONE_CORE_UP_TO_ELEMENTS = 1 << 15
# Transposing copies in blocks; below it the calls cost more than the blocks save (2026-11).
REORDER_FROM_ELEMENTS = 1 << 13

# Bytes of images that a loader's transforms process together: as float32 they stay in a core's cache, and torch uses
# only one core, while others read ahead (2026-11).
TRANSFORM_AT_ONCE_BYTES = 1 << 15
# Address space of one batch sent from a worker process; memory is used as batches are written. Chosen: larger batches
# are rare, and are sent another way.
SLOT_BYTES = 1 << 30
# Batches that a loop may hold while workers make the next ones, before those are sent another way. Chosen: the current
# one, the previous one, and one to spare.
HELD_BATCHES = 3

# ---- memory -------------------------------------------------------------------------------------------

# Kept for backward on the host; above it, cheap values are rematerialized. Chosen, not measured.
REMATERIALIZE_FROM_BYTES = 1 << 30
# The longest chain of cheap calls that gives a rematerialized value; all values of a chain are recomputed at once. Six
# residual units are fewer. Chosen, not measured.
REMATERIALIZE_UP_TO_CALLS = 16
# Memory of dead values that calls write to. Page faults of new memory cost 0.3 ms per MiB, ten times as much as
# normalizing it (2026-11); the C library keeps small blocks. The size itself is chosen.
REUSE_FROM_BYTES = 1 << 20
# Interval between returns of freed memory in programs that rematerialize. Chosen, not measured.
TRIM_EVERY_NODES = 60
# What the C library keeps, per block and in total at the heap's end: requesting the same pages at every step cost a
# third of LeNet's time (2026-11). The two numbers are chosen: LeNet's step fits well.
MALLOC_KEEPS_BLOCK_BYTES = 32 << 20
MALLOC_KEEPS_FREE_BYTES = 256 << 20
# What it keeps in total once a program with larger blocks has run, if these are less than half of that: their pages
# cost a quarter of the step of two convolutions of 128 filters on images of 224 x 224 (2026-11). Programs with many
# such blocks, ResNet-50 with 16 images, need up to a tenth more memory for the holes between them.
MALLOC_KEEPS_LARGE_FREE_BYTES = 1 << 30
# Arrays of zeros that stay (parameters, gradients, states) in a separate mapping, which takes memory from the first
# write on: allocating the gradients of ResNet-18 took a sixth of the time of loading it (2026-11). The size
# itself is chosen.
UNTOUCHED_FROM_BYTES = 1 << 18
# A captured step of this size gets one free block to start with: without it, fragmentation was a fifth of ResNet-50's
# memory (GPU, 2026-11). The size itself is chosen.
ONE_ARENA_FROM_BYTES = 1 << 26
# Indices of maxima that a GPU keeps as 16-bit integers: a quarter of the memory for two short calls (GPU, 2026-11).
NARROW_PLACES_FROM_ELEMENTS = 1 << 20

# ---- capture and compilation --------------------------------------------------------------------------

# Calls before one is captured: the first fills caches, the second is watched. Not a measurement: a capture needs both.
CAPTURE_AFTER_CALLS = 2
# Steps that one script runs: from two on there is one call less. Chosen, not measured.
SCRIPT_FROM_STEPS = 2
# Predictions with the same parameters before convolutions are compiled as graphs of oneDNN, which takes as long as four
# predictions and 2 ms per layer; chosen so that a few batches are not delayed. A layer saves 10 to 20 us at every call,
# MobileNet an eighth of 6.4 ms for an image, ResNet-50 a fortieth of 35, and MobileNet a fiftieth of 45 for eight. With
# more products per layer than that, about as many as here, nothing is seen of it (2026-11, Zen 5).
FUSE_AFTER_CALLS = 8
FUSE_UP_TO_PRODUCTS = 1 << 28
# Wasted captures because arrays were replaced, and captures that may fail. Chosen, not measured.
VAIN_CAPTURES = 3
CAPTURE_ATTEMPTS = 3
# A captured call's backward whose output gradients are copied waits until the calls after it have been captured, which
# may then provide them in place: two calls for each program of a network and a loss. And how many tensors of other
# graphs one input may alternate between before they are copied. Chosen, not measured.
BACKWARD_WAITS_CALLS = 8
# Captured calls that are remembered in case the next one is the same, before giving up. Chosen.
REPEATED_CALLS_REMEMBERED = 64
LENT_INPUT_CALLS = 4
# Captures of one optimizer step or metric; with a learning rate that keeps changing, plain calls are as good. Chosen,
# not measured.
CAPTURES_OF_A_STEP = 32
# Sets of arrays whose metric updates are captured, and how often the oldest may be replaced. Chosen, not measured.
CAPTURED_METRIC_SETS = 16
METRIC_SET_REPLACEMENTS = 256
# Nodes after a call that a kernel may fuse; the longest chain of a kernel has three. Chosen, not measured.
FOLLOWING_NODES = 4
# Shorter runs of steps are not given to Inductor. Chosen, not measured.
COMPILE_FROM_STEPS = 2
# A longer program becomes several functions: Python's compile time grows faster than linearly (2026-11).
FUNCTION_UP_TO_STEPS = 4000

# ---- calls batched over shared parameters -------------------------------------------------------------

# Fewer calls are not batched. Chosen, not measured.
BATCH_FROM_CALLS = 4
# All results of a batched call exist before the first is used: 64 MiB of float32. Chosen, not measured.
BATCH_OUTPUT_UP_TO_ELEMENTS = 1 << 24
# A product of this size keeps a GPU busy by itself (GPU, unrolled LSTMs, 2026-11).
GPU_BUSY_FROM_PRODUCTS = 1 << 27
# Rows that fit in a core's cache, where batching gains whatever the size of the weights (2026-11).
CORE_CACHE_ELEMENTS = 1 << 16

# ---- layers -------------------------------------------------------------------------------------------

# Products of float32 matrices by oneDNN instead of MKL, on processors with vectors that MKL does not fill: 512 rows,
# columns and terms take 1.0 ms and 2.2 on one core, 128 of each 30 us and 37; starting it takes 10 us (2026-11, Zen 5).
ONEDNN_FROM_PRODUCTS = 1 << 22
# The same for calls that multiply many times by one matrix: a GRU of 200 units over 35 steps of 32 rows, with 240,000
# weights, takes 12 ms and 17 for a training step, one of 650 79 and 147 (2026-11, Zen 5).
ONEDNN_MATRIX_FROM_ELEMENTS = 1 << 17

# Weights of small layers kept packed for oneDNN: packing took half of a small call (2026-11); and how many of a kind
# are kept, which is chosen.
PACKED_WEIGHT_UP_TO_ELEMENTS = 1 << 15
PACKED_WEIGHTS_KEPT = 16
# Convolution: the gradient of filters over so few channels is faster with channels first, unless the output gradient
# already has channels last: 0.9 and 1.2 ms for 20 filters of 5 x 5 over 64 digits, 23 and 31 ms for 64 of 7 x 7 over 8
# images of 224 x 224 (2026-11).
CHANNELS_FIRST_GRADIENT_UP_TO_CHANNELS = 3
# And that of filters so many times as large as images and their gradients together: with channels last it has to be
# copied to the order of its array. 512 filters of 3 x 3 over 512 channels of 8 images of 14 x 14 by 2, 2.3 times as
# large, take 11.7 ms with the gradient of the data and 14.2 on two cores, 24 and 32 on one; over 7 x 7 10.4 and 10.8;
# over 32 of 7 x 7, 1.5 times as large, 34 and 31. Images are copied too, which is chosen to pay from this size on
# (2026-11).
CHANNELS_FIRST_GRADIENT_FILTERS_PER_IMAGES = 1.75
CHANNELS_FIRST_GRADIENT_FROM_ELEMENTS = 1 << 18
# Numbers in the widest vectors of processors. Not a measurement.
VECTOR_ELEMENTS = 16
# Convolution: the gradient of filters over one channel by pairs of columns, from this many elements of the output on:
# 0.41 and 0.54 ms for 20 of 5 x 5 over 64 digits, 0.10 and 0.11 over 8. In a program that is 0.58 and 0.77 on one core;
# on two the few more calls take as long as the kernel saves, so they need more elements each (2026-11, Zen 5).
PAIRS_FROM_ELEMENTS = 1 << 18
PAIRS_SHARED_FROM_ELEMENTS = 1 << 20
# Convolution: the gradient of strided data with so few channels is faster phase by phase if kernels are more than twice
# as large as the stride: 41 and 104 ms for 64 filters of 7 x 7 over 8 images of 224 x 224 by 2, 22 and 85 ms for 96 of
# 11 x 11 by 4 (2026-11). Below this many elements of the output gradient there is no difference.
PHASES_UP_TO_CHANNELS = 4
PHASES_FROM_ELEMENTS = 1 << 16
# Convolution of 3 x 3 by Winograd's algorithm, which saves three of four products and adds transforms. With fewer
# channels the transforms cost what it saves: 64 channels gain a tenth, 128 a third, 512 a half. Transforming filters
# takes many tiles of the output to pay off, fewer where filters are kept: 8 images of 14 x 14 x 256 (2 channels per
# tile) gain an eighth in training and a third in prediction; 8 of 7 x 7 x 512 (16 per tile) lose a third in training
# and gain a third in prediction; one of 14 x 14 x 256, with 16 tiles in all, loses in both, and so does one of
# 56 x 56 x 64, with 196 (2026-11).
WINOGRAD_FROM_CHANNELS = 64
WINOGRAD_CHANNELS_PER_TILE = 4
WINOGRAD_KEPT_CHANNELS_PER_TILE = 16
WINOGRAD_FROM_TILES = 32
WINOGRAD_FEW_CHANNELS_FROM_TILES = 512
# Where direct convolutions have wider vectors than MKL, so do fewer than so many channels need more tiles: without
# Winograd's algorithm for one image of 28 x 28 x 128 ResNet-50 takes 35 ms, with it 37, on two cores 18.7 and 20.2;
# VGG-16, whose images of 28 x 28 have 256 and 512 channels, takes 76 ms with it, and 97 without (2026-11, Zen 5).
WINOGRAD_WIDE_CHANNELS = 256
WINOGRAD_WIDE_FROM_TILES = 64
# Bytes of transformed tiles that one core works on before it goes on to others: 64 channels of 56 x 56 took 6.0 ms with
# half as many, 5.0 ms this way, and a fifth longer all at once (2026-11). Parts are larger if filters are. Where oneDNN
# has wider vectors than MKL, several cores had better have half as many each: 64 channels of 4 images of 112 x 112,
# with 128 filters, take 37 ms with their gradients on two cores and 45 (2026-11, Zen 5).
WINOGRAD_AT_ONCE_BYTES = 1 << 21
WINOGRAD_AT_ONCE_WIDE_BYTES = 1 << 20
# Rows of tiles that one product sums for the gradient of filters, as oneDNN adds them one by one: with 392 of them it
# deviates eight times as much as a direct convolution's, this way six times, at no cost (2026-11).
WINOGRAD_SUM_UP_TO_ROWS = 256
# Bytes of such sums that one product makes side by side: torch copies parts of rows for oneDNN. The gradient of the
# same filters as below takes 0.9 ms this way, 1.2 one after another (2026-11, Zen 5).
WINOGRAD_SUM_UP_TO_BYTES = 1 << 20
# From this many channels on, cached filters are packed for oneDNN; with fewer that is not faster. And where oneDNN has
# wider vectors than MKL, several cores gain only if either channels or filters are so many: 64 channels of 56 x 56 take
# 13 ms with their gradients on two cores, directly 12.6, with 192 filters 26 and 36; on one core 15.7 and 20.2
# (2026-11). Strips of 5 x 5 filters are many small calls, whose gain depends on how near the cores are: LeNet's step
# takes 4.2 ms with them and 4.4 without on two cores of a virtual machine, and, where handing work over takes longer,
# 6.2 and 5.6 (2026-11, Zen 5).
WINOGRAD_MANY_CHANNELS = 128
# Strips for 3 x 3 filters of a predicting network, where tiles are too few for squares: on one core ResNet-18 takes
# 30 ms for an image, and directly 33, ResNet-50 77 and 80; on two neither differs, as there are twice as many numbers
# of filters to read (2026-11). Small images lose by that: ResNet-18 took 3.9 ms for one of 32 x 32, and directly 1.1.
# Where direct convolutions have wider vectors than MKL, none gain.
WINOGRAD_NARROW_UP_TO_THREADS = 1
WINOGRAD_NARROW_FROM_PIXELS = 14 * 14
# Convolution of 5 x 5 in strips, by the same algorithm, if it takes at most as many products per pixel of the output as
# a direct one: how many one of its own counts for, as these are faster in a direct one, and the transforms of a
# channel of the data, and of a filter. Fitted to eleven layers on one core, with a margin of an eighth: 20 to 50
# channels over 64 images of 12 x 12, without padding, take 1.9 ms and directly 2.7, their gradients 4.1 and 6.1; 64 to
# 192 over 8 of 27 x 27 take 20 and 29; 32 to 64 over 14 x 14 are even, and their gradients a seventh slower. For fewer
# pixels calls cost more than products (2026-11).
WINOGRAD_STRIPS_PRODUCT_PRODUCTS = 1.67
WINOGRAD_STRIPS_CHANNEL_PRODUCTS = 250
WINOGRAD_STRIPS_FILTER_PRODUCTS = 156
WINOGRAD_STRIPS_FROM_PIXELS = 512
# Bytes that one core works on, as above: half or four times as many took a tenth longer (2026-11).
WINOGRAD_STRIPS_AT_ONCE_BYTES = 1 << 21
# The same if that is all: a second part's calls cost more than the cache saves. The gradients of 20 to 50 channels
# over 64 images of 12 x 12, 3.3 MB, take 1.8 ms at once and 2.05 in two parts (2026-11, Zen 5).
WINOGRAD_STRIPS_WHOLE_BYTES = 1 << 22
# Deconvolution: the general kernel takes longer to set up than the plain one to multiply so many numbers (2026-11).
PLAIN_DECONVOLUTION_UP_TO_PRODUCTS = 1 << 19
# Deconvolution: above this the kernel is slow to reorder the weight itself (2026-11).
DECONVOLUTION_CHANNELS_LAST_FROM_ELEMENTS = 1 << 12
# Pooling: torch's kernel processes channels-first images element by element; larger ones use ours (2026-11).
POOL_OUR_WAY_FROM_ELEMENTS = 1 << 14
# tanh: NumPy's takes 0.45 ns per number on one core, torch's 2.5 on one of its threads; calling it costs 1.4 us more
# (2026-11).
NUMPY_TANH_FROM_ELEMENTS = 1 << 11
NUMPY_TANH_UP_TO_THREADS = 4
# BilinearResize2D: torch's channels-last kernel is faster (2026-11).
RESIZE_CHANNELS_LAST_FROM_ELEMENTS = 1 << 14
# ROIPooling: numbers gathered together, few enough for a cache. Chosen, not measured.
ROI_AT_ONCE_ELEMENTS = 1 << 20
# LayerNorm's gradient: rows that one kernel sums; sums over such blocks keep two more digits than one sum (2026-11).
LAYER_NORM_BLOCK_ROWS = 256
# L2Normalization: one kernel can sum this many without losing digits (2026-11).
SERIAL_SUM_UP_TO_ELEMENTS = 1 << 12
# argmax of few numbers: one slow call is faster than several fast calls (2026-11).
PLAIN_ARGMAX_UP_TO_ELEMENTS = 4000

# ---- detection ----------------------------------------------------------------------------------------

# Candidates decided at once on the host, and pairs of them: chosen to fit in a cache, not measured.
SUPPRESS_UP_TO_CANDIDATES = 96
SUPPRESS_UP_TO_PAIRS = 65536
# The same on a device. Chosen, not measured.
SUPPRESS_ON_DEVICE_CANDIDATES = 256
# Overlaps of so many pairs are faster in NumPy than in torch (2026-11).
NUMPY_OVERLAPS_UP_TO_PAIRS = 4096
# Above this, sorting integers beats sorting scores (2026-11).
SORT_AS_INTEGERS_FROM_SCORES = 256

# ---- readers ------------------------------------------------------------------------------------------

# Numbers and pixels that a thread parses at a time: with fewer, threads wait for each other at every step (2026-11).
PARSE_AT_ONCE_NUMBERS = 300_000
PARSE_AT_ONCE_PIXELS = 1 << 20
# More threads wait for each other's small steps (2026-11).
PARSER_THREADS = 2
# Numbers in a block without a decimal point, up to which they are filled in one by one. Chosen, not measured.
WITHOUT_POINT_UP_TO_NUMBERS = 20
# Batches above this are mapped pages, which are returned to the system. Chosen, not measured.
MAPPED_BATCH_FROM_BYTES = 1 << 20
# Copies to a GPU through pinned memory; the driver buffers smaller ones itself, its own constant. And how many of them
# may be ahead of the computations, as each holds memory there; chosen.
STAGED_COPY_FROM_BYTES = 1 << 16
COPIED_AHEAD_BATCHES = 4
# NDArrayIter: bytes gathered at a time, and views kept. Chosen, not measured.
GATHER_AT_ONCE_BYTES = 1 << 20
VIEWS_KEPT = 10_000
# Inputs of a module on a GPU that are adjacent in memory: up to here calls cost more than bytes (GPU, 2026-11).
ADJACENT_INPUTS_UP_TO_BYTES = 1 << 22

# Float images that become channels-last bytes: up to this many channels they are interleaved plane by plane. For three
# of 224 x 224, the kernel that shuffles quantized channels takes 8 us, stacking planes 43, a plain copy 61 (2026-11).
STACKED_UP_TO_CHANNELS = 4

# ---- what is kept, and how many -----------------------------------------------------------------------

# Bounds on memory, far above what programs use. Chosen, not measured.
PARSED_CALLS_KEPT = 2048
INFERENCES_KEPT = 8192
SCALARS_KEPT = 256
# The same for metrics: unread batches and samples held before they are read in passing. Chosen.
PENDING_BATCHES = 1024
PENDING_SAMPLES = 1 << 20
# Steps that a scheduler catches up on one by one; further behind, it computes them at once. Chosen, not measured.
CATCH_UP_STEPS = 100_000

# ---- several workers --------------------------------------------------------------------------------

# Elements of a gradient that are compressed to two bits at a time: five million took 22 ms in one piece, 7 ms in #
# blocks (2026-11, one core).
QUANTISE_ELEMENTS = 1 << 17
# The fewest elements of an array that get a separate owner. LeNet's one large matrix, of 400,000, is then summed and
# updated by two workers in parallel: they kept 0.91 of their speed, 0.88 otherwise (2026-11). Chosen between the two.
BLOCK_ELEMENTS = 1 << 17

# What is packed into one message to an owner: ResNet-50's gradients go to one other worker in three. Smaller messages
# leave sooner, larger ones cost fewer calls. Chosen, not measured.
BUCKET_BYTES = 20 << 20
# Arrays of a message that are sent separately instead of being copied after its numbers: another gloo message costs
# less than copying so many. Chosen, not measured.
SEND_APART_FROM_BYTES = 1 << 16
# Memory that a worker shares with others on its machine: the smallest slot, and the most that a process lends in total;
# what does not fit goes through the link. A step of LeNet took 8 ms more CPU time than without other workers with gloo
# over loopback, 2 ms this way (2026-11). The sizes were chosen.
SHARED_SLOT_BYTES = 1 << 16
SHARED_PROCESS_BYTES = 1 << 30
# Gradients that `fit` sends to other workers while backward runs: how many bytes are worth a separate message, and the
# maximum number of parts, except for the last. Chosen, not measured.
GRADIENT_PART_BYTES = 4 << 20
GRADIENT_PART_CALLS = 4

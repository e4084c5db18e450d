"""The sizes at which one way of computing becomes better than another, and how much is kept for later.

Each has its unit in its name and says what was measured, and when, on which kind of machine: two cores of a server
(AVX-512, float32) unless a GPU is named, which is an H200. Where nothing is said to be measured it was chosen. None of
them changes a result beyond rounding. Limits of file formats and readers stand with their format.
"""

# ---- copies and buffer donation -----------------------------------------------------------------------

# An executor's gradient changes hands instead of being copied. Chosen near the size at which torch's copy begins to use
# several cores (2026-11).
DONATE_FROM_ELEMENTS = 1 << 15
# The same for `NDArray.grad`, where asking who else holds the memory costs less: below it a copy is faster than the
# question (2026-11).
DONATE_GRADIENT_FROM_ELEMENTS = 1 << 13
# torch copies with several cores from here on; its own constant, not ours.
TORCH_COPIES_PARALLEL_FROM_ELEMENTS = 1 << 15
# Below it one core copies as fast as two, which spin after it (2026-11, batches of a reader).
COPY_PARALLEL_FROM_ELEMENTS = 1 << 20
# The largest value of a program that runs on one core: two took longer on each of the small networks (2026-11).
ONE_CORE_UP_TO_ELEMENTS = 1 << 13
# Copies with axes in another order by blocks; below it the calls cost more than the blocks save (2026-11).
REORDER_FROM_ELEMENTS = 1 << 13

# Bytes of images that a loader's transforms go over together: as float32 they stay in a core's cache, and torch leaves
# them to one core, beside which others read ahead (2026-11).
TRANSFORM_AT_ONCE_BYTES = 1 << 15
# Address space of one batch on its way from a worker process; memory is used as batches are written. Chosen: larger
# batches are rare, and go another way.
SLOT_BYTES = 1 << 30
# Batches that a loop may hold while workers make the next ones, before those go another way. Chosen: the one it works
# on, the one before it, and one to spare.
HELD_BATCHES = 3

# ---- memory -------------------------------------------------------------------------------------------

# Kept for backward on the host, from which cheap values are rematerialized. Chosen, not measured.
REMATERIALIZE_FROM_BYTES = 1 << 30
# Between two returns of freed memory in programs that rematerialize. Chosen, not measured.
TRIM_EVERY_NODES = 60
# What the C library keeps, of one block and altogether at the heap's end: asking the system for the same pages at every
# step cost a third of LeNet's time (2026-11). The two numbers are chosen: LeNet's step fits well.
MALLOC_KEEPS_BLOCK_BYTES = 32 << 20
MALLOC_KEEPS_FREE_BYTES = 256 << 20
# A captured step of this size gets one free block to begin with: without it gaps were a fifth of ResNet-50's memory
# (GPU, 2026-11). The size itself is chosen.
ONE_ARENA_FROM_BYTES = 1 << 26
# Places of maxima that a GPU keeps as 16-bit integers: a fourth of the memory for two short calls (GPU, 2026-11).
NARROW_PLACES_FROM_ELEMENTS = 1 << 20

# ---- capture and compilation --------------------------------------------------------------------------

# Calls before one is captured: the first fills caches, the second is watched. Not a measure: a capture needs both.
CAPTURE_AFTER_CALLS = 2
# Captures in vain because arrays were exchanged, and captures that may fail. Chosen, not measured.
VAIN_CAPTURES = 3
CAPTURE_ATTEMPTS = 3
# A captured call's backward whose output gradients are brought by copies waits until the calls behind it have been
# captured, which may then give them where they are: two calls for each program of a network and a loss. And tensors of
# other graphs that one input may come from by turns before they are copied. Chosen, not measured.
BACKWARD_WAITS_CALLS = 8
# Captured calls that are remembered in the hope that the next one is the same, before that is given up. Chosen.
REPEATED_CALLS_REMEMBERED = 64
LENT_INPUT_CALLS = 4
# Captures of one optimizer step or metric; with a rate that keeps changing plain calls are as good. Chosen, not
# measured.
CAPTURES_OF_A_STEP = 32
# Sets of arrays whose metric updates are captured, and how often the oldest may go for another. Chosen, not measured.
CAPTURED_METRIC_SETS = 16
METRIC_SET_REPLACEMENTS = 256
# A run of fewer steps is not given to Inductor. Chosen, not measured.
COMPILE_FROM_STEPS = 2
# A longer program becomes several functions: Python's compiler takes time that grows faster than a function (2026-11).
FUNCTION_UP_TO_STEPS = 4000

# ---- calls batched over shared parameters -------------------------------------------------------------

# Fewer calls are left as they are. Chosen, not measured.
BATCH_FROM_CALLS = 4
# All results of a batched call are there before the first is used: 64 MiB of float32. Chosen, not measured.
BATCH_OUTPUT_UP_TO_ELEMENTS = 1 << 24
# A product of this size keeps a GPU busy by itself (GPU, unrolled LSTMs, 2026-11).
GPU_BUSY_FROM_PRODUCTS = 1 << 27
# Rows that lie in the cache of a core, where batching gains whatever the weights weigh (2026-11).
CORE_CACHE_ELEMENTS = 1 << 16

# ---- layers -------------------------------------------------------------------------------------------

# Weights of small layers kept laid out for oneDNN: laying them out took half of a small call (2026-11); and how many of
# a kind are kept, which is chosen.
PACKED_WEIGHT_UP_TO_ELEMENTS = 1 << 15
PACKED_WEIGHTS_KEPT = 16
# Convolution: the gradient of filters over so few channels is faster with channels first, unless the output gradient
# has its channels last already: 0.9 and 1.2 ms for 20 filters of 5 x 5 over 64 digits, 23 and 31 ms for 64 of 7 x 7
# over 8 images of 224 x 224 (2026-11).
CHANNELS_FIRST_GRADIENT_UP_TO_CHANNELS = 3
# Convolution: the gradient of data with so few channels, by a stride, is faster phase by phase where kernels are more
# than twice as large as the stride: 41 and 104 ms for 64 filters of 7 x 7 over 8 images of 224 x 224 by 2, 22 and 85 ms
# for 96 of 11 x 11 by 4 (2026-11). Below so many elements of the output gradient it is the same.
PHASES_UP_TO_CHANNELS = 4
PHASES_FROM_ELEMENTS = 1 << 16
# Deconvolution: the general kernel takes longer to get ready than the plain one to multiply so many numbers (2026-11).
PLAIN_DECONVOLUTION_UP_TO_PRODUCTS = 1 << 19
# Deconvolution: from here on the kernel is slow to reorder the weight itself (2026-11).
DECONVOLUTION_CHANNELS_LAST_FROM_ELEMENTS = 1 << 12
# Pooling: torch's kernel goes through images with channels first element by element; larger ones take ours (2026-11).
POOL_OUR_WAY_FROM_ELEMENTS = 1 << 14
# BilinearResize2D: torch's kernel for channels last is the faster (2026-11).
RESIZE_CHANNELS_LAST_FROM_ELEMENTS = 1 << 14
# ROIPooling: numbers looked up together, few enough for a cache. Chosen, not measured.
ROI_AT_ONCE_ELEMENTS = 1 << 20
# LayerNorm's gradient: rows that one kernel adds up; sums of such blocks keep two digits more than one sum (2026-11).
LAYER_NORM_BLOCK_ROWS = 256
# L2Normalization: one kernel may add up so many without losing digits (2026-11).
SERIAL_SUM_UP_TO_ELEMENTS = 1 << 12
# argmax of few numbers: one slow call is faster than several fast ones (2026-11).
PLAIN_ARGMAX_UP_TO_ELEMENTS = 4000

# ---- detection ----------------------------------------------------------------------------------------

# Candidates decided at once on the host, and the pairs of them: chosen to lie in a cache, not measured.
SUPPRESS_UP_TO_CANDIDATES = 96
SUPPRESS_UP_TO_PAIRS = 65536
# The same on a device. Chosen, not measured.
SUPPRESS_ON_DEVICE_CANDIDATES = 256
# Overlaps of so many pairs are faster by NumPy than by torch (2026-11).
NUMPY_OVERLAPS_UP_TO_PAIRS = 4096
# From here on sorting integers beats sorting scores (2026-11).
SORT_AS_INTEGERS_FROM_SCORES = 256

# ---- readers ------------------------------------------------------------------------------------------

# Numbers and pixels that a thread parses at once: with fewer, threads wait for each other at every step (2026-11).
PARSE_AT_ONCE_NUMBERS = 300_000
PARSE_AT_ONCE_PIXELS = 1 << 20
# More threads wait for each other's small steps (2026-11).
PARSER_THREADS = 2
# Numbers of a block that lack a point, up to which they are filled in one by one. Chosen, not measured.
WITHOUT_POINT_UP_TO_NUMBERS = 20
# Batches from here on are mapped pages, which go back to the system. Chosen, not measured.
MAPPED_BATCH_FROM_BYTES = 1 << 20
# Copies to a GPU by pinned memory; the driver takes fewer bytes at once, its own constant. And how many of them
# may be ahead of the computations, as each holds memory there; chosen.
STAGED_COPY_FROM_BYTES = 1 << 16
COPIED_AHEAD_BATCHES = 4
# NDArrayIter: bytes gathered at a time, and views kept. Chosen, not measured.
GATHER_AT_ONCE_BYTES = 1 << 20
VIEWS_KEPT = 10_000
# Inputs of a module on a GPU that lie side by side: up to here calls cost more than bytes (GPU, 2026-11).
ADJACENT_INPUTS_UP_TO_BYTES = 1 << 22

# Images of floats that become bytes with their channels last: up to so many channels they are stacked, plane by plane;
# three take 0.20 ms, copied number by number 0.28 (one core, 224 x 224, 2026-11).
STACKED_UP_TO_CHANNELS = 4

# ---- what is kept, and how many -----------------------------------------------------------------------

# Bounds on memory, far above what programs use. Chosen, not measured.
PARSED_CALLS_KEPT = 2048
INFERENCES_KEPT = 8192
SCALARS_KEPT = 256
# The same for metrics: batches and samples held unread before they are read in passing. Chosen.
PENDING_BATCHES = 1024
PENDING_SAMPLES = 1 << 20
# Steps that a scheduler catches up with one by one; further behind it computes them at once. Chosen, not measured.
CATCH_UP_STEPS = 100_000

# ---- several workers --------------------------------------------------------------------------------

# Elements of a gradient that are compressed to two bits at a time: five million took 22 ms in one piece, 7 ms so
# (2026-11, one core).
QUANTISE_ELEMENTS = 1 << 17
# The least elements of an array that get an owner of their own. LeNet's one large matrix, of 400,000, is then summed
# and updated by two workers at once: they kept 0.91 of their speed, before it 0.88 (2026-11). Chosen between the two.
BLOCK_ELEMENTS = 1 << 17

# What is packed into one message to an owner: ResNet-50's gradients go to one other worker in three. Smaller ones begin
# to travel sooner, larger ones cost fewer calls. Chosen, not measured.
BUCKET_BYTES = 20 << 20
# Arrays of a message that are sent by themselves, instead of being copied behind its numbers: another message of gloo's
# costs less than copying so many. Chosen, not measured.
SEND_APART_FROM_BYTES = 1 << 16
# Memory that a worker shares with others of its machine: the least a slot has, and the most that a process lends in
# all; what does not fit goes through the link. A step of LeNet took 8 ms of CPU time more than without other
# workers by gloo over the loopback address, 2 ms so (2026-11). The sizes were chosen.
SHARED_SLOT_BYTES = 1 << 16
SHARED_PROCESS_BYTES = 1 << 30
# Gradients that `fit` sends to other workers while backward computes: how many bytes are worth a message of their own,
# and into how many parts they are divided at most, but for the last. Chosen, not measured.
GRADIENT_PART_BYTES = 4 << 20
GRADIENT_PART_CALLS = 4

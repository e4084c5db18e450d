"""Which modules re-export which names, as in MXNet 1.9.1; `borrowed` reads it."""


def _table(text: str) -> dict[str, list[str]]:
    """Read paragraphs of a key, a colon and words."""
    rows: dict[str, list[str]] = {}
    for word in text.split():
        if word.endswith(":"):
            words = rows[word[:-1]] = []
        else:
            words.append(word)
    return rows


# home: names that most modules take from it, with = where it has them under another name; and modules
PLACES = _table("""
    _functools: reduce
    array: array native_array=array py_array=array
    builtins: py_slice=slice py_sum=sum
    collections: OrderedDict defaultdict namedtuple
    ctypes: CFUNCTYPE POINTER Structure c_bool c_char c_char_p c_int c_void_p cast pointer
    math: cos sqrt
    multiprocessing.pool: ThreadPool
    multiprocessing.process: current_process
    multiprocessing.reduction: ForkingPickler
    mxnet.attribute: AttrScope
    mxnet.base: DLPackHandle DataIterHandle ExecutorHandle KVStoreHandle MXCallbackList MXNetError NDArrayHandle
        NotSupportedForSparseNDArray OpHandle ProfileHandle RecordIOHandle SymbolHandle _LIB _MXClassPropertyMetaClass
        _Null _as_list _build_param_doc=build_param_doc c_array c_array_buf c_handle_array c_str c_str_array
        check_call classproperty ctypes2buffer ctypes2numpy_shared integer_types mx_float mx_int mx_int64 mx_real_t
        mx_uint numeric_types py_str string_types with_metaclass
    mxnet.context: Context cpu current_context gpu
    mxnet.contrib.onnx: export_model_=export_model get_model_metadata_=get_model_metadata import_model_=import_model
        import_to_gluon_=import_to_gluon
    mxnet.executor: Executor
    mxnet.executor_manager: _check_arguments _load_data _load_label _split_input_slice
    mxnet.gluon.block: Block
    mxnet.gluon.parameter: DeferredInitializationError Parameter ParameterDict
    mxnet.gluon.utils: HookHandle _brief_print_list _check_all_np_ndarrays _check_same_symbol_type _indent
        shape_is_known
    mxnet.image.detection: CreateDetAugmenter CreateMultiRandCropAugmenter DetAugmenter DetBorrowAug
        DetHorizontalFlipAug DetRandomCropAug DetRandomPadAug DetRandomSelectAug ImageDetIter
    mxnet.image.image: Augmenter BrightnessJitterAug CastAug CenterCropAug ColorJitterAug ColorNormalizeAug
        ContrastJitterAug CreateAugmenter ForceResizeAug HorizontalFlipAug HueJitterAug ImageIter LightingAug
        RandomCropAug RandomGrayAug RandomOrderAug RandomSizedCropAug ResizeAug SaturationJitterAug SequentialAug
        center_crop color_normalize copyMakeBorder fixed_crop imdecode imread imresize imrotate random_crop
        random_rotate random_size_crop resize_short scale_down
    mxnet.initializer: InitDesc Uniform
    mxnet.io.io: DataBatch DataDesc DataIter
    mxnet.io.utils: _getdata_by_idx _has_instance _init_data _slice_along_batch_axis
    mxnet.kvstore.base: KVStoreBase create
    mxnet.model: _create_kvstore _create_sparse_kvstore _initialize_kvstore _update_params _update_params_on_kvstore
        load_checkpoint load_params save_checkpoint
    mxnet.module.base_module: BaseModule _check_input_names _parse_data_desc
    mxnet.module.bucketing_module: BucketingModule
    mxnet.module.executor_group: DataParallelExecutorGroup
    mxnet.module.module: Module
    mxnet.name: NameManager
    mxnet.ndarray: CachedOp NDabs=abs NDnorm=norm _array=array _empty_ndarray=empty _zeros_ndarray=zeros adam_update
        clip concat ftml_update ftrl_update lamb_update_phase1 lamb_update_phase2 mean mp_lamb_update_phase1
        mp_lamb_update_phase2 mp_nag_mom_update mp_sgd_mom_update mp_sgd_update multi_all_finite multi_lars
        multi_mp_sgd_mom_update multi_mp_sgd_update multi_sgd_mom_update multi_sgd_update multi_sum_sq nag_mom_update
        preloaded_multi_mp_sgd_mom_update preloaded_multi_mp_sgd_update preloaded_multi_sgd_mom_update
        preloaded_multi_sgd_update rmsprop_update rmspropalex_update sgd_mom_update sgd_update signsgd_update
        signum_update square tile zeros_like
    mxnet.ndarray._internal: _adamw_update _mp_adamw_update
    mxnet.ndarray.contrib: adamw_update mp_adamw_update multi_lamb_update multi_mp_lamb_update
    mxnet.ndarray.ndarray: NDArray _DTYPE_MX_TO_NP _DTYPE_NP_TO_MX _GRAD_REQ_MAP _SIGNED_INT32_UPPER_LIMIT
        _STORAGE_TYPE_CSR _STORAGE_TYPE_DEFAULT _STORAGE_TYPE_ID_TO_STR _STORAGE_TYPE_ROW_SPARSE
        _STORAGE_TYPE_STR_TO_ID _STORAGE_TYPE_UNDEFINED _int64_enabled _storage_type _ufunc_helper maximum multiply
    mxnet.ndarray.random: normal uniform
    mxnet.ndarray.sparse: CSRNDArray _empty_sparse_ndarray=empty _sparse_array=array _zeros_sparse_ndarray=zeros
        gs_retain=retain sparse_array=array
    mxnet.ndarray.utils: load zeros
    mxnet.profiler: set_kvstore_handle
    mxnet.rnn.rnn_cell: BaseRNNCell
    mxnet.runtime: Features
    mxnet.symbol: arange eye full histogram hypot linspace minimum ones pow power split_v2
    mxnet.symbol.symbol: Symbol load_json
    mxnet.util: is_np_array is_np_shape np_array np_shape set_np use_np_shape
    numbers: Number
    threading: Lock
    modules: _internal=mxnet.ndarray._internal _mx_np=mxnet.numpy _mx_npx=mxnet.numpy_extension _name=mxnet.name
        _np=numpy _numpy=numpy _os=os _sys=sys ag=mxnet.autograd autograd=mxnet.autograd amp=mxnet.contrib.amp.amp
        atexit base=mxnet.base base_module=mxnet.module.base_module bisect
        bucketing_module=mxnet.module.bucketing_module collections context=mxnet.context contrib=mxnet.ndarray.contrib
        copy ctx=mxnet.context ctypes cv2 det=mxnet.image.detection detection=mxnet.image.detection
        executor_group=mxnet.module.executor_group functools h5py image=mxnet.image.image init=mxnet.initializer
        initializer=mxnet.initializer inspect io=mxnet.io json kvstore=mxnet.kvstore.kvstore
        kvstore_server=mxnet.kvstore.kvstore_server libinfo=mxnet.libinfo lists=mxnet.contrib.amp.lists logging
        loss_scaler=mxnet.contrib.amp.loss_scaler math metric=mxnet.metric module=mxnet.module.module mx=mxnet
        nd=mxnet.ndarray ndarray=mxnet.ndarray np=numpy numbers numpy onnx2mx=mxnet.contrib.onnx.onnx2mx
        op=mxnet.ndarray.op operator opt=mxnet.optimizer os pickle platform python_module=mxnet.module.python_module
        random re recordio=mxnet.recordio registry=mxnet.registry requests
        sequential_module=mxnet.module.sequential_module signal sparse=mxnet.ndarray.sparse spsp=scipy.sparse struct
        sym=mxnet.symbol symbol=mxnet.symbol symbol_contrib=mxnet.symbol.contrib sys tarfile threading time traceback
        trainer=mxnet.gluon.trainer utils=mxnet.io.utils uuid vocab=mxnet.contrib.text.vocab warnings zipfile
""")

# module: names, with = where one is taken from elsewhere than PLACES says; * if a star import brings them
BORROWED = _table("""
    attribute: * _MXClassPropertyMetaClass classproperty defaultdict string_types threading warnings with_metaclass
    autograd: * CFUNCTYPE Lock MXCallbackList NDArrayHandle POINTER Symbol SymbolHandle _GRAD_REQ_MAP _LIB array
        c_array c_array_buf c_handle_array c_int c_void_p cast check_call ctypes mx_uint string_types traceback
    base: atexit libinfo platform re
    callback: * logging math save_checkpoint time
    context: * _LIB _MXClassPropertyMetaClass check_call classproperty ctypes threading warnings with_metaclass
    contrib.amp: * amp lists loss_scaler
    contrib.amp.amp: BucketingModule NDArray Symbol SymbolHandle _DTYPE_MX_TO_NP _DTYPE_NP_TO_MX _LIB array base
        c_array_buf c_str_array check_call ctypes gpu mx_uint ndarray np opt symbol symbol_contrib trainer
    contrib.amp.loss_scaler: * ag logging multi_all_finite nd
    contrib.autograd: * NDArray NDArrayHandle _GRAD_REQ_MAP _LIB array c_array c_array_buf c_handle_array check_call
        ctypes functools mx_uint string_types zeros_like
    contrib.io: * nd
    contrib.onnx: * export_model_ get_model_metadata_ import_model_ import_to_gluon_ onnx2mx
    contrib.quantization: Context DataBatch DataDesc DataIter Module NDArray NDArrayHandle Symbol SymbolHandle _LIB
        c_array c_str c_str_array check_call cpu ctypes logging mx_uint nd_load=mxnet.ndarray:load
        nd_save=mxnet.ndarray:save ndarray np os py_str shutil=shutil stats=scipy.stats
        sym_load=mxnet.symbol:load warnings
    contrib.tensorboard: * logging
    contrib.text.embedding: * base is_np_array logging nd os registry tarfile vocab warnings zipfile
    contrib.text.utils: * collections re
    contrib.text.vocab: * collections
    engine: * _LIB check_call ctypes
    executor: * ExecutorHandle NDArray NDArrayHandle SymbolHandle _LIB _check_arguments _load_data _load_label
        _split_input_slice c_array_buf c_handle_array c_str_array check_call copy ctypes mx_int mx_uint ndarray np
        py_array py_str
    executor_manager: * DataDesc cpu logging nd np
    gluon.block: DeferredInitializationError HookHandle MXNetError NDArray OrderedDict Parameter ParameterDict Symbol
        _brief_print_list _check_all_np_ndarrays _check_same_symbol_type _indent _mx_np _mx_npx _name copy
        defaultdict initializer is_np_array json load_json mx_real_t ndarray np np_array np_shape re symbol threading
        warnings
    gluon.data.dataloader: ForkingPickler ThreadPool _mx_np _sampler=mxnet.gluon.data.sampler context io=io
        is_np_array is_np_shape nd pickle set_np signal sys threading
    gluon.data.vision.datasets: _mx_np base is_np_array nd struct
    gluon.data.vision.transforms: is_np_array numeric_types
    gluon.loss: is_np_array np numeric_types
    gluon.nn.activations: is_np_array
    gluon.nn.basic_layers: Block _indent is_np_array nd sym warnings
    gluon.nn.conv_layers: is_np_array numeric_types
    gluon.parameter: Context MXNetError OrderedDict _brief_print_list _indent _mx_np autograd context cpu defaultdict
        initializer is_np_array is_np_shape mx_real_t np shape_is_known warnings
    gluon.rnn.rnn_cell: _as_list numeric_types string_types
    gluon.rnn.rnn_layer: is_np_array
    gluon.trainer: _create_kvstore _create_sparse_kvstore
    gluon.utils: _mx_np collections is_np_array is_np_shape ndarray requests sys uuid
    image: * Augmenter BrightnessJitterAug CastAug CenterCropAug ColorJitterAug ColorNormalizeAug ContrastJitterAug
        CreateAugmenter CreateDetAugmenter CreateMultiRandCropAugmenter DetAugmenter DetBorrowAug DetHorizontalFlipAug
        DetRandomCropAug DetRandomPadAug DetRandomSelectAug ForceResizeAug HorizontalFlipAug HueJitterAug ImageDetIter
        ImageIter LightingAug Number RandomCropAug RandomGrayAug RandomOrderAug RandomSizedCropAug ResizeAug
        SaturationJitterAug SequentialAug center_crop color_normalize cv2 det detection fixed_crop image imdecode
        imread imresize imrotate io is_np_array json logging nd np numeric_types os random random_crop random_rotate
        random_size_crop recordio resize_short scale_down sys warnings
    image.detection: * Augmenter CastAug ColorJitterAug ColorNormalizeAug ForceResizeAug HueJitterAug ImageIter
        LightingAug RandomGrayAug RandomOrderAug ResizeAug copyMakeBorder fixed_crop io is_np_array json logging nd np
        numeric_types random warnings
    image.image: * Number _internal cv2 io is_np_array json logging nd np numeric_types os random recordio sys
        warnings
    initializer: * NDArray is_np_array json load logging ndarray np random=mxnet.random re registry sqrt string_types
        warnings
    io: * io=mxnet.io.io utils
    io.io: * CSRNDArray DataIterHandle NDArray NDArrayHandle _LIB _build_param_doc _getdata_by_idx _has_instance
        _init_data _slice_along_batch_axis array=mxnet.ndarray.utils:array c_str_array check_call concat ctypes
        logging mx_real_t mx_uint namedtuple np py_str sys threading tile
    io.utils: * CSRNDArray NDArray OrderedDict array=mxnet.ndarray.utils:array h5py np sparse_array
    kvstore: * base=mxnet.kvstore.base kvstore kvstore_server
    kvstore.base: KVStoreHandle _LIB array c_array c_array_buf c_handle_array c_str c_str_array check_call ctypes
        set_kvstore_handle string_types
    kvstore.kvstore: KVStoreBase KVStoreHandle NDArray NDArrayHandle _LIB c_str check_call ctypes mx_uint opt os
        pickle py_str
    kvstore.kvstore_server: _LIB check_call create ctypes logging pickle sys
    libinfo: * logging os platform
    library: * MXNetError _LIB check_call ctypes mx_uint os sys
    log: * logging warnings
    lr_scheduler: * cos logging
    metric: * OrderedDict math ndarray numeric_types numpy registry string_types
    misc: * logging math
    module: * base_module bucketing_module executor_group module python_module sequential_module
    module.base_module: * Uniform cpu logging metric ndarray np time warnings
    module.bucketing_module: * BaseModule Module NameManager Uniform _check_input_names ctx load_params logging nd np
        sym warnings
    module.executor_group: * OrderedDict _DTYPE_MX_TO_NP ctx logging nd
    module.module: * BaseModule DataDesc DataParallelExecutorGroup InitDesc Uniform _check_input_names _create_kvstore
        _initialize_kvstore _parse_data_desc _update_params _update_params_on_kvstore ctx load_checkpoint logging nd
        opt warnings zeros
    module.python_module: * BaseModule Uniform logging nd
    module.sequential_module: * BaseModule Uniform copy logging
    monitor: * NDArray NDArrayHandle ctypes logging ndarray py_str re sqrt
    name: * _MXClassPropertyMetaClass classproperty threading warnings with_metaclass
    ndarray._internal: CachedOp _Null _os _sys
    ndarray.contrib: _as_list mx ndarray=mxnet.ndarray.ndarray np uniform
    ndarray.ndarray: Context DLPackHandle Features NDArrayHandle _LIB _internal c_array c_array_buf c_handle_array
        c_str check_call ctypes ctypes2buffer current_context integer_types is_np_array mx_int mx_int64 mx_real_t
        mx_uint native_array numeric_types op operator reduce warnings
    ndarray.op: CachedOp
    ndarray.random: _internal numeric_types
    ndarray.register: * _LIB _adamw_update _mp_adamw_update _np _os adamw_update check_call ctypes mp_adamw_update
        mx_uint py_str use_np_shape
    ndarray.sparse: Context NDArrayHandle NotSupportedForSparseNDArray _DTYPE_MX_TO_NP _DTYPE_NP_TO_MX _LIB
        _STORAGE_TYPE_CSR _STORAGE_TYPE_DEFAULT _STORAGE_TYPE_ROW_SPARSE _STORAGE_TYPE_STR_TO_ID
        _STORAGE_TYPE_UNDEFINED _array _int64_enabled _internal _storage_type _ufunc_helper _zeros_ndarray c_array_buf
        check_call ctypes current_context gs_retain integer_types mx_real_t native_array np numeric_types op operator
        py_slice py_sum spsp warnings
    ndarray.utils: NDArray NDArrayHandle _LIB _array _empty_ndarray _empty_sparse_ndarray _sparse_array _zeros_ndarray
        _zeros_sparse_ndarray c_array c_handle_array c_str c_str_array check_call ctypes mx_uint py_str spsp
        string_types
    operator: * CFUNCTYPE Lock MXCallbackList OpHandle POINTER Structure _DTYPE_MX_TO_NP _DTYPE_NP_TO_MX _LIB
        _STORAGE_TYPE_CSR _STORAGE_TYPE_DEFAULT _STORAGE_TYPE_ID_TO_STR _STORAGE_TYPE_ROW_SPARSE
        _STORAGE_TYPE_STR_TO_ID _STORAGE_TYPE_UNDEFINED array c_array c_array_buf c_bool c_char c_char_p c_int c_str
        c_void_p cast check_call collections context ctypes2numpy_shared is_np_array mx_float mx_int mx_uint pointer
        py_str symbol traceback warnings
    optimizer: NDabs
    optimizer.contrib: clip contrib mean sqrt=mxnet.ndarray:sqrt square zeros
    optimizer.optimizer: NDArray NDnorm adam_update array=mxnet.ndarray.utils:array cast=mxnet.ndarray:cast clip
        ftml_update ftrl_update is_np_array lamb_update_phase1 lamb_update_phase2 logging math maximum
        mp_lamb_update_phase1 mp_lamb_update_phase2 mp_nag_mom_update mp_sgd_mom_update mp_sgd_update
        multi_lamb_update multi_lars multi_mp_lamb_update multi_mp_sgd_mom_update multi_mp_sgd_update
        multi_sgd_mom_update multi_sgd_update multi_sum_sq multiply nag_mom_update normal numpy os pickle
        preloaded_multi_mp_sgd_mom_update preloaded_multi_mp_sgd_update preloaded_multi_sgd_mom_update
        preloaded_multi_sgd_update py_str rmsprop_update rmspropalex_update sgd_mom_update sgd_update signsgd_update
        signum_update sparse sqrt=mxnet.ndarray:sqrt square warnings zeros
    profiler: * KVStoreHandle ProfileHandle _LIB c_str c_str_array check_call ctypes py_str warnings
    random: * Context _LIB check_call ctypes integer_types
    recordio: * RecordIOHandle _LIB c_str check_call ctypes current_process cv2 namedtuple np numbers struct
    registry: * json string_types warnings
    rnn: * DataBatch DataDesc DataIter bisect functools init load_checkpoint ndarray np numeric_types random
        save_checkpoint string_types symbol warnings
    rnn.io: * DataBatch DataDesc DataIter bisect ndarray np random
    rnn.rnn: * BaseRNNCell load_checkpoint save_checkpoint warnings
    rnn.rnn_cell: * functools init ndarray numeric_types string_types symbol warnings
    runtime: * _LIB check_call collections ctypes
    symbol._internal: AttrScope NameManager _Null _os _sys
    symbol.contrib: AttrScope SymbolHandle _LIB _as_list check_call copy ctypes symbol=mxnet.symbol.symbol
    symbol.register: * AttrScope NameManager _LIB _adamw_update=mxnet.symbol._internal:_adamw_update
        _internal=mxnet.symbol._internal _mp_adamw_update=mxnet.symbol._internal:_mp_adamw_update _np _os
        adamw_update=mxnet.symbol.contrib:adamw_update check_call ctypes
        mp_adamw_update=mxnet.symbol.contrib:mp_adamw_update mx_uint py_str
    symbol.symbol: AttrScope Context Executor ExecutorHandle NDArray NDArrayHandle Number SymbolHandle
        _DTYPE_MX_TO_NP
        _DTYPE_NP_TO_MX _GRAD_REQ_MAP _LIB _SIGNED_INT32_UPPER_LIMIT _STORAGE_TYPE_STR_TO_ID _int64_enabled
        _internal=mxnet.symbol._internal _numpy arange array c_array c_array_buf c_handle_array c_str c_str_array
        check_call ctypes current_context eye full histogram hypot integer_types is_np_shape linspace
        maximum=mxnet.symbol:maximum minimum
        mx_int mx_int64 mx_uint numeric_types ones op=mxnet.symbol.op pow power py_slice py_str split_v2 string_types
        warnings zeros=mxnet.symbol:zeros
    test_utils: * Context Features OrderedDict Symbol _STORAGE_TYPE_STR_TO_ID array=mxnet.ndarray:array bz2=bz2
        contextmanager=contextlib:contextmanager current_context errno=errno
        get_cuda_compute_capability=mxnet.util:get_cuda_compute_capability getenv=mxnet.util:getenv gzip=gzip json
        logging mx=mxnet np numbers=numbers os platform rnd=numpy.random setenv=mxnet.util:setenv struct=struct sys
        time traceback use_np=mxnet.util:use_np zipfile=zipfile
    util: * _LIB c_str check_call ctypes functools inspect py_str threading
    visualization: * Symbol copy json re warnings
""")

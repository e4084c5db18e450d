"""Which names are borrowed where, as MXNet 1.9.1's modules have them; `borrowed` reads it."""

# name -> module, or module:name; where most modules that have the name take it from
PLACES = dict(line.split() for line in """
    AttrScope mxnet.attribute:AttrScope
    Augmenter mxnet.image.image:Augmenter
    BaseModule mxnet.module.base_module:BaseModule
    CFUNCTYPE ctypes:CFUNCTYPE
    CSRNDArray mxnet.ndarray.sparse:CSRNDArray
    CachedOp mxnet.ndarray:CachedOp
    CastAug mxnet.image.image:CastAug
    ColorJitterAug mxnet.image.image:ColorJitterAug
    ColorNormalizeAug mxnet.image.image:ColorNormalizeAug
    Context mxnet.context:Context
    DataBatch mxnet.io.io:DataBatch
    DataDesc mxnet.io.io:DataDesc
    DataIter mxnet.io.io:DataIter
    ExecutorHandle mxnet.base:ExecutorHandle
    ForceResizeAug mxnet.image.image:ForceResizeAug
    HueJitterAug mxnet.image.image:HueJitterAug
    ImageIter mxnet.image.image:ImageIter
    KVStoreHandle mxnet.base:KVStoreHandle
    LightingAug mxnet.image.image:LightingAug
    Lock threading:Lock
    MXCallbackList mxnet.base:MXCallbackList
    NDArray mxnet.ndarray.ndarray:NDArray
    NDArrayHandle mxnet.base:NDArrayHandle
    NameManager mxnet.name:NameManager
    Number numbers:Number
    OrderedDict collections:OrderedDict
    POINTER ctypes:POINTER
    RandomGrayAug mxnet.image.image:RandomGrayAug
    RandomOrderAug mxnet.image.image:RandomOrderAug
    ResizeAug mxnet.image.image:ResizeAug
    Symbol mxnet.symbol.symbol:Symbol
    SymbolHandle mxnet.base:SymbolHandle
    Uniform mxnet.initializer:Uniform
    _DTYPE_MX_TO_NP mxnet.ndarray.ndarray:_DTYPE_MX_TO_NP
    _DTYPE_NP_TO_MX mxnet.ndarray.ndarray:_DTYPE_NP_TO_MX
    _GRAD_REQ_MAP mxnet.ndarray.ndarray:_GRAD_REQ_MAP
    _LIB mxnet.base:_LIB
    _MXClassPropertyMetaClass mxnet.base:_MXClassPropertyMetaClass
    _Null mxnet.base:_Null
    _STORAGE_TYPE_CSR mxnet.ndarray.ndarray:_STORAGE_TYPE_CSR
    _STORAGE_TYPE_DEFAULT mxnet.ndarray.ndarray:_STORAGE_TYPE_DEFAULT
    _STORAGE_TYPE_ROW_SPARSE mxnet.ndarray.ndarray:_STORAGE_TYPE_ROW_SPARSE
    _STORAGE_TYPE_STR_TO_ID mxnet.ndarray.ndarray:_STORAGE_TYPE_STR_TO_ID
    _STORAGE_TYPE_UNDEFINED mxnet.ndarray.ndarray:_STORAGE_TYPE_UNDEFINED
    _adamw_update mxnet.ndarray._internal:_adamw_update
    _array mxnet.ndarray:array
    _as_list mxnet.base:_as_list
    _check_input_names mxnet.module.base_module:_check_input_names
    _int64_enabled mxnet.ndarray.ndarray:_int64_enabled
    _internal mxnet.ndarray._internal
    _mp_adamw_update mxnet.ndarray._internal:_mp_adamw_update
    _np numpy
    _os os
    _sys sys
    _zeros_ndarray mxnet.ndarray:zeros
    adamw_update mxnet.ndarray.contrib:adamw_update
    array array:array
    base mxnet.base
    bisect bisect
    c_array mxnet.base:c_array
    c_array_buf mxnet.base:c_array_buf
    c_handle_array mxnet.base:c_handle_array
    c_int ctypes:c_int
    c_str mxnet.base:c_str
    c_str_array mxnet.base:c_str_array
    c_void_p ctypes:c_void_p
    cast ctypes:cast
    check_call mxnet.base:check_call
    classproperty mxnet.base:classproperty
    clip mxnet.ndarray:clip
    collections collections
    copy copy
    cpu mxnet.context:cpu
    ctx mxnet.context
    ctypes ctypes
    current_context mxnet.context:current_context
    cv2 cv2
    fixed_crop mxnet.image.image:fixed_crop
    functools functools
    init mxnet.initializer
    integer_types mxnet.base:integer_types
    io mxnet.io
    is_np_array mxnet.util:is_np_array
    json json
    load_checkpoint mxnet.model:load_checkpoint
    logging logging
    math math
    maximum mxnet.ndarray.ndarray:maximum
    mp_adamw_update mxnet.ndarray.contrib:mp_adamw_update
    mx_int mxnet.base:mx_int
    mx_int64 mxnet.base:mx_int64
    mx_real_t mxnet.base:mx_real_t
    mx_uint mxnet.base:mx_uint
    namedtuple collections:namedtuple
    native_array array:array
    nd mxnet.ndarray
    ndarray mxnet.ndarray
    np numpy
    numeric_types mxnet.base:numeric_types
    numpy numpy
    op mxnet.ndarray.op
    operator operator
    opt mxnet.optimizer
    os os
    pickle pickle
    platform platform
    py_slice builtins:slice
    py_str mxnet.base:py_str
    random random
    re re
    recordio mxnet.recordio
    registry mxnet.registry
    save_checkpoint mxnet.model:save_checkpoint
    spsp scipy.sparse
    sqrt math:sqrt
    square mxnet.ndarray:square
    string_types mxnet.base:string_types
    symbol mxnet.symbol
    sys sys
    threading threading
    time time
    traceback traceback
    warnings warnings
    with_metaclass mxnet.base:with_metaclass
    zeros mxnet.ndarray.utils:zeros
""".strip().splitlines())

# module -> names; with = where it is taken from elsewhere than PLACES says
BORROWED = {
    "attribute": """
        * _MXClassPropertyMetaClass classproperty defaultdict=collections:defaultdict string_types threading
        warnings with_metaclass
        """,
    "autograd": """
        * CFUNCTYPE Lock MXCallbackList NDArrayHandle POINTER Symbol SymbolHandle _GRAD_REQ_MAP _LIB array c_array
        c_array_buf c_handle_array c_int c_void_p cast check_call ctypes mx_uint string_types traceback
        """,
    "base": "atexit=atexit libinfo=mxnet.libinfo platform re",
    "callback": "* logging math save_checkpoint time",
    "context": """
        * _LIB _MXClassPropertyMetaClass check_call classproperty ctypes threading warnings with_metaclass
        """,
    "contrib.amp": """
        * amp=mxnet.contrib.amp.amp lists=mxnet.contrib.amp.lists loss_scaler=mxnet.contrib.amp.loss_scaler
        """,
    "contrib.amp.amp": """
        BucketingModule=mxnet.module.bucketing_module:BucketingModule NDArray Symbol SymbolHandle _DTYPE_MX_TO_NP
        _DTYPE_NP_TO_MX _LIB array base c_array_buf c_str_array check_call ctypes gpu=mxnet.context:gpu mx_uint
        ndarray np opt symbol symbol_contrib=mxnet.symbol.contrib trainer=mxnet.gluon.trainer
        """,
    "contrib.amp.loss_scaler": "* ag=mxnet.autograd logging multi_all_finite=mxnet.ndarray:multi_all_finite nd",
    "contrib.autograd": """
        * NDArray NDArrayHandle _GRAD_REQ_MAP _LIB array c_array c_array_buf c_handle_array check_call ctypes
        functools mx_uint string_types zeros_like=mxnet.ndarray:zeros_like
        """,
    "contrib.onnx": """
        * export_model_=mxnet.contrib.onnx:export_model get_model_metadata_=mxnet.contrib.onnx:get_model_metadata
        import_model_=mxnet.contrib.onnx:import_model import_to_gluon_=mxnet.contrib.onnx:import_to_gluon
        onnx2mx=mxnet.contrib.onnx.onnx2mx
        """,
    "contrib.tensorboard": "* logging",
    "contrib.text.embedding": """
        * base is_np_array logging nd os registry tarfile=tarfile vocab=mxnet.contrib.text.vocab warnings
        zipfile=zipfile
        """,
    "contrib.text.utils": "* collections re",
    "contrib.text.vocab": "* collections",
    "engine": "* _LIB check_call ctypes",
    "executor": """
        * ExecutorHandle NDArray NDArrayHandle SymbolHandle _LIB
        _check_arguments=mxnet.executor_manager:_check_arguments _load_data=mxnet.executor_manager:_load_data
        _load_label=mxnet.executor_manager:_load_label
        _split_input_slice=mxnet.executor_manager:_split_input_slice c_array_buf c_handle_array c_str_array
        check_call copy ctypes mx_int mx_uint ndarray np py_array=array:array py_str
        """,
    "executor_manager": "* DataDesc cpu logging nd np",
    "image": """
        * Augmenter BrightnessJitterAug=mxnet.image.image:BrightnessJitterAug CastAug
        CenterCropAug=mxnet.image.image:CenterCropAug ColorJitterAug ColorNormalizeAug
        ContrastJitterAug=mxnet.image.image:ContrastJitterAug CreateAugmenter=mxnet.image.image:CreateAugmenter
        CreateDetAugmenter=mxnet.image.detection:CreateDetAugmenter
        CreateMultiRandCropAugmenter=mxnet.image.detection:CreateMultiRandCropAugmenter
        DetAugmenter=mxnet.image.detection:DetAugmenter DetBorrowAug=mxnet.image.detection:DetBorrowAug
        DetHorizontalFlipAug=mxnet.image.detection:DetHorizontalFlipAug
        DetRandomCropAug=mxnet.image.detection:DetRandomCropAug
        DetRandomPadAug=mxnet.image.detection:DetRandomPadAug
        DetRandomSelectAug=mxnet.image.detection:DetRandomSelectAug ForceResizeAug
        HorizontalFlipAug=mxnet.image.image:HorizontalFlipAug HueJitterAug
        ImageDetIter=mxnet.image.detection:ImageDetIter ImageIter LightingAug Number
        RandomCropAug=mxnet.image.image:RandomCropAug RandomGrayAug RandomOrderAug
        RandomSizedCropAug=mxnet.image.image:RandomSizedCropAug ResizeAug
        SaturationJitterAug=mxnet.image.image:SaturationJitterAug SequentialAug=mxnet.image.image:SequentialAug
        center_crop=mxnet.image.image:center_crop color_normalize=mxnet.image.image:color_normalize cv2
        det=mxnet.image.detection detection=mxnet.image.detection fixed_crop image=mxnet.image.image
        imdecode=mxnet.image.image:imdecode imread=mxnet.image.image:imread imresize=mxnet.image.image:imresize
        imrotate=mxnet.image.image:imrotate io is_np_array json logging nd np numeric_types os random
        random_crop=mxnet.image.image:random_crop random_rotate=mxnet.image.image:random_rotate
        random_size_crop=mxnet.image.image:random_size_crop recordio resize_short=mxnet.image.image:resize_short
        scale_down=mxnet.image.image:scale_down sys warnings
        """,
    "image.detection": """
        * Augmenter CastAug ColorJitterAug ColorNormalizeAug ForceResizeAug HueJitterAug ImageIter LightingAug
        RandomGrayAug RandomOrderAug ResizeAug copyMakeBorder=mxnet.image.image:copyMakeBorder fixed_crop io
        is_np_array json logging nd np numeric_types random warnings
        """,
    "image.image": """
        * Number _internal cv2 io is_np_array json logging nd np numeric_types os random recordio sys warnings
        """,
    "initializer": """
        * NDArray is_np_array json load=mxnet.ndarray.utils:load logging ndarray np random=mxnet.random re
        registry sqrt string_types warnings
        """,
    "io": "* io=mxnet.io.io utils=mxnet.io.utils",
    "io.io": """
        * CSRNDArray DataIterHandle=mxnet.base:DataIterHandle NDArray NDArrayHandle _LIB
        _build_param_doc=mxnet.base:build_param_doc _getdata_by_idx=mxnet.io.utils:_getdata_by_idx
        _has_instance=mxnet.io.utils:_has_instance _init_data=mxnet.io.utils:_init_data
        _slice_along_batch_axis=mxnet.io.utils:_slice_along_batch_axis array=mxnet.ndarray.utils:array c_str_array
        check_call concat=mxnet.ndarray:concat ctypes logging mx_real_t mx_uint namedtuple np py_str sys threading
        tile=mxnet.ndarray:tile
        """,
    "io.utils": """
        * CSRNDArray NDArray OrderedDict array=mxnet.ndarray.utils:array h5py=h5py np
        sparse_array=mxnet.ndarray.sparse:array
        """,
    "kvstore": """
        * base=mxnet.kvstore.base kvstore=mxnet.kvstore.kvstore kvstore_server=mxnet.kvstore.kvstore_server
        """,
    "kvstore.base": """
        KVStoreHandle _LIB array c_array c_array_buf c_handle_array c_str c_str_array check_call ctypes
        set_kvstore_handle=mxnet.profiler:set_kvstore_handle string_types
        """,
    "kvstore.kvstore": """
        KVStoreBase=mxnet.kvstore.base:KVStoreBase KVStoreHandle NDArray NDArrayHandle _LIB c_str check_call
        ctypes mx_uint opt os pickle py_str
        """,
    "kvstore.kvstore_server": "_LIB check_call create=mxnet.kvstore.base:create ctypes logging pickle sys",
    "libinfo": "* logging os platform",
    "library": "* MXNetError=mxnet.base:MXNetError _LIB check_call ctypes mx_uint os sys",
    "log": "* logging warnings",
    "lr_scheduler": "* cos=math:cos logging",
    "metric": "* OrderedDict math ndarray numeric_types numpy registry string_types",
    "misc": "* logging math",
    "module": """
        * base_module=mxnet.module.base_module bucketing_module=mxnet.module.bucketing_module
        executor_group=mxnet.module.executor_group module=mxnet.module.module
        python_module=mxnet.module.python_module sequential_module=mxnet.module.sequential_module
        """,
    "module.base_module": "* Uniform cpu logging metric=mxnet.metric ndarray np time warnings",
    "module.bucketing_module": """
        * BaseModule Module=mxnet.module.module:Module NameManager Uniform _check_input_names ctx
        load_params=mxnet.model:load_params logging nd np sym=mxnet.symbol warnings
        """,
    "module.executor_group": "* OrderedDict _DTYPE_MX_TO_NP ctx logging nd",
    "module.module": """
        * BaseModule DataDesc DataParallelExecutorGroup=mxnet.module.executor_group:DataParallelExecutorGroup
        InitDesc=mxnet.initializer:InitDesc Uniform _check_input_names _create_kvstore=mxnet.model:_create_kvstore
        _initialize_kvstore=mxnet.model:_initialize_kvstore
        _parse_data_desc=mxnet.module.base_module:_parse_data_desc _update_params=mxnet.model:_update_params
        _update_params_on_kvstore=mxnet.model:_update_params_on_kvstore ctx load_checkpoint logging nd opt
        warnings zeros
        """,
    "module.python_module": "* BaseModule Uniform logging nd",
    "module.sequential_module": "* BaseModule Uniform copy logging",
    "monitor": "* NDArray NDArrayHandle ctypes logging ndarray py_str re sqrt",
    "name": "* _MXClassPropertyMetaClass classproperty threading warnings with_metaclass",
    "ndarray._internal": "CachedOp _Null _os _sys",
    "ndarray.contrib": "_as_list mx=mxnet ndarray=mxnet.ndarray.ndarray np uniform=mxnet.ndarray.random:uniform",
    "ndarray.ndarray": """
        Context DLPackHandle=mxnet.base:DLPackHandle Features=mxnet.runtime:Features NDArrayHandle _LIB _internal
        c_array c_array_buf c_handle_array c_str check_call ctypes ctypes2buffer=mxnet.base:ctypes2buffer
        current_context integer_types is_np_array mx_int mx_int64 mx_real_t mx_uint native_array numeric_types op
        operator reduce=_functools:reduce warnings
        """,
    "ndarray.op": "CachedOp",
    "ndarray.random": "_internal numeric_types",
    "ndarray.register": """
        * _LIB _adamw_update _mp_adamw_update _np _os adamw_update check_call ctypes mp_adamw_update mx_uint
        py_str use_np_shape=mxnet.util:use_np_shape
        """,
    "ndarray.sparse": """
        Context NDArrayHandle NotSupportedForSparseNDArray=mxnet.base:NotSupportedForSparseNDArray _DTYPE_MX_TO_NP
        _DTYPE_NP_TO_MX _LIB _STORAGE_TYPE_CSR _STORAGE_TYPE_DEFAULT _STORAGE_TYPE_ROW_SPARSE
        _STORAGE_TYPE_STR_TO_ID _STORAGE_TYPE_UNDEFINED _array _int64_enabled _internal
        _storage_type=mxnet.ndarray.ndarray:_storage_type _ufunc_helper=mxnet.ndarray.ndarray:_ufunc_helper
        _zeros_ndarray c_array_buf check_call ctypes current_context gs_retain=mxnet.ndarray.sparse:retain
        integer_types mx_real_t native_array np numeric_types op operator py_slice py_sum=builtins:sum spsp
        warnings
        """,
    "ndarray.utils": """
        NDArray NDArrayHandle _LIB _array _empty_ndarray=mxnet.ndarray:empty
        _empty_sparse_ndarray=mxnet.ndarray.sparse:empty _sparse_array=mxnet.ndarray.sparse:array _zeros_ndarray
        _zeros_sparse_ndarray=mxnet.ndarray.sparse:zeros c_array c_handle_array c_str c_str_array check_call
        ctypes mx_uint py_str spsp string_types
        """,
    "operator": """
        * CFUNCTYPE Lock MXCallbackList OpHandle=mxnet.base:OpHandle POINTER Structure=ctypes:Structure
        _DTYPE_MX_TO_NP _DTYPE_NP_TO_MX _LIB _STORAGE_TYPE_CSR _STORAGE_TYPE_DEFAULT
        _STORAGE_TYPE_ID_TO_STR=mxnet.ndarray.ndarray:_STORAGE_TYPE_ID_TO_STR _STORAGE_TYPE_ROW_SPARSE
        _STORAGE_TYPE_STR_TO_ID _STORAGE_TYPE_UNDEFINED array c_array c_array_buf c_bool=ctypes:c_bool
        c_char=ctypes:c_char c_char_p=ctypes:c_char_p c_int c_str c_void_p cast check_call collections
        context=mxnet.context ctypes2numpy_shared=mxnet.base:ctypes2numpy_shared is_np_array
        mx_float=mxnet.base:mx_float mx_int mx_uint pointer=ctypes:pointer py_str symbol traceback warnings
        """,
    "optimizer": "NDabs=mxnet.ndarray:abs",
    "optimizer.contrib": """
        clip contrib=mxnet.ndarray.contrib mean=mxnet.ndarray:mean sqrt=mxnet.ndarray:sqrt square zeros
        """,
    "optimizer.optimizer": """
        NDArray NDnorm=mxnet.ndarray:norm adam_update=mxnet.ndarray:adam_update array=mxnet.ndarray.utils:array
        cast=mxnet.ndarray:cast clip ftml_update=mxnet.ndarray:ftml_update ftrl_update=mxnet.ndarray:ftrl_update
        is_np_array lamb_update_phase1=mxnet.ndarray:lamb_update_phase1
        lamb_update_phase2=mxnet.ndarray:lamb_update_phase2 logging math maximum
        mp_lamb_update_phase1=mxnet.ndarray:mp_lamb_update_phase1
        mp_lamb_update_phase2=mxnet.ndarray:mp_lamb_update_phase2
        mp_nag_mom_update=mxnet.ndarray:mp_nag_mom_update mp_sgd_mom_update=mxnet.ndarray:mp_sgd_mom_update
        mp_sgd_update=mxnet.ndarray:mp_sgd_update multi_lamb_update=mxnet.ndarray.contrib:multi_lamb_update
        multi_lars=mxnet.ndarray:multi_lars multi_mp_lamb_update=mxnet.ndarray.contrib:multi_mp_lamb_update
        multi_mp_sgd_mom_update=mxnet.ndarray:multi_mp_sgd_mom_update
        multi_mp_sgd_update=mxnet.ndarray:multi_mp_sgd_update
        multi_sgd_mom_update=mxnet.ndarray:multi_sgd_mom_update multi_sgd_update=mxnet.ndarray:multi_sgd_update
        multi_sum_sq=mxnet.ndarray:multi_sum_sq multiply=mxnet.ndarray.ndarray:multiply
        nag_mom_update=mxnet.ndarray:nag_mom_update normal=mxnet.ndarray.random:normal numpy os pickle
        preloaded_multi_mp_sgd_mom_update=mxnet.ndarray:preloaded_multi_mp_sgd_mom_update
        preloaded_multi_mp_sgd_update=mxnet.ndarray:preloaded_multi_mp_sgd_update
        preloaded_multi_sgd_mom_update=mxnet.ndarray:preloaded_multi_sgd_mom_update
        preloaded_multi_sgd_update=mxnet.ndarray:preloaded_multi_sgd_update py_str
        rmsprop_update=mxnet.ndarray:rmsprop_update rmspropalex_update=mxnet.ndarray:rmspropalex_update
        sgd_mom_update=mxnet.ndarray:sgd_mom_update sgd_update=mxnet.ndarray:sgd_update
        signsgd_update=mxnet.ndarray:signsgd_update signum_update=mxnet.ndarray:signum_update
        sparse=mxnet.ndarray.sparse sqrt=mxnet.ndarray:sqrt square warnings zeros
        """,
    "profiler": """
        * KVStoreHandle ProfileHandle=mxnet.base:ProfileHandle _LIB c_str c_str_array check_call ctypes py_str
        warnings
        """,
    "random": "* Context _LIB check_call ctypes integer_types",
    "recordio": """
        * RecordIOHandle=mxnet.base:RecordIOHandle _LIB c_str check_call ctypes
        current_process=multiprocessing.process:current_process cv2 namedtuple np numbers=numbers struct=struct
        """,
    "registry": "* json string_types warnings",
    "rnn": """
        * DataBatch DataDesc DataIter bisect functools init load_checkpoint ndarray np numeric_types random
        save_checkpoint string_types symbol warnings
        """,
    "rnn.io": "* DataBatch DataDesc DataIter bisect ndarray np random",
    "rnn.rnn": "* BaseRNNCell=mxnet.rnn.rnn_cell:BaseRNNCell load_checkpoint save_checkpoint warnings",
    "rnn.rnn_cell": "* functools init ndarray numeric_types string_types symbol warnings",
    "runtime": "* _LIB check_call collections ctypes",
    "symbol._internal": "AttrScope NameManager _Null _os _sys",
    "symbol.contrib": "AttrScope SymbolHandle _LIB _as_list check_call copy ctypes symbol=mxnet.symbol.symbol",
    "symbol.register": """
        * AttrScope NameManager _LIB _adamw_update=mxnet.symbol._internal:_adamw_update
        _internal=mxnet.symbol._internal _mp_adamw_update=mxnet.symbol._internal:_mp_adamw_update _np _os
        adamw_update=mxnet.symbol.contrib:adamw_update check_call ctypes
        mp_adamw_update=mxnet.symbol.contrib:mp_adamw_update mx_uint py_str
        """,
    "symbol.symbol": """
        AttrScope Executor=mxnet.executor:Executor ExecutorHandle NDArray NDArrayHandle Number SymbolHandle
        _DTYPE_MX_TO_NP _DTYPE_NP_TO_MX _GRAD_REQ_MAP _LIB
        _SIGNED_INT32_UPPER_LIMIT=mxnet.ndarray.ndarray:_SIGNED_INT32_UPPER_LIMIT _STORAGE_TYPE_STR_TO_ID
        _int64_enabled _internal=mxnet.symbol._internal _numpy=numpy arange=mxnet.symbol:arange array c_array
        c_array_buf c_handle_array c_str c_str_array check_call eye=mxnet.symbol:eye full=mxnet.symbol:full
        histogram=mxnet.symbol:histogram hypot=mxnet.symbol:hypot integer_types is_np_shape=mxnet.util:is_np_shape
        linspace=mxnet.symbol:linspace maximum=mxnet.symbol:maximum minimum=mxnet.symbol:minimum mx_int mx_int64
        mx_uint numeric_types ones=mxnet.symbol:ones op=mxnet.symbol.op pow=mxnet.symbol:pow
        power=mxnet.symbol:power py_slice py_str split_v2=mxnet.symbol:split_v2 string_types
        zeros=mxnet.symbol:zeros
        """,
    "util": "* _LIB c_str check_call ctypes functools inspect=inspect py_str threading",
    "visualization": "* Symbol copy json re warnings",
}

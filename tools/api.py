"""Says which names of MXNet 1.9.1's Python interface are here, which are not, and why: `make api`.

tools/data/reference_api.json holds the public names of the reference's modules with their arguments,
tools/data/reference_names.json all names, private ones included, since programs import those too.
"""
import argparse
import functools
import importlib
import inspect
import json
import re
import sys
from collections import Counter
from pathlib import Path

from mxnet.core.errors import MXNetError

DATA = Path(__file__).parent / "data"

# What is left out: a pattern of "module.name" or "module.class.member", and the reason. The first that fits counts.
REASONS = [(re.compile(pattern), reason) for pattern, reason in (
    (r"np_symbol|numpy_op_fallback|_mx_npx?$|_npi$|_np_ndarray|_NP_|_is_np_op|_init_np_op|_output_is_list|_np_array|"
     r"_np_shape|_verify_all_np|_verify_np|_NumpyArrayScope|_internal\._np|_internal\._npi",
     "how its NumPy front-end is made from the registry; here it is made another way"),
    (r"mxnet\.numpy\.\w+\(", "arguments that NumPy itself has no longer"),
    (r"contrib\.svrg", "what the files of SVRG import, and how it makes its optimizer there"),
    (r"mxnet\.(rtc|torch|th|tvmop|space)\b|mxnet\.contrib\.tensorrt", "needs a compiler or a library of its own"),
    (r"mxnet\.notebook\.callback\._", "how its charts copy their numbers; here Bokeh takes them"),
    (r"mxnet\.notebook\.(bokeh|Bokeh_|callback\.(pd|Pandas_))", "packages it looks for at import; here at their use"),
    (r"_internal\._backward_|_internal\._(cond|foreach|while_loop)$|_internal\._(CachedOp|CachedOpThreadSafe|sg_mkldnn_\w+)$",
     "nodes that only MXNet's own graphs have; gradients here are rules of the operator"),
    (r"mxnet\.(_ctypes|_cy3|_ffi|_api_internal|api|cython|_global_var)\b|NDArrayBase|SymbolBase|_imperative_invoke|"
     r"_symbol_creator|_set_(np_)?(ndarray|symbol)_class|_ndarray_cls|_new_(empty|alloc)_handle|_new_from_shared_mem|"
     r"_tvm_|_ctype_|_updater_wrapper|_monitor_callback_wrapper|_init_(op|io|kvstore_server)_module|_load_lib|"
     r"_notify_shutdown|_make_(io_iterator|ndarray_function|symbol_function)|_generate_\w+_(code|signature)|"
     r"_get_op_submodule_name|_verify_(all_)?legacy|DL(Context|DataType|ManagedTensor|Tensor)$|[dD]eleter|_c_str_|"
     r"PyCapsuleDestructor|_parse_head|Function\._(Registry|bwd_functype|del_functype|registry)|operator\._[rR]egistry|"
     r"_ref_holder|\._set_handle|Symbol\.handle|_get_ndarray_inputs|Feature\._|_b_(base|needsfree)_|_objects$|"
     r"c_int_p$|profiler_kvstore_handle|_INT64_TENSOR|_CUDA_SUCCESS|_logged$|_send_command_to_servers|_controller$|"
     r"_to_shared_mem|(Executor|KVStore)\.__init__\(",
     "how MXNet's Python talks to its C library, which is not behind this package"),
    (r"(ndarray|symbol)_doc|_build_doc", "texts for docstrings, which are made from the operators here"),
    (r"onnx2mx|mx2onnx|onnx\.\w+_$", "parts of its translation of ONNX files; here it is another"),
    (r"contrib\.amp\.amp\._", "how its mixed precision replaces functions; here nothing is replaced"),
    (r"contrib\.text\.", "parts of reading vectors of words; here others"),
    (r"ndarray\.(ndarray|sparse)\.(\w*NDArray)\.|ndarray\.sparse\._|_random_helper|symbol\.contrib\._|"
     r"_RecordingStateScope", "parts of indexing, sparse arrays, sampling and control flow; here others"),
    (r"optimizer\.optimizer\.|_as_classic|_flatten_list", "parts of its optimizers' steps; here others"),
    (r"metric\.|image\.detection\.", "parts of metrics and of crops; here others"),
    (r"initializer\._register|metric\._create", "made by mx.registry; what programs call is register and create"),
    (r"test_utils\.(requests|_features)", "a package that need not be there, and what mx.runtime tells"),
)]


@functools.cache
def reference():
    """Give module -> name -> arguments, or methods with theirs; None where only the name counts."""
    facts = json.loads((DATA / "reference_api.json").read_text())
    for module, known in json.loads((DATA / "reference_names.json").read_text()).items():
        names = facts.setdefault(module, {})
        members = known.get("classes", {})
        for name in known["names"].split():
            names.setdefault(name, None)
            if name in members:
                found = names[name] if isinstance(names[name], dict) else {}
                names[name] = {**dict.fromkeys(members[name].split()), **found}
    return facts


@functools.cache
def stars():
    """Give module -> the names of its ``__all__``."""
    facts = json.loads((DATA / "reference_names.json").read_text())
    return {module: known["all"].split() for module, known in facts.items() if "all" in known}


def missing_arguments(wanted, function):
    """Name the arguments that a function of the reference has and ours does not take by name."""
    if wanted is None or not callable(function):
        return []
    try:
        ours = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return []
    if any(item.kind is item.VAR_KEYWORD for item in ours.values()):
        return []
    return [name for name in wanted if name not in ours and not name.startswith("*") and name != "self"]


def has(owner, name):
    """Tell whether a name is there; asking for one may import what is not here."""
    try:
        getattr(owner, name)
    except (AttributeError, ImportError, MXNetError):
        return False
    return True


# Members of exceptions that the reference's Python has and this one has not.
NEWER = () if sys.version_info >= (3, 11) else ("add_note",)


def survey(module, names):
    """Compare one module; give (names here, list of what is missing)."""
    try:
        ours = importlib.import_module(module)
    except (ImportError, MXNetError):
        return 0, ["the module"]
    here, missing = 0, []
    for name, wanted in names.items():
        if not has(ours, name):
            missing.append(name)
            continue
        here += 1
        found = getattr(ours, name)
        if isinstance(wanted, dict):
            missing += [f"{name}.{member}" for member in wanted if not has(found, member) and member not in NEWER]
            for method, arguments in wanted.items():
                if lost := missing_arguments(arguments, getattr(found, method, None)):
                    missing.append(f"{name}.{method}({', '.join(lost)})")
        elif lost := missing_arguments(wanted, found):
            missing.append(f"{name}({', '.join(lost)})")
    return here, missing


def reason(module, item):
    """Give the reason why a name is missing; None where there is none."""
    full = module if item == "the module" else f"{module}.{item}"
    return next((text for pattern, text in REASONS if pattern.search(full)), None)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", help="only these, with what each lacks, such as mxnet.io")
    options = parser.parse_args(arguments)
    facts, left = reference(), Counter()
    for module in options.modules or facts:
        if module not in facts:
            parser.error(f"no module {module} in the reference; there are {', '.join(facts)}")
        here, missing = survey(module, facts[module])
        print(f"{module:44} {here:4d} of {len(facts[module]):4d}")
        for item in missing:
            why = reason(module, item) or "no reason given"
            left[why] += len(facts[module]) if item == "the module" else 1
            if options.modules:
                print(f"    {item}: {why}")
    print("\nleft out:")
    for why, count in left.most_common():
        print(f"{count:6d}  {why}")


if __name__ == "__main__":
    main()

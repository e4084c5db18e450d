"""What metrics give for fixed batches. The same code runs on the reference to record its values:

    python tests/metric/cases.py > tests/data/metric_values.json
"""
import json
import sys

import numpy as np

# name: (metric, constructor arguments, how batches are made)
CASES = {
    "accuracy": ("acc", {}, "classes"),
    "accuracy_of_classes": ("acc", {}, "decided"),
    "accuracy_axis": ("acc", {"axis": 2}, "last_axis"),
    "accuracy_image": ("acc", {}, "image"),
    "accuracy_fractions": ("acc", {}, "fractions"),
    "accuracy_two_outputs": ("acc", {"name": "both"}, "two_outputs"),
    "top_2": ("top_k_acc", {"top_k": 2}, "classes"),
    "top_4": ("TopKAccuracy", {"top_k": 4}, "classes"),
    "top_2_column": ("top_k_accuracy", {"top_k": 2}, "column"),
    "f1_macro": ("f1", {}, "binary"),
    "f1_micro": ("f1", {"average": "micro"}, "binary"),
    "f1_two_outputs": ("f1", {}, "binary_two_outputs"),
    "f1_column": ("f1", {}, "binary_column"),
    "mcc_macro": ("mcc", {}, "binary"),
    "mcc_micro": ("mcc", {"average": "micro"}, "binary"),
    "mcc_constant": ("mcc", {}, "binary_constant"),
    "perplexity": ("perplexity", {"ignore_label": None}, "classes"),
    "perplexity_ignore": ("perplexity", {"ignore_label": 0}, "classes"),
    "perplexity_ignore_outside": ("perplexity", {"ignore_label": -1}, "missing"),
    "perplexity_wide_label": ("perplexity", {"ignore_label": 2}, "wide_label"),
    "perplexity_half": ("perplexity", {"ignore_label": 0}, "half"),
    "mae": ("mae", {}, "numbers"),
    "mse": ("mse", {}, "numbers"),
    "rmse": ("rmse", {}, "numbers"),
    "mae_column": ("mae", {}, "numbers_column"),
    "rmse_broadcast": ("rmse", {}, "numbers_broadcast"),
    "mse_integers": ("mse", {}, "integers"),
    "mae_mixed": ("mae", {}, "mixed"),
    "mse_half": ("mse", {}, "numbers_half"),
    "cross_entropy": ("ce", {}, "classes"),
    "cross_entropy_eps": ("ce", {"eps": 0.1}, "classes"),
    "cross_entropy_negative": ("ce", {}, "missing"),
    "cross_entropy_image": ("ce", {}, "image_shared_label"),
    "nll": ("nll_loss", {}, "classes"),
    "pearson_macro": ("pearsonr", {}, "numbers"),
    "pearson_micro": ("pearsonr", {"average": "micro"}, "numbers"),
    "pcc": ("pcc", {}, "classes"),
    "pcc_binary": ("pcc", {}, "binary"),
    "pcc_of_classes": ("pcc", {}, "decided"),
    "loss": ("loss", {}, "numbers"),
    "torch": ("torch", {}, "numbers"),
    "caffe": ("caffe", {"name": "c"}, "numbers"),
    "composite": (["acc", "ce"], {}, "classes"),
}


def make(kind, rng):
    """Return the labels and predictions of one batch as lists of NumPy arrays."""
    size = 7
    label = rng.randint(0, 5, size).astype("float32")
    scores = rng.dirichlet(np.ones(5), size).astype("float32")
    numbers = rng.normal(size=(2, size, 3)).astype("float32")
    binary = [rng.randint(0, 2, size).astype("float32"),
              rng.dirichlet(np.ones(2), size).astype("float32")]
    image = [rng.randint(0, 4, (size, 3, 2)).astype("float32"),
             rng.rand(size, 4, 3, 2).astype("float32")]
    counts = rng.randint(0, 9, (2, size)).astype("int32")
    return {
        "classes": ([label], [scores]),
        "decided": ([label], [rng.randint(0, 5, size).astype("float32")]),
        "last_axis": ([rng.randint(0, 4, (size, 3))], [rng.rand(size, 3, 4)]),
        "image": ([image[0]], [image[1]]),
        "image_shared_label": ([image[0][:, 0, 0]], [image[1]]),
        "fractions": ([label + 0.75], [rng.randint(0, 5, size) + rng.rand(size)]),
        "two_outputs": ([label, image[0]], [scores, image[1]]),
        "column": ([label.reshape(-1, 1)], [scores]),
        "binary": ([binary[0]], [binary[1]]),
        "binary_two_outputs": ([binary[0], binary[0][::-1].copy()], [binary[1], binary[1]]),
        "binary_column": ([binary[0].reshape(-1, 1)], [binary[1]]),
        "binary_constant": ([binary[0]], [np.repeat([[0.2, 0.8]], size, 0)]),
        "missing": ([label - 1], [scores]),
        "wide_label": ([np.stack([label, label])], [np.concatenate([scores, scores[::-1]])]),
        "half": ([label], [scores.astype("float16")]),
        "numbers": ([numbers[0]], [numbers[1]]),
        "numbers_column": ([numbers[0][:, 0]], [numbers[1][:, :1]]),
        "numbers_broadcast": ([numbers[0][:, 0]], [numbers[1]]),
        "integers": ([counts[0]], [counts[1]]),
        "mixed": ([counts[0]], [numbers[1][:, 0]]),
        "numbers_half": ([numbers[0]], [numbers[1].astype("float16")]),
    }[kind]


def results(mx):
    """Run every case and return {case: [value after each step, ...]}."""
    found = {}
    for case, (metric, arguments, kind) in CASES.items():
        rng = np.random.RandomState(len(case))
        metric = mx.metric.create(metric, **arguments)
        steps = [metric.get()]
        for step in range(5):
            labels, preds = ([mx.nd.array(array, dtype=array.dtype) for array in arrays]
                             for arrays in make(kind, rng))
            metric.update(labels, preds)
            if step == 2:
                metric.reset_local()
            elif step != 3:  # a step whose result is not read
                steps += [metric.get(), metric.get_global()]
        if not isinstance(metric, mx.metric.CompositeEvalMetric):
            counts = [float(metric.num_inst), float(metric.global_num_inst),
                      float(metric.sum_metric), float(metric.global_sum_metric)]
            steps.append(["counts", counts])
        metric.reset()
        steps += [metric.get(), metric.get_global()]
        found[case] = [[name, np.asarray(value, "float64").tolist()] for name, value in steps]
    return found


if __name__ == "__main__":
    import mxnet

    values = {case: json.dumps(steps) for case, steps in results(mxnet).items()}
    lines = ",\n".join(f'"{case}": {steps}' for case, steps in values.items())
    made = f"made by tests/metric/cases.py on MXNet {mxnet.__version__}"
    sys.stdout.write(f'{{\n"_": "{made}",\n{lines}\n}}\n')

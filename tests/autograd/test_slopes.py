"""Which inputs of operators a gradient reaches: in all modes the same ones, and no others than in MXNet."""
import json
from collections import defaultdict

import pytest

import mxnet as mx
from mxnet.core.op import find
from tests.autograd.record_slopes import RECORDED
from tests.autograd.slopes import MODES, WORDS, answer, asked

THEIRS = json.loads(RECORDED.read_text())
CASES = defaultdict(list)
for _case in asked(every=False):
    CASES[_case.op].append(_case)

# Inputs to which MXNet 1.9.1 passes a gradient of zeros, and this package none.
ABSENT = """CTCLoss Crop LinearRegressionOutput LogisticRegressionOutput MAERegressionOutput ROIPooling SVMOutput
    SequenceLast SequenceMask SequenceReverse SoftmaxOutput _contrib_BilinearResize2D _contrib_DeformablePSROIPooling
    _contrib_MultiBoxDetection _contrib_MultiBoxPrior _contrib_MultiBoxTarget _contrib_MultiProposal
    _contrib_PSROIPooling _contrib_Proposal _contrib_ROIAlign _contrib_bipartite_matching _contrib_box_iou
    _contrib_index_copy _linalg_slogdet _contrib_hawkesll _npi_sign _random_pdf_generalized_negative_binomial
    _random_pdf_negative_binomial _random_pdf_poisson _random_pdf_uniform sign slice_like softmax take""".split()
# Gradients that MXNet 1.9.1 does not have.
MORE = """_np_atleast_1d _np_atleast_2d _np_atleast_3d _npi_boolean_mask_assign_scalar _npi_eigh _npi_eigvalsh
    _npi_pinv _npi_pinv_scalar_rcond _npi_std _npi_var""".split()
# Each of its outputs depends on one input; backward programs give zeros to the others, as MXNet does.
EACH_BY_ITSELF = "amp_multicast"


def answers_of(name):
    """Ask in all modes and by each output what says that some inputs or outputs are constant, others more shortly."""
    op = find(name)
    thoroughly = op.constant or op.constant_outputs
    for case in CASES[name]:
        found = answer(mx, case, MODES if thoroughly else ("eager", "bound"), by_output=bool(thoroughly))
        for question, answers in found.items():
            yield case, question, dict(zip(MODES if thoroughly else ("eager", "bound"), answers))


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_gradient_reaches_the_same_inputs(name):
    for case, question, answers in answers_of(name):
        told = {text if text in WORDS else "refused" for text in answers.values()}
        assert len(told) == 1, f"{case.id}, input and output {question}: {answers}"
        ours, theirs = told.pop(), THEIRS.get(case.id, {}).get(question, "refused")
        if "refused" in (ours, theirs):
            continue
        wanted = {"nan": "0" if name in ABSENT else None, "0": "nan" if name in MORE else None}.get(theirs)
        assert ours in (theirs, wanted), f"{case.id}, input and output {question}: {ours}, MXNet {theirs}"


def test_indices_are_pruned_in_every_mode():
    """The example of a metric-learning program, which turned its loss into NaN."""
    x = mx.nd.array([1, 0.5])

    class Net(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            d = F.sqrt(F.relu(1 - x))
            drawn = F.sample_multinomial(F.expand_dims(d + 1, 0), shape=(1,))
            return F.sum(x * x) + 0 * F.sum(F.cast(drawn, "float32"))

    found = []
    for options in (None, {}, {"static_alloc": True}):
        net = Net()
        if options is not None:
            net.hybridize(**options)
        x.attach_grad()
        with mx.autograd.record():
            loss = net(x)
        loss.backward()
        found.append(x.grad.asnumpy().tolist())
    symbol = Net()(mx.sym.var("x"))
    executor = symbol.bind(mx.cpu(), {"x": x}, {"x": mx.nd.zeros(2)})
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones(1))
    found.append(executor.grad_dict["x"].asnumpy().tolist())
    assert found == [[2, 1]] * 4


def test_the_probability_of_a_sample_has_a_gradient():
    """`sample_multinomial` with ``get_prob``: from the second output only."""
    x = mx.nd.array([[0.25, 0.75]])
    x.attach_grad()
    with mx.autograd.record():
        drawn, logarithm = mx.nd.sample_multinomial(x, get_prob=True)
    logarithm.backward()
    place = int(drawn.asscalar())
    wanted = [0.0, 0.0]
    wanted[place] = 1 / x.asnumpy()[0, place]
    assert x.grad.asnumpy().ravel().tolist() == wanted


def test_a_refused_operator_may_stand_before_indices():
    """No gradient arrives there, so that nothing is refused; in MXNet `pick` lets it pass, too."""
    x, rows = mx.nd.array([[1, 5], [7, 2]]), mx.nd.array([[1, 2], [3, 4]])
    symbol = mx.sym.pick(mx.sym.var("rows"), mx.sym.argmax_channel(mx.sym.var("x")))
    gradients = {"x": mx.nd.ones(x.shape), "rows": mx.nd.ones(rows.shape)}
    executor = symbol.bind(mx.cpu(), {"x": x, "rows": rows}, gradients)
    executor.forward(is_train=True)
    executor.backward(mx.nd.ones(2))
    x.attach_grad()
    rows.attach_grad()
    with mx.autograd.record():
        loss = mx.nd.pick(rows, mx.nd.argmax_channel(x))
    loss.backward()
    for eager, bound in ((x.grad, gradients["x"]), (rows.grad, gradients["rows"])):
        assert (eager == bound).asnumpy().all()
    assert gradients["x"].asnumpy().sum() == 0
    assert gradients["rows"].asnumpy().tolist() == [[0, 1], [1, 0]]


def test_a_recorded_index_of_integers_keeps_the_rule():
    """Integers pass gradients in float64, but not as an index."""
    x, rows = mx.nd.array([1, 0], dtype="int32"), mx.nd.array([[1, 2], [3, 4]])
    x.attach_grad()
    rows.attach_grad()
    with mx.autograd.record():
        loss = (mx.nd.take(rows, x * 1) * mx.nd.array([[1, 2], [3, 4]])).sum()
    loss.backward()
    assert rows.grad.asnumpy().tolist() == [[3, 4], [1, 2]]
    assert x.grad.asnumpy().tolist() == [0, 0]


class _Looping(mx.gluon.HybridBlock):
    """Take elements at indices inside of loops and branches, which do nothing else with the indices."""

    def __init__(self, kind):
        super().__init__()
        self.kind = kind

    def hybrid_forward(self, F, rows, x):
        indices = F.sqrt(F.relu(1 - x)) + 1
        if self.kind == "slices":
            found, _ = F.contrib.foreach(lambda index, states: (
                F.pick(F.reshape(states[0], shape=(1, -1)), F.reshape(index, shape=(1,))), states), indices, [rows])
        elif self.kind == "other inputs":
            found, _ = F.contrib.foreach(lambda item, states: (F.take(item, indices), states),
                                         F.reshape(rows, shape=(1, -1)), [rows])
        elif self.kind == "while":
            found, _ = F.contrib.while_loop(lambda step, item: F.sum(step) < 2, lambda step, item: (
                F.take(item, indices), [step + 1, item * 2]), [F.zeros((1,)), rows], max_iterations=3)
            found = found[0] if isinstance(found, list) else found
        else:
            found = F.contrib.cond(F.sum(indices) > 0, lambda: F.take(rows, indices), lambda: F.take(rows, indices) * 2)
        return F.sum(found)


@pytest.mark.parametrize(("kind", "wanted"), [("slices", 2), ("other inputs", 2), ("while", 6), ("branches", 2)])
def test_indices_inside_of_control_flow(kind, wanted):
    for options in (None, {}, {"static_alloc": True}):
        net = _Looping(kind)
        if options is not None:
            net.hybridize(**options)
        rows, x = mx.nd.array([1, 2, 3]), mx.nd.ones(2)
        rows.attach_grad()
        x.attach_grad()
        with mx.autograd.record():
            loss = net(rows, x)
        loss.backward()
        assert rows.grad.asnumpy().tolist() == [0, wanted, 0]
        assert x.grad.asnumpy().tolist() == [0, 0]

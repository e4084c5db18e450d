"""Walks of operators on sequences."""
from tests.conformance.walk import array, walk


@walk("SequenceMask", "SequenceLast", "SequenceReverse")
def sequence(draw):
    shape = draw.shape((2, 4))
    axis = 0 if draw.op == "SequenceReverse" else draw.integer(0, 1)
    inputs, lengths = [array(shape, dtype=draw.dtype())], draw.flag()
    if lengths:
        inputs.append(array([shape[1 - axis]], "integers", draw.dtype("int32", "float32"), low=1,
                            high=shape[axis] + 1, grad=False))
    # Without lengths the reference's gradient of SequenceLast corrupts memory.
    return draw.case(inputs, axis=axis, use_sequence_length=lengths,
                     grad=lengths or draw.op != "SequenceLast",
                     value=draw.choice([None, -1.5]) if draw.op == "SequenceMask" else None)


@walk("CTCLoss")
def ctc_loss(draw):
    # Long enough for any label: the reference's gradient of one that cannot fit is unset memory.
    steps, batch, classes = draw.integer(6, 9), draw.integer(1, 3), draw.integer(3, 6)
    most, last = draw.integer(1, 3), draw.flag()
    low, high = (0, classes - 1) if last else (1, classes)
    inputs = [array([steps, batch, classes]), array([batch, most], "integers", low=low, high=high, grad=False)]
    scores, labels = draw.flag(), draw.flag()
    if scores:
        inputs.append(array([batch], "integers", low=most, high=steps + 1, grad=False, name="data_lengths"))
    if labels:
        inputs.append(array([batch], "integers", low=1, high=most + 1, grad=False, name="label_lengths"))
    # Past a sequence's end the reference's gradient is unset memory.
    return draw.case(inputs, grad=not scores, use_data_lengths=scores, use_label_lengths=labels,
                     blank_label="last" if last else "first")

"""Evaluation metrics: the quality of predictions, accumulated over batches (`mx.metric`)."""
from ..core.borrowed import borrowed as _borrowed
from .classification import F1, MCC, Accuracy, TopKAccuracy
from .composite import CompositeEvalMetric
from .correlation import PCC, PearsonCorrelation
from .custom import CustomMetric, np
from .eval_metric import EvalMetric, alias, check_label_shapes, create, register
from .loss import Caffe, Loss, Torch
from .probability import CrossEntropy, NegativeLogLikelihood, Perplexity
from .regression import MAE, MSE, RMSE

__all__ = [
    "Accuracy", "Caffe", "CompositeEvalMetric", "CrossEntropy", "CustomMetric", "EvalMetric", "F1",
    "Loss", "MAE", "MCC", "MSE", "NegativeLogLikelihood", "PCC", "PearsonCorrelation",
    "Perplexity", "RMSE", "TopKAccuracy", "Torch", "alias", "check_label_shapes", "create", "np",
    "register",
]  # fmt: skip


_borrowed(__name__)

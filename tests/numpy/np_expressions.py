"""Expressions of mx.np, one answer each: value, shape and type, or the kind of error.

Run as a script it writes the answers of the running MXNet: ``np_expressions.py expressions.json``.
"""
import json
import sys

import numpy as onp

import mxnet as mx
from mxnet import np, npx

ERRORS = (TypeError, IndexError, ValueError)


def names():
    """Make the arrays that the expressions are about."""
    rng = onp.random.RandomState(0)

    def f(*shape):
        return np.array(rng.uniform(-2, 2, shape).astype("float32"))
    return {"a": f(2, 3), "b": f(3, 4), "c": f(2, 3, 4), "v": f(4), "i": np.array([[3, 1], [2, 5]], dtype="int32"),
            "m": np.array([[True, False, True], [False, False, True]], dtype="bool"), "z": np.zeros((0, 3)),
            "s": np.array(2.5), "f": f, "np": np, "npx": npx, "onp": onp}


def shown(result):
    """Give an answer as JSON has it."""
    if isinstance(result, (list, tuple)):
        return [shown(item) for item in result]
    if isinstance(result, mx.nd.NDArray):
        values = result.asnumpy()
        numbers = onp.round(values.astype("float64"), 3) + 0.0
        return {"type": str(values.dtype), "shape": list(values.shape), "values": [str(x) for x in numbers.ravel()]}
    return str(result)


def answer(expression, known):
    """Compute an expression, or tell how it fails."""
    try:
        return shown(eval(expression, dict(known)))
    except Exception as error:
        return next((kind.__name__ for kind in ERRORS if isinstance(error, kind)), "error")


EXPRESSIONS = """
np.sum(i)
np.prod(i,axis=0)
np.mean(i)
np.std(c,axis=(0,2))
np.var(i)
np.max(c,axis=1,keepdims=True)
np.all(m,axis=1)
np.any(m)
np.cumsum(i)
np.cumsum(a,axis=1)
np.argmax(c,axis=2)
np.argmin(a)
np.sum(z)
np.sum(z,axis=0)
np.mean(z)
np.max(z)
np.prod(z)
np.sum(a,axis=(0,1),keepdims=True)
a.sum(axis=-1)
np.sum(m)
np.sum(i,dtype='float32')
np.mean(a,dtype='float64')
np.max(m)
np.sum(a,axis=3)
np.dot(a,b)
np.dot(v,v)
np.dot(c,b.T)
np.matmul(c,f(2,4,2))
np.tensordot(a,b,1)
np.tensordot(c,b,([1,2],[0,1]))
np.inner(a,a)
np.outer(v,v)
np.vdot(v,v)
np.einsum('ij,jk',a,b)
np.einsum('ijk->k',c)
np.dot(s,a)
np.matmul(v,b.T)
np.concatenate([a,a],axis=1)
np.concatenate([a,v],axis=None)
np.stack([a,a],axis=2)
np.vstack([v,v])
np.hstack([v,v])
np.dstack([a,a])
np.column_stack([v,v])
np.append(a,v)
np.split(a,3,axis=1)
np.array_split(v,3)
np.hsplit(b,2)
np.vsplit(a,2)
np.dsplit(c,2)
np.split(v,[1,3])
np.transpose(c,(2,0,1))
np.swapaxes(c,0,2)
np.moveaxis(c,0,2)
np.flip(a)
np.flip(a,0)
np.fliplr(a)
np.flipud(a)
np.roll(a,1)
np.roll(a,1,axis=1)
np.rot90(a)
np.tile(a,(2,1))
np.repeat(a,2)
np.repeat(a,2,axis=1)
np.expand_dims(a,0).shape
np.squeeze(f(1,3,1)).shape
np.reshape(a,(3,-1))
npx.reshape(c,(-5,-2))
npx.reshape(c,(-6,1,2,-4))
np.ravel(a)
np.broadcast_to(v,(2,4))
np.atleast_1d(s)
np.atleast_2d(v)
np.atleast_3d(a).shape
np.resize(v,(2,3))
np.diag(v)
np.diag(a)
np.diagonal(c)
np.diagflat(v,1)
np.trace(a)
np.tril(a)
np.tril(a,1)
np.eye(3,k=1)
np.identity(2)
np.indices((2,2))
np.meshgrid(v,np.arange(2))
np.arange(1,7,2)
np.arange(5,dtype='int32')
np.linspace(0,1,5)
np.logspace(0,2,3)
np.full((2,),7)
np.full((2,),True)
np.full_like(i,2.7)
np.zeros_like(m)
np.ones_like(a)
np.hanning(5)
np.blackman(4)
np.arange(0)
np.linspace(0,1,4,endpoint=False)
np.linspace(0,10,3,dtype='int32')
np.eye(2,3)
np.where(m,a,-a)
np.where(m,1.0,a)
np.where(m,a,0)
np.where(m,1,2)
np.where(m)
np.nonzero(i)
np.unique(i)
np.unique(i,return_counts=True)
np.take(v,i,mode='clip')
np.take(a,np.array([1,0]),axis=1)
np.take(v,np.array([9]),mode='wrap')
np.insert(v,1,5)
np.insert(a,1,v[:2],axis=1)
np.delete(v,1)
np.delete(a,0,axis=1)
np.delete(v,np.array([0,2],dtype='int64'))
np.delete(v,slice(0,2))
np.sort(a,axis=0)
np.argsort(v)
np.percentile(v,30)
np.quantile(v,0.5)
np.percentile(a,np.array([10,90]),axis=1)
np.bincount(np.array([1,1,3],dtype='int32'))
np.histogram(v,bins=3,range=(-2,2))
np.diff(v)
np.diff(a,axis=0)
np.ediff1d(v)
np.ediff1d(v,to_end=1.0)
np.polyval(np.array([1,2,3]),v)
np.average(a,axis=1)
np.average(a,weights=a*a)
np.clip(a,-1,1)
np.clip(i,2,4)
np.around(a,1)
np.nan_to_num(np.array([onp.nan,1,onp.inf]))
np.linalg.norm(a)
np.linalg.norm(a,axis=1)
np.linalg.norm(a,ord='fro',axis=(0,1))
np.linalg.norm(a,ord=1,axis=0)
np.linalg.norm(a,ord='nuc',axis=(0,1))
np.linalg.det(np.eye(3)*2)
np.linalg.slogdet(np.eye(2)*3)
np.linalg.cholesky(np.eye(2)*4)
np.linalg.solve(np.eye(2)*2,np.ones((2,)))
np.linalg.eigvalsh(np.eye(2))
np.linalg.pinv(np.eye(2))
np.linalg.tensorinv(np.eye(4).reshape(2,2,4)).shape
np.sin(i)
np.exp(i)
np.sqrt(i)
np.abs(-i)
np.sign(a)
np.floor(a)
np.rint(np.array([0.5,1.5,-0.5,2.5]))
np.fix(a)
np.trunc(a)
np.logical_not(i)
np.bitwise_not(i)
np.isnan(a)
np.reciprocal(i)
np.square(i)
np.negative(i)
np.cbrt(a)
np.log(i)
np.degrees(a)
np.invert(m)
np.fabs(a)
i%2
7%i
i**2
2**i
a%0.7
-a%0.7
i&1
i|4
i^3
a>0
a==a
i!=3
a<s
np.lcm(i,i)
np.hypot(a,a)
np.arctan2(a,a)
np.copysign(a,-a)
np.ldexp(a,np.ones((2,3)))
np.maximum(a,0)
np.minimum(i,3)
np.power(a*a,0.5)
a-i
i+m
m+m
m*a
np.true_divide(i,i)
np.add(i,1.9)
np.multiply(i,2.9)
i-1.9
i/0
np.mod(i,0)
5.0-i
i*True
npx.softmax(a)
npx.log_softmax(a)
npx.relu(a)
npx.sigmoid(a)
npx.one_hot(np.array([1,0]),3)
npx.pick(a,np.array([0,2]))
npx.topk(v,k=2)
npx.topk(v,k=2,ret_typ='value')
npx.batch_flatten(c).shape
npx.gamma(np.array([1,2,3.5]))
npx.erf(a)
npx.smooth_l1(a)
npx.leaky_relu(a,act_type='leaky',slope=0.1)
npx.activation(a,act_type='softrelu')
npx.layer_norm(a,np.ones(3),np.zeros(3))
npx.sequence_mask(c,np.array([1,2,1]),True)
npx.arange_like(a,axis=1)
npx.shape_array(c)
npx.gather_nd(a,np.array([[0,1],[1,2]],dtype='int64'))
npx.nonzero(i)
npx.reshape_like(a,f(3,2))
npx.slice(a,begin=(0,1),end=(2,3))
npx.batch_dot(c,f(2,4,2)).shape
npx.embedding(np.array([1,0]),b,input_dim=3,output_dim=4)
npx.cast(a,'int32')
npx.arange_like(a)
a[0]
a[:,1]
a[...,0]
a[None].shape
a[-1,-1]
a[1:,::2]
a[::-1]
c[1,:,None].shape
a[[0,1],[1,2]]
a[np.array([1,0])]
a[m]
a[i[0]>2]
c[:,np.array([0,2])].shape
c[0,[1,2]].shape
a[5:]
s[()]
a[0,1:3]
a[(0,)]
c[...,None].shape
c[np.array([0,1]),:,np.array([1,2])].shape
v[np.array(1)]
a[np.array([[0,1],[1,0]])].shape
a[slice(None),0]
c[m].shape
np.shape(a)
np.allclose(a,a)
np.array_equal(a,a)
np.isclose(a,a)
np.searchsorted(v,v).dtype
np.in1d(v,v)
np.diag_indices_from(np.eye(2))
np.unravel_index(np.array([3,5],dtype='int64'),(2,3))
np.vander(v).shape
np.tril_indices_from(np.eye(3))
np.digitize(v,v).dtype
np.cov(a).shape
np.flatnonzero(i)
""".strip().splitlines()


def answers():
    """Give all answers, in NumPy mode."""
    npx.set_np()
    try:
        known = names()
        return {expression: answer(expression, known) for expression in EXPRESSIONS}
    finally:
        npx.reset_np()


if __name__ == "__main__":
    with open(sys.argv[1], "w") as file:
        json.dump(answers(), file, indent=0)

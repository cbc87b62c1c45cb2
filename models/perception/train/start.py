# SPDX-License-Identifier: Apache-2.0
"""Go on from a network that was exported: its file has the weights of convolutions into
which the batch normalisation was folded, which is unfolded here by the statistics of one
batch."""
import cv2
import torch
from torch import nn


def convolutions(path):
    """(weights, bias) of a file's convolutions, in their order."""
    net = cv2.dnn.readNetFromONNX(path)
    layers = [net.getLayer(net.getLayerId(name)) for name in net.getLayerNames()]
    return [layer.blobs for layer in layers if layer.type == "Convolution"]


def unfold(module, bias):
    """A hook that sets a normalisation to what it gets, so that it only adds the bias."""

    def hook(norm, inputs):
        x = inputs[0].detach()
        mean, var = x.mean((0, 2, 3)), x.var((0, 2, 3), unbiased=False)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(var)
        norm.weight.data.copy_(torch.sqrt(var + norm.eps))
        norm.bias.data.copy_(mean + bias)

    return module.register_forward_pre_hook(hook)


def load(net, path, batch):
    """Set a network's weights from a file. batch: inputs as in training."""
    kept = convolutions(path)
    modules = [m for m in net.modules() if isinstance(m, (nn.Conv2d, nn.BatchNorm2d))]
    in_order = order_of(net, batch, modules)
    hooks = []
    for i, module in enumerate(in_order):
        if isinstance(module, nn.BatchNorm2d):
            continue
        weight, bias = (torch.from_numpy(blob.copy()) for blob in kept.pop(0))
        module.weight.data.copy_(weight.reshape(module.weight.shape))
        if module.bias is not None:
            module.bias.data.copy_(bias.flatten())
        else:
            hooks.append(unfold(in_order[i + 1], bias.flatten()))
    net.eval()
    with torch.no_grad():
        net(batch)
    for hook in hooks:
        hook.remove()
    net.train()


def order_of(net, batch, modules):
    """The modules in the order in which they are used, as the file has them."""
    used = []
    hooks = [m.register_forward_pre_hook(lambda module, _: used.append(module)) for m in modules]
    with torch.no_grad():
        net(batch[:1])
    for hook in hooks:
        hook.remove()
    return used

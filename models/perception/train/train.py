#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""train.py OUT [--minutes M] [--steps N] [--seed S] [--real FOLDER --crokeye FILE]
[--leave-out NAME]...: train the network on drawn boards, with textures of the real ones
below FOLDER but for those left out. OUT.pt is a checkpoint from which the same command
goes on, OUT.onnx the network.

Prints the mean loss of each hundred steps. Needs PyTorch 1.13 (python3-torch); nothing
of it is needed to build or run the program."""
import argparse
import os
import time

import numpy as np
import torch

from examples import Drawn
from net import SIZE, Eyes, loss_of, n_parameters
from real import pieces, read_folder

BATCH = 8
RATE = 2e-3
SAID_EACH = 100


def export(net, path):
    net.eval()
    torch.onnx.export(net, torch.zeros(1, 7, SIZE, SIZE), path, opset_version=11, input_names=["view"],
                      output_names=["centre", "what"])
    net.train()


def textures(args):
    if not args.real:
        return []
    photos = [photo for photo in read_folder(args.real, args.crokeye) if photo.name not in args.leave_out]
    return [picture for _, picture in pieces(photos, np.random.default_rng(args.seed))]


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("out")
    ask.add_argument("--minutes", type=float, default=60.0)
    ask.add_argument("--steps", type=int, default=10**9)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--workers", type=int, default=1)
    ask.add_argument("--real")
    ask.add_argument("--crokeye", default="crokeye")
    ask.add_argument("--leave-out", action="append", default=[])
    args = ask.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    net = Eyes()
    way = torch.optim.AdamW(net.parameters(), RATE, weight_decay=1e-4)
    step = 0
    if os.path.exists(args.out + ".pt"):
        kept = torch.load(args.out + ".pt")
        net.load_state_dict(kept["net"])
        way.load_state_dict(kept["way"])
        step = kept["step"]
    print(f"train: {n_parameters(net)} parameters, from step {step}", flush=True)
    drawn = torch.utils.data.DataLoader(Drawn((args.seed, step), textures(args)), BATCH, num_workers=args.workers)
    began, losses = time.monotonic(), []
    for x, heat, truth in drawn:
        share = (time.monotonic() - began) / (60.0 * args.minutes)
        if step >= args.steps or share >= 1.0:
            break
        for group in way.param_groups:
            group["lr"] = RATE * max(0.02, 1.0 - share) if args.steps == 10**9 else RATE
        loss = loss_of(*net(x), heat, truth)
        way.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        way.step()
        losses.append(float(loss))
        step += 1
        if step % SAID_EACH == 0:
            print(f"train: step {step}, {time.monotonic() - began:.0f} s, loss {np.mean(losses[-SAID_EACH:]):.3f}", flush=True)
            torch.save({"net": net.state_dict(), "way": way.state_dict(), "step": step}, args.out + ".pt")
    torch.save({"net": net.state_dict(), "way": way.state_dict(), "step": step}, args.out + ".pt")
    export(net, args.out + ".onnx")


if __name__ == "__main__":
    main()

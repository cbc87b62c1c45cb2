#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""train.py OUT [--minutes M] [--steps N] [--seed S] [--start FILE] [--real FOLDER --crokeye
FILE] [--leave-out NAME]... [--rendered FOLDER] [--textures FOLDER]: train a network on drawn
boards, on the real ones of a folder, but for those whose names begin with one left out, and
on the ray-traced ones of another folder; surfaces and things are also made of a folder's
textures. OUT.pt is a checkpoint from which the same command goes on, OUT.onnx
the network; --start goes on from the network of another training, or from its weights.

With --minutes the rate of learning falls to nothing at their end; with --steps it stays.
Prints the mean loss of each hundred steps. Needs PyTorch 1.13 (python3-torch); nothing
of it is needed to build or run the program."""
import argparse
import copy
import itertools
import os
import time

import numpy as np
import torch

import start
from chances import calibrate
from examples import Drawn
from lent import Lent
from net import SIZE, WEIGHTS, Eyes, loss_of
from real import clutter, faces, pieces, read_folder, textures
from real_board import RealBoard

RATE = 2e-3
BATCH = 8
SAID_EACH = 100


def begin(net):
    """The rare things are learnt more often than they are met (net.WEIGHTS): finish() takes
    that out of the chances."""
    net.what.bias.data += torch.log(torch.tensor(WEIGHTS))


def finish(net):
    net.what.bias.data -= torch.log(torch.tensor(WEIGHTS))
    calibrate(net)


def export(net, path):
    """As ONNX, with calibrated chances."""
    net = copy.deepcopy(net).eval()
    finish(net)
    torch.onnx.export(net, torch.zeros(1, 7, SIZE, SIZE), path, opset_version=11, input_names=["view"], output_names=["centre", "what"])


def what_is_lent(args):
    """What the photos lend, but for those left out, ray-traced boards, and textures."""
    rng = np.random.default_rng(args.seed)
    left_out = tuple(args.leave_out)
    photos = [photo for photo in read_folder(args.real, args.crokeye) if not photo.name.startswith(left_out)] if args.real else []
    rendered = read_folder(args.rendered, args.crokeye) if args.rendered else []
    quiet, every = textures(args.textures) if args.textures else ([], [])
    surfaces = [picture for _, picture in pieces(photos, rng)]
    return Lent(surfaces, clutter(photos, rng) + every, faces(photos), [RealBoard(photo) for photo in photos], [RealBoard(r) for r in rendered], quiet)


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("out")
    ask.add_argument("--minutes", type=float, default=60.0)
    ask.add_argument("--steps", type=int, default=10**9)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--workers", type=int, default=1)
    ask.add_argument("--rate", type=float, default=RATE)
    ask.add_argument("--start", help="the ONNX file of another training, or its weights (.pt), to go on from")
    ask.add_argument("--real", help="a folder of photos with truth files")
    ask.add_argument("--rendered", help="a folder that scripts/make_samples.py has made")
    ask.add_argument("--textures", help="a folder of pictures of materials")
    ask.add_argument("--crokeye", default="crokeye")
    ask.add_argument("--leave-out", action="append", default=[])
    args = ask.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    net = Eyes().to(memory_format=torch.channels_last)  # a quarter faster on a processor
    way = torch.optim.AdamW(net.parameters(), args.rate, weight_decay=1e-4)
    step = 0
    lent = what_is_lent(args)
    drawn = torch.utils.data.DataLoader(Drawn((args.seed, step), lent), BATCH, num_workers=args.workers)
    if os.path.exists(args.out + ".pt"):
        kept = torch.load(args.out + ".pt")
        net.load_state_dict(kept["net"])
        way.load_state_dict(kept["way"])
        step = kept["step"]
    elif args.start and args.start.endswith(".pt"):
        net.load_state_dict(torch.load(args.start))
    elif args.start:
        start.load(net, args.start, torch.cat([x for x, *_ in itertools.islice(drawn, 64 // BATCH)]))
        begin(net)
    print(f"train: {sum(p.numel() for p in net.parameters())} parameters, from step {step}", flush=True)
    drawn = torch.utils.data.DataLoader(Drawn((args.seed, step), lent), BATCH, num_workers=args.workers)
    began, losses = time.monotonic(), []
    for x, *truth in drawn:
        share = (time.monotonic() - began) / (60.0 * args.minutes)
        if step >= args.steps or (share >= 1.0 and args.steps == 10**9):
            break
        for group in way.param_groups:
            group["lr"] = args.rate * max(0.02, 1.0 - share) if args.steps == 10**9 else args.rate
        loss = loss_of(*net(x.contiguous(memory_format=torch.channels_last)), *truth)
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

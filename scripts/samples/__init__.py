# SPDX-License-Identifier: Apache-2.0
"""Rendered sample pictures of crokinole boards, with exact truth.

Reading order: camera (the one camera model), board and discs (what lies
where, in mm), suites (what is drawn at random), truth (what it is worth),
then materials, board_scene, props, lights, negatives (the POV-Ray text),
render (pixels) and check (the truth recomputed by a second route); files
reads and writes what lies beside pictures of any kind; photos, apart from all
that, moves discs on real ones.

Frames   mm: origin at the centre of the hole, z = 0 the playing surface,
         z up to the camera, x right, y away from the seat `south`.
         px: (0, 0) is the centre of the top left pixel, v downwards.
"""

# SPDX-License-Identifier: Apache-2.0
"""What drawn boards may look like: every range in one place, with its unit and source.

A pair is a uniform range, a triple (mean, deviation, most) the absolute value of a
normal one that is cut off at the most. Lengths are mm, angles degrees, times and
shares without a unit."""

# ---- the board: docs/RULES.md B1, models/boards, and boards on photos ----
OUTER_MM = (250.0, 330.0)          # radius of the outer line: 304.8 on tournament boards, less on others
MIDDLE_SHARE = (0.62, 0.72)        # of the outer line's radius; 2/3 on tournament boards
INNER_SHARE = (0.29, 0.37)         # 1/3
EDGE_MM = (2.0, 16.0)              # surface beyond the outer line
HOLE_MM = (16.3, 19.0)             # radius; 17.5
HOLE_DEEP_MM = (4.0, 9.5)
P_HOLE_RIM, HOLE_RIM_MM = 0.5, (0.4, 2.2)  # bare or worn wood, paint or a bevel at its edge
P_HOLE_PRINTS = 0.35               # "20" on its four sides
HOLE_FLOORS = (0.3, 0.25, 0.35, 0.1)  # dark, the board's wood, any colour, a disc's colour
P_HOLE_FELT = 0.6                  # a floor of felt, cloth or wood: not of one colour
P_HOLE_FELT_SMALL, HOLE_FELT = 0.35, (0.8, 0.98)  # a piece of felt smaller than the hole, as a disc is: its radius
HOLE_DARK, HOLE_DARK_MM = (0.0, 0.7), (0.4, 4.0)  # less of the sky is seen from the floor near the wall
DISC_MM = (14.0, 17.0)             # radius; 15.9 on tournament boards, 14.3 on smaller ones
DISC_HIGH_MM = (7.0, 11.5)
LINE_MM = (0.6, 3.2)               # width
LINE_SEEN = (0.08, 1.0)            # from hardly visible to opaque
PEG_MM = (2.6, 6.0)                # radius
PEG_HIGH_MM = (9.0, 26.0)
DITCH_MM = (34.0, 75.0)            # width
DITCH_DEEP_MM = (6.0, 24.0)
RAIL_MM = (12.0, 40.0)             # width of its top
RAIL_HIGH_MM = (4.0, 30.0)         # above the surface
P_OCTAGON = 0.4                    # rails of eight sides
P_NO_PEGS = 0.08                   # worn or practice boards
P_PRINTS = 0.55                    # numerals, letters, logos
P_ENGRAVED = 0.35                  # of those: cut or burnt into the surface, not printed on it
P_OTHER_COLOURS = 0.5             # a photo in the colours of another board
P_PRINTS_ON_REAL = 0.3             # more of them on a photo's surface
QUIET = 0.1                        # of a texture: deviation of its brightness over a 16th of its side, of the mean
P_REAL_SURFACE = 0.5               # a surface of a piece of a real board, else of a folder's texture, else drawn

P_POWDER, MOST_POWDER = 0.3, 6     # powder, wax, stains: the surface is seen through them
POWDER_MM, POWDER_SOFT_MM = (8.0, 45.0), (0.3, 12.0)  # radius; width of the edge
POWDER_SEEN = (0.06, 0.45)         # how much of its colour is seen

# ---- the discs ----
MOST_DISCS = 24                    # twelve a side
P_OWN_WOOD = 0.3                   # a side of the surface's own wood
P_HOLE = 0.2                       # a disc in the hole: the learner must see it more often than play has it
P_HOLE_LEANS = 0.35                # of those
P_HOLE_ON_REAL = 0.3               # a drawn disc in the hole of a photo, whose hole is empty
P_REAL_FACE = 0.35                 # a side whose faces are those of a photo
P_GRAIN = 0.4                      # discs with a visible grain
P_TOUCHES = 0.35                   # a disc beside another one

# ---- discs in motion: the frames of a film of 25 a second ----
P_MOVES, MOST_MOVING = 0.35, 4     # an example with moving discs
STEP_MM = (3.0, 90.0)              # a disc's way between two frames: 0.1 to 2.2 m/s
SHUTTER = (0.05, 0.9)              # how much of that the shutter is open
P_MIXED, MIXED = 0.2, (0.4, 0.6)   # a film of mixed frames: how much of a frame is the one before
P_KEPT, KEPT = 0.4, (0.2, 0.65)    # a film that was denoised in time: how much of the picture before is kept
P_TRAIL, TRAIL = 0.4, (0.1, 0.6)   # a film packed hard: how much of the frame before is left
TRAIL_BLOCK_PX, TRAIL_BLOCKS = (3, 14), (0.2, 0.9)  # in blocks so large, of a top view's pixels; the share of blocks
P_BARE_OF_FILM = 0.8               # the bare board stands beside it, seen by the same camera in the same light

# ---- things on the board ----
P_HAND, P_THING, MOST_THINGS = 0.35, 0.6, 3
P_CLUTTER, CLUTTER_MM = 0.4, (60.0, 400.0)  # things that look as what lies around a photo's board: size of a piece
P_OWN_TONE = 0.25                  # things of the board's own tone
FINGER_MM = (7.5, 11.0)            # half the width of a finger
HAND_HIGH_MM = (8.0, 60.0)

# ---- light ----
P_STRIPES, P_SHADOW, P_GLARE = 0.2, 0.4, 0.3
STRIPES_MM = (18.0, 260.0)         # of a blind: from one to the next
STRIPES_HARD = (0.7, 30.0)         # slope of their edges: from a wave to a knife's edge
STRIPES_DARK = (0.1, 0.75)         # light that a stripe takes
SHADOW_SOFT_MM = (0.8, 90.0)       # width of a large shadow's edge
SHADOW_DARK = (0.12, 0.75)
LAMP_SOFT_MM = (2.0, 70.0)         # width of the edge of a shadow
LAMP_TAN = (0.15, 1.4)             # length of a shadow over the height of what throws it
AMBIENT = (0.45, 0.95)             # light in a shadow over light beside it

# ---- the camera ----
TILT_DEG = (9.0, 12.0, 50.0)
HIGH_RADII = (2.6, 8.0)            # the camera's distance, in radii of the outer line
TOP_VIEW_RADII = 1.2               # half the side of a top view
BLUR_PX = (0.35, 0.9, 3.0)         # deviation
MOTION_PX = (0.0, 1.2, 9.0)
NOISE = (1.0, 3.0, 14.0)           # of 255
GAMMA = (0.75, 1.3)
WHITE = (0.82, 1.2)                # of each channel
JPEG = (25, 97)                    # quality
SHARPEN = (0.0, 1.2)
P_CAPTION = 0.25                   # a score or a title over the picture
BAR_OPAQUE, BAR_HIDES = (0.35, 1.0), 0.75  # a bar under it; opaque enough that nothing is seen through it
P_CUT_OFF = 0.15                   # a top view of which a part is outside its photo

/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/finish.h: what a real board and its discs are made of, how they are
 * printed and turned, and what lies around the board; drawn at random from a
 * seed. README.md has the sources of the ranges.
 *
 * Frames   mm: board.
 * Threads  values only; any thread. */
#ifndef CROK_TESTS_SIM_FINISH_H
#define CROK_TESTS_SIM_FINISH_H

#include "sim/colours.h"
#include "sim/table.h"

/* Wood is two tones in year rings, cut lengthwise, with fibres along them;
 * paint has neither. */
typedef struct crok_sim_wood {
    uint8_t light[3], dark[3]; /* sRGB of early and late wood */
    double ring_mm;            /* spacing of the year rings; 0: paint */
    double year;               /* contrast of the year rings, 0..1 */
    double fibre;              /* contrast of the fibres, 0..1 */
    double turn_rad;           /* direction of the grain */
    double plank_mm;           /* width of a plank; 0: one piece */
    double plank_tone;         /* difference of the planks, 0..1 */
} crok_sim_wood;

typedef enum crok_sim_decal {
    CROK_SIM_NO_DECAL,
    CROK_SIM_STAR,  /* around the hole */
    CROK_SIM_BADGE, /* a printed circle in the region of 10 points */
    CROK_SIM_TEXT   /* letters along an arc of that region */
} crok_sim_decal;

/* Everything on the surface that is no wood. */
typedef struct crok_sim_print {
    double ink;     /* opacity of the lines, 0..1 */
    double halo_mm; /* width of the scorched edge of burnt-in lines; 0: none */
    double groove;  /* relief of engraved lines, 0..1 */
    double numeral_mm; /* height of the printed values; 0: none */
    bool inward;       /* the values' feet point to the rail */
    crok_sim_decal decal;
    double decal_mm;  /* its radius or height */
    double decal_rad; /* where it is */
    uint8_t decal_rgb[3];
    double collar_mm; /* width of the ring printed around the hole; 0: none */
    bool has_band;    /* the region inside the inner line is painted */
    uint8_t band[3];
    uint8_t hole[3]; /* floor of the hole */
    uint8_t peg[3];
} crok_sim_print;

typedef enum crok_sim_logo {
    CROK_SIM_NO_LOGO,
    CROK_SIM_DOT,
    CROK_SIM_LETTERS,
    CROK_SIM_N_LOGOS
} crok_sim_logo;

/* A disc's relief; lengths are fractions of its radius. */
typedef struct crok_sim_turning {
    double bevel;      /* inner edge of the bevel */
    double bevel_tilt; /* change of the light across it */
    int n_rings;       /* grooves turned into the face, at most 2 */
    double ring[2], ring_half, ring_depth;
    double dimple, dimple_depth; /* radius of a hollow, and change of the light
                                  * across it; 0: none */
    crok_sim_logo logo;
    double grain; /* contrast of a disc's wood */
    double gloss; /* fraction of a window's reflection that its face shows */
} crok_sim_turning;

typedef enum crok_sim_prop_kind {
    CROK_SIM_PROP_BOX,   /* a telephone, a book, a tray */
    CROK_SIM_PROP_SHEET, /* ruled paper */
    CROK_SIM_PROP_CUP,   /* a cylinder with a rim and a dark inside */
    CROK_SIM_PROP_LEG,   /* a cylinder */
    CROK_SIM_PROP_STRAY  /* a disc that is not in play */
} crok_sim_prop_kind;

/* Something that lies around the board; none reaches over the surface. */
typedef struct crok_sim_prop {
    crok_sim_prop_kind kind;
    crok_vec3 foot_mm;
    double half_mm[2]; /* of a box; the radius of the others is the first */
    double height_mm;
    double turn_rad;
    uint8_t rgb[3], inside[3];
} crok_sim_prop;

#define CROK_SIM_MAX_PROPS 24

typedef struct crok_sim_finish {
    crok_sim_wood surface, ditch, rail;
    crok_sim_print print;
    crok_sim_turning turning;
    double table_half_mm[2], table_turn_rad; /* the table under the board */
    int n_props;
    crok_sim_prop props[CROK_SIM_MAX_PROPS];
} crok_sim_finish;

/* The finish and the colours of a seed, which fit each other. */
void crok_sim_finish_of(uint64_t seed, int n_sides, const crok_sim_table *table,
                        crok_sim_finish *finish, crok_sim_colours *colours);

/* The colours alone, of either kind of look. */
crok_sim_colours crok_sim_colours_for(crok_sim_looks looks, uint64_t seed,
                                      int n_sides);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/trouble.h"

#include <string.h>

/* Probability that an evening has a certain trouble, for the mixtures "all" and
 * "some". */
#define ALL_PART 0.5
#define SOME_PART 0.25

const char *crok_sim_trouble_name(crok_sim_trouble trouble)
{
    static const char *const name[CROK_SIM_N_TROUBLES] = {
        [CROK_SIM_PUSH] = "push",
        [CROK_SIM_NUDGE] = "nudge",
        [CROK_SIM_TURN] = "turn",
        [CROK_SIM_SWAY] = "sway",
        [CROK_SIM_CREEP] = "creep",
        [CROK_SIM_ZOOM] = "zoom",
        [CROK_SIM_STARTS_MID] = "starts-mid",
        [CROK_SIM_ENDS_MID] = "ends-mid",
        [CROK_SIM_FINGERS] = "fingers",
        [CROK_SIM_HANDS] = "hands",
        [CROK_SIM_POINT] = "point",
        [CROK_SIM_POWDER] = "powder",
        [CROK_SIM_LEAN] = "lean",
        [CROK_SIM_COVERED] = "covered",
        [CROK_SIM_CUT] = "cut",
        [CROK_SIM_STILL] = "still",
        [CROK_SIM_FORGOTTEN] = "forgotten",
        [CROK_SIM_MISPLACED] = "misplaced",
        [CROK_SIM_REPLACED] = "replaced",
        [CROK_SIM_OBJECT] = "object",
        [CROK_SIM_RESTS] = "rests",
        [CROK_SIM_RERACK] = "rerack",
        [CROK_SIM_HURRY] = "hurry",
        [CROK_SIM_GHOST] = "ghost",
        [CROK_SIM_DOUBLED] = "doubled",
        [CROK_SIM_SQUEEZED] = "squeezed",
    };
    return name[trouble];
}

rnd crok_sim_trouble_rnd(uint64_t seed, crok_sim_trouble trouble)
{
    rnd g = {seed ^ (0x74726F75U + ((uint64_t)trouble << 40))};
    return (rnd){rnd_next(&g)};
}

/* Each trouble with this probability, but for the hand that never leaves. */
static unsigned mixture(uint64_t seed, double part)
{
    unsigned set = 0;
    for (int i = 0; i < CROK_SIM_N_TROUBLES; i++) {
        rnd g = crok_sim_trouble_rnd(~seed, (crok_sim_trouble)i);
        if (i != CROK_SIM_RESTS && rnd_between(&g, 0.0, 1.0) < part)
            set |= 1U << i;
    }
    return set;
}

static bool read_one(const char *text, size_t n, uint64_t seed, unsigned *set)
{
    if (n == 3 && strncmp(text, "all", n) == 0) {
        *set |= mixture(seed, ALL_PART);
        return true;
    }
    if (n == 4 && strncmp(text, "some", n) == 0) {
        *set |= mixture(seed, SOME_PART);
        return true;
    }
    for (int i = 0; i < CROK_SIM_N_TROUBLES; i++) {
        const char *name = crok_sim_trouble_name((crok_sim_trouble)i);
        if (strlen(name) == n && strncmp(name, text, n) == 0) {
            *set |= 1U << i;
            return true;
        }
    }
    return n == 4 && strncmp(text, "none", n) == 0;
}

bool crok_sim_troubles_read(const char *text, uint64_t seed, unsigned *set)
{
    for (;;) {
        size_t n = strcspn(text, ",");
        if (!read_one(text, n, seed, set))
            return false;
        if (text[n] == '\0')
            return true;
        text += n + 1;
    }
}

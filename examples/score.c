/* SPDX-License-Identifier: Apache-2.0
 *
 * Scores photos with libcrokeye:
 *
 *     cc score.c $(pkg-config --cflags --libs crokeye) -o score
 *     ./score PHOTO... */
#include <crokeye.h>
#include <stdio.h>

static void print_score(const crokeye_scorer *scorer, const char *photo)
{
    printf("%s:", photo);
    for (int i = 0; i < crokeye_scorer_n_sides(scorer); i++) {
        crokeye_side side = crokeye_scorer_side(scorer, i);
        printf(" %s %d", side.name, side.total);
        if (side.low != side.high)
            printf(" (%d to %d)", side.low, side.high);
    }
    printf(", %d discs\n", crokeye_scorer_n_discs(scorer));
}

int main(int argc, char **argv)
{
    crokeye_scorer *scorer = crokeye_scorer_new();
    int failed = scorer == NULL || crokeye_abi() != CROKEYE_ABI;
    for (int i = 1; i < argc && scorer != NULL; i++) {
        if (crokeye_scorer_score_file(scorer, argv[i]) == CROKEYE_OK) {
            print_score(scorer, argv[i]);
        } else {
            fprintf(stderr, "%s\n", crokeye_scorer_message(scorer));
            failed = 1;
        }
    }
    crokeye_scorer_free(scorer);
    return failed;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/learn.h"

#include <stdio.h>

#include "capture/photo.h"
#include "cv/cv.h"

int learn_list(int argc, char **argv, const char *program, truth_list *out)
{
    crok_err err = {0};
    *out = (truth_list){0};
    if (argc < 2) {
        (void)fprintf(stderr, "usage: %s FOLDER...\n", program);
        return 2;
    }
    crok_cv_init();
    for (int i = 1; i < argc; i++) {
        if (truth_list_add(out, argv[i], &err) == CROK_OK)
            continue;
        (void)fprintf(stderr, "%s: %s\n", program, err.msg);
        truth_list_free(out);
        return 1;
    }
    return 0;
}

bool learn_picture(const truth *t, const char *program, crok_image *out)
{
    crok_err err = {0};
    crok_photo *photo = NULL;
    crok_status st = CROK_OK;
    if (!t->is_render || !t->has_board)
        return false;
    st = crok_photo_open(t->picture, &photo, &err);
    if (st == CROK_OK)
        st = crok_photo_decode(photo, 0, out, NULL, &err);
    crok_photo_close(&photo);
    if (st != CROK_OK)
        (void)fprintf(stderr, "%s: %s\n", program, err.msg);
    return st == CROK_OK;
}

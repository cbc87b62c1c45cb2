/* SPDX-License-Identifier: Apache-2.0
 *
 * Calibration files from anyone. What is accepted must be usable: a board
 * before the camera, finite where it appears, and the same when written and
 * read again. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "board/calib.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    crok_board_pose pose;
    crok_board_pose again;
    crok_err err = {0};
    crok_px at;
    char *text = NULL;
    if (crok_calib_parse((const char *)data, size, "fuzz", &pose, &err) !=
        CROK_OK) {
        CROK_ASSERT(err.msg[0] != '\0');
        return 0;
    }
    at = crok_camera_project(&pose.camera, (crok_vec3){0.0, 0.0, 0.0});
    CROK_ASSERT(isfinite(at.x) && isfinite(at.y));
    text = crok_calib_to_json(&pose, NULL);
    CROK_ASSERT(text != NULL);
    CROK_ASSERT(crok_calib_parse(text, strlen(text), "again", &again, &err) ==
                CROK_OK);
    free(text);
    return 0;
}

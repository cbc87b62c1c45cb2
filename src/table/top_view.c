/* SPDX-License-Identifier: Apache-2.0 */
#include "table/top_view.h"

#include <stdlib.h>

#include "board/topview.h"
#include "capture/encode.h"

/* Half the side of the view, mm. The view reaches to the rail of a tournament
 * board, which is 14.5 in (368 mm) from the centre. */
#define HALF_MM 368.0
/* Resolution: 1.6 mm, the width of a line, are about two pixels. */
#define PX_PER_MM 1.4
#define JPEG_QUALITY 82

crok_status crok_table_show_board(crok_live *live, const crok_image *picture,
                                  const crok_board_pose *pose, crok_err *err)
{
    const crok_topview_area area = {
        .z_mm = 0.0, .half_mm = HALF_MM, .px_per_mm = PX_PER_MM};
    crok_topview v;
    unsigned char *jpeg = NULL;
    size_t len = 0;
    crok_status st = crok_topview_make(picture, &pose->camera, &area, &v, err);
    if (st != CROK_OK)
        return st;
    st = crok_encode_jpeg_bytes(&v.img, JPEG_QUALITY, &jpeg, &len, err);
    if (st == CROK_OK)
        st = crok_live_set_top_view(live, jpeg, len, HALF_MM, err);
    free(jpeg);
    crok_topview_free(&v);
    return st;
}

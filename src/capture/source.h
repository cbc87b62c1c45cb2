/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/source.h: read frames from a camera, a video file, a network stream
 * or a folder of pictures, all through the same calls.
 *
 * If a camera is unplugged, the source searches for it without a time limit,
 * also under another device number. Meanwhile crok_source_next returns
 * CROK_ENODEV, and the caller may call it again. A caller may also begin
 * without its camera (`awaits`).
 *
 * Room     capture: uses core, cv (videos) and libv4l2 (cameras).
 * Threads  a source has one owner; different sources in different threads.
 * Source   V4L2: the Linux kernel's "Video for Linux API", streaming I/O. */
#ifndef CROK_CAPTURE_SOURCE_H
#define CROK_CAPTURE_SOURCE_H

#include "capture/feed.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One control of a camera, with the name that `crokeye devices` lists:
 * "exposure_time_absolute", "power_line_frequency", ... */
typedef struct crok_control {
    const char *name;
    int value;
} crok_control;

/* Timeouts and intervals of a source, in ns. */
typedef struct crok_source_times {
    int64_t first_ns;     /* timeout of a camera's first frame */
    int64_t stall_ns;     /* timeout of each later frame */
    int64_t retry_ns;     /* pause before the first try to open the source
                           * again; */
    int64_t retry_max_ns; /* the pause doubles after each failed try, up to this
                           * value */
    int64_t controls_ns;  /* interval at which a camera's controls are
                           * checked */
    int64_t frozen_ns;    /* if all frames are identical for this long, the
                           * camera counts as frozen */
} crok_source_times;

/* Options. If all fields are zero, everything is chosen automatically. The
 * memory that the pointers point to must stay valid until the source is
 * closed. */
typedef struct crok_source_options {
    const char *format; /* V4L2's name: "YUYV", "NV12", "GREY", "MJPG", "RGB3",
                         * "BGR3"; NULL: the one that costs least CPU */
    int w_px, h_px;     /* frame size; 0: the largest that has 30 Hz or more */
    double fps;         /* frames per second. 0: up to 60 for a camera; 30 for a
                         * folder, whose pictures have no times */
    int64_t from_ns;    /* a video or folder starts at this time after its
                         * beginning */
    const crok_control *controls; /* controls that are set, in this order, each
                                   * time the camera is connected */
    int n_controls;
    bool awaits;         /* crok_source_open does not open a camera or a network
                          * stream: crok_source_next does, and waits for one
                          * that cannot be opened yet, as for one that is lost
                          * later */
    const char *dev_dir; /* NULL: "/dev" */
    crok_feed *feed;     /* the frames come from here; NULL: they
                          * come from what the source's name says */
    const crok_source_times *times; /* NULL: first 5 s, stall 1 s, retry 0.1 s
                                     * to 1 s, controls 10 s, frozen 2 s */
} crok_source_options;

typedef enum crok_source_state {
    CROK_SOURCE_RUNNING,
    CROK_SOURCE_ENDED,   /* a video or folder has ended */
    CROK_SOURCE_GONE,    /* the camera or the stream is not connected */
    CROK_SOURCE_STALLED, /* the camera is connected but sends no frames */
    CROK_SOURCE_BUSY,    /* another program uses the camera */
    CROK_SOURCE_DENIED,  /* no permission */
    CROK_SOURCE_NO_ROOM, /* the USB bus has no bandwidth left */
    CROK_SOURCE_REFUSED, /* the camera does not have the requested format, size,
                          * rate or control */
    CROK_SOURCE_BROKEN,  /* another fault */
    CROK_N_SOURCE_STATES
} crok_source_state;

typedef struct crok_health {
    crok_source_state state;
    char words[256];      /* what is wrong and what to do; "" if nothing is */
    int64_t last_ns;      /* t_ns of the last frame; < 0 before the first */
    double rate_hz;       /* mean over the last 32 frames; 0: not yet known */
    int64_t n_frames;     /* frames delivered to the caller */
    int64_t n_lost;       /* frames that never arrived */
    int64_t n_skipped;    /* frames skipped because a newer one was waiting */
    int64_t n_damaged;    /* frames that were damaged or truncated */
    int n_reopened;       /* number of times that the source was opened again */
    int n_controls_reset; /* controls that another program changed and that were
                           * set again */
    bool is_recorded;     /* a video file or a folder: the frames' times come
                           * from it, and opening it again gives the same
                           * frames */
    bool is_frozen;       /* a camera's frames are identical: a fault, since
                           * sensor noise changes every frame */
    char device[64];      /* the camera's present device node; "" for other
                           * sources */
    char format[8];       /* format of the frames: "YUYV", ... */
    int w_px, h_px;
} crok_health;

typedef struct crok_source crok_source;

/* Open a source. spec is "/dev/videoN" or a link to one as in /dev/v4l/by-id, a
 * folder of pictures (read in natural order: 2 before 10), an address
 * ("rtsp://..."), or else a video file. With options->feed it is only a name
 * for messages.
 *
 *   spec     borrowed
 *   options  borrowed; what it points to must stay valid until close; may be
 *            NULL
 *   out      written only on CROK_OK; returned: free with crok_source_close
 *   err      may be NULL
 *
 * With options->awaits the faults of a camera or a stream are those of
 * crok_source_next.
 *
 * CROK_ENODEV        there is no such camera, file or folder, or the address
 *                    does not answer
 * CROK_EIO           the source is busy or may not be read, the USB bus has no
 *                    bandwidth left, or another fault
 * CROK_EUNSUPPORTED  a named pipe; the camera does not have the format, size or
 *                    rate; the node does not capture video; or video support
 *                    is not installed
 * CROK_EARG          the camera has no such control or does not accept the
 *                    value
 * CROK_EFORMAT       the folder is empty, or the file is not a video
 * CROK_ENOMEM        no memory */
CROK_MUST_USE crok_status crok_source_open(const char *spec,
                                           const crok_source_options *options,
                                           crok_source **out, crok_err *err);

/* Get the next frame. If the reader of a camera is more than two frames late,
 * it gets the newest frame. Damaged frames are counted and left out. If
 * frame->data is NULL with CROK_OK, no frame came within timeout_ns, or the
 * source has ended (health->state says which).
 *
 *   timeout_ns  longest time to wait for a camera, ns; >= 0. A video or a
 *               folder is read without a time limit
 *   frame       its data is valid until the next call for this source
 *
 * CROK_ENODEV  the source is disconnected or faulty and is being opened again;
 *              msg gives the reason. For a camera this is returned when
 *              timeout_ns is over, for a stream as soon as it breaks off
 * CROK_EIO, CROK_ENOMEM, CROK_EVISION, CROK_EFORMAT no more frames can be read
 * from the source */
CROK_MUST_USE crok_status crok_source_next(crok_source *source,
                                           int64_t timeout_ns,
                                           crok_frame *frame, crok_err *err);

/* State and counters of the source; borrowed, valid until it is closed. */
const crok_health *crok_source_health(const crok_source *source);

/* Free *source and set it to NULL; NULL and a pointer to NULL are fine. */
void crok_source_close(crok_source **source);

#ifdef __cplusplus
}
#endif
#endif

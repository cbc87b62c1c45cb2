/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/source.h: where frames come from: a camera, a film, a stream address
 * or a folder of pictures, all read the same way.
 *
 * A camera that goes away is looked for again for ever, also under another
 * number; the caller sees CROK_ENODEV meanwhile and goes on asking.
 *
 * Room     capture: uses core, cv (films) and libv4l2 (cameras).
 * Threads  a source has one owner; different sources in different threads.
 * Source   V4L2: the Linux kernel's "Video for Linux API", streaming I/O. */
#ifndef CROK_CAPTURE_SOURCE_H
#define CROK_CAPTURE_SOURCE_H

#include "capture/frame.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One setting of a camera, named as `crokeye devices` lists it:
 * "exposure_time_absolute", "power_line_frequency", ... */
typedef struct crok_control {
    const char *name;
    int value;
} crok_control;

/* How patient a source is. */
typedef struct crok_source_times {
    int64_t first_ns; /* a camera's first frame comes within this time */
    int64_t stall_ns; /* the next ones within this */
    int64_t retry_ns; /* the first pause before a camera is opened again; */
    int64_t retry_most_ns; /* doubled each time up to this */
    int64_t controls_ns;   /* its controls are looked at again after this */
    int64_t frozen_ns;     /* frames that stay the same for this long: frozen */
} crok_source_times;

/* Zeroed: all is chosen. What is borrowed here is kept until close. */
typedef struct crok_source_options {
    const char *format; /* "YUYV", "NV12", "GREY", "MJPG", "RGB3", "BGR3" as
                         * V4L2 names them; NULL: the one that costs least */
    int w_px, h_px;     /* 0: the most pixels at 30 frames a second or more */
    double fps;         /* 0: up to 60; for a folder, whose pictures have no
                         * time of their own, 30 */
    int64_t from_ns;    /* a film or a folder begins at this time of its own */
    const crok_control *controls; /* set at every start, in this order */
    int n_controls;
    const char *dev_dir;            /* NULL: "/dev" */
    const crok_source_times *times; /* NULL: 5 s, 1 s, 0.1 s to 1 s, 10 s,
                                     * 2 s */
} crok_source_options;

typedef enum crok_source_state {
    CROK_SOURCE_RUNNING,
    CROK_SOURCE_ENDED,   /* a film or folder is over */
    CROK_SOURCE_GONE,    /* the camera or the stream is not there */
    CROK_SOURCE_STALLED, /* it is there, but sends no frames */
    CROK_SOURCE_BUSY,    /* another program uses it */
    CROK_SOURCE_DENIED,  /* no permission */
    CROK_SOURCE_NO_ROOM, /* the USB bus has no bandwidth left */
    CROK_SOURCE_REFUSED, /* it has no such format, size, rate or control */
    CROK_SOURCE_BROKEN,  /* another fault */
    CROK_N_SOURCE_STATES
} crok_source_state;

/* "running", "ended", "gone", ...; never NULL. */
const char *crok_source_state_word(crok_source_state state);

typedef struct crok_health {
    crok_source_state state;
    char words[256];  /* what is wrong and what to do; "" when nothing */
    int64_t last_ns;  /* t_ns of the last frame; < 0: none yet */
    double rate_hz;   /* measured over the last second or two; 0: not yet */
    int64_t n_frames; /* given to the caller */
    int64_t n_lost;   /* never came */
    int64_t n_passed_over; /* came, but a newer one was there */
    int64_t n_damaged;     /* came damaged or cut short */
    int n_reopened;        /* times that it went and came back */
    int n_controls_reset;  /* controls that had changed and were set again */
    bool is_film;          /* a film or a folder: its times are its own, and the
                            * same frames come again */
    bool is_frozen;        /* a camera's frames are the same to the last bit: no
                            * sensor does that, its noise changes */
    char device[64];       /* the camera's node at present; "" for others */
    char format[8];        /* "YUYV", ... of the last frame */
    int w_px, h_px;
} crok_health;

typedef struct crok_source crok_source;

/* Open a source: "/dev/videoN" or a link to one as in /dev/v4l/by-id, a folder
 * of pictures (in natural order: 2 before 10), an address ("rtsp://..."), else
 * a video file.
 *
 *   spec     borrowed
 *   options  borrowed, what it points to is kept until close; may be NULL
 *   out      written only on CROK_OK; returned: free with crok_source_close
 *   err      may be NULL
 *
 * CROK_ENODEV        no such camera, file or folder; nobody answers
 * CROK_EIO           busy, not permitted, no room on the bus, other faults
 * CROK_EUNSUPPORTED  no such format, size or rate; not a video
 * CROK_EARG          no such control, or not this value
 * CROK_EFORMAT       an empty folder; a file that is no video
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_source_open(const char *spec,
                                           const crok_source_options *options,
                                           crok_source **out, crok_err *err);

/* The next frame. Of a camera whose reader is more than two frames late the
 * newest; damaged ones are left out and counted. CROK_OK with frame->data ==
 * NULL: none came within timeout_ns, or the source has ended (see its
 * health).
 *
 *   timeout_ns  how long to wait for a camera; >= 0. Films and folders take
 *               the time that they need
 *   frame       its data is valid until the next call for this source
 *
 * CROK_ENODEV  it is away or does not work, and is being looked for again; msg
 *              says why. Comes when timeout_ns is over, for a stream that
 *              breaks off at once
 * CROK_EIO, CROK_ENOMEM, CROK_EVISION  it cannot go on */
CROK_MUST_USE crok_status crok_source_next(crok_source *source,
                                           int64_t timeout_ns,
                                           crok_frame *frame, crok_err *err);

/* How it is doing; borrowed, valid until the source is closed. */
const crok_health *crok_source_health(const crok_source *source);

/* Frees *source and sets it to NULL; NULL and a pointer to NULL are fine. */
void crok_source_close(crok_source **source);

#ifdef __cplusplus
}
#endif
#endif

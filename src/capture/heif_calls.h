/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/heif_calls.h: libheif, loaded with dlopen when the first HEIC or AVIF
 * picture is opened. The library brings five codecs; loading them takes 5.8 ms
 * of CPU time, about an eighth of what scoring a JPEG photo takes, so it is not
 * loaded if there is no such picture.
 *
 * Room     capture, internal.
 * Threads  any. */
#ifndef CROK_CAPTURE_HEIF_CALLS_H
#define CROK_CAPTURE_HEIF_CALLS_H

#include <libheif/heif.h>

/* The functions that the program uses, with their names without the prefix
 * heif_. */
#define CROK_HEIF_CALLS(X)                                                     \
    X(context_alloc)                                                           \
    X(context_free)                                                            \
    X(context_get_primary_image_handle)                                        \
    X(context_read_from_memory_without_copy)                                   \
    X(context_set_max_decoding_threads)                                        \
    X(context_set_maximum_image_size_limit)                                    \
    X(decode_image)                                                            \
    X(decoding_options_alloc)                                                  \
    X(decoding_options_free)                                                   \
    X(image_get_bits_per_pixel_range)                                          \
    X(image_get_decoding_warnings)                                             \
    X(image_get_height)                                                        \
    X(image_get_nclx_color_profile)                                            \
    X(image_get_plane)                                                         \
    X(image_get_primary_height)                                                \
    X(image_get_primary_width)                                                 \
    X(image_get_width)                                                         \
    X(image_handle_get_height)                                                 \
    X(image_handle_get_list_of_metadata_block_IDs)                             \
    X(image_handle_get_luma_bits_per_pixel)                                    \
    X(image_handle_get_metadata)                                               \
    X(image_handle_get_metadata_size)                                          \
    X(image_handle_get_width)                                                  \
    X(image_handle_has_alpha_channel)                                          \
    X(image_handle_release)                                                    \
    X(image_release)                                                           \
    X(nclx_color_profile_free)

typedef struct crok_heif_calls {
#define X(name) __typeof__(&heif_##name) name;
    CROK_HEIF_CALLS(X)
#undef X
} crok_heif_calls;

/* Load libheif once and return its functions; static. Returns NULL if libheif
 * is not installed or lacks one of the functions; then *why is the loader's
 * message. */
const crok_heif_calls *crok_heif_load(const char **why);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/cmd_calibrate.h: `crokeye calibrate`: estimate the intrinsics and pose of
 * a fixed camera from photos, a video or live pictures of the board. The result
 * is a file for --calib, and a picture beside it that shows the fit.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_CMD_CALIBRATE_H
#define CROK_CLI_CMD_CALIBRATE_H

/* argv[0] is "crokeye calibrate". Returns the exit status: 0 done; 1 at least
 * one picture could not be used; 2 wrong usage; 3 could not run. */
int crok_cmd_calibrate(int argc, char **argv);

#endif

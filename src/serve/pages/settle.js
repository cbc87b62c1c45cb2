/* SPDX-License-Identifier: Apache-2.0
 *
 * Adds to a document of the match what its seats imply: the side whose turn it
 * is, and the side that has the hammer. */
export function settle(doc) {
  for (const key of ["turn", "hammer"])
    if (doc[key]) doc[key].side = (doc.seats.find((s) => s.seat === doc[key].seat) || {}).side;
}

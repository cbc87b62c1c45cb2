/* SPDX-License-Identifier: Apache-2.0
 *
 * The table that this page is of: the first one that ?table= in its address
 * names, or the server's first one. */
const named = new URLSearchParams(location.search).get("table");
const table = named === null ? null : named.split(",")[0];

/* The address of something of this table. */
export function ofTable(path) {
  if (table === null) return path;
  return `${path}${path.includes("?") ? "&" : "?"}table=${encodeURIComponent(table)}`;
}

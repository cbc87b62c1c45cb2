/* SPDX-License-Identifier: Apache-2.0
 *
 * The table that this page shows: the first one that ?table= in the page's
 * address names, or else the server's first table. */
const named = new URLSearchParams(location.search).get("table");
const table = named === null ? null : named.split(",")[0];

/* Adds ?table= to a path, so that the request is for this table. */
export function ofTable(path) {
  if (table === null) return path;
  return `${path}${path.includes("?") ? "&" : "?"}table=${encodeURIComponent(table)}`;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The table that this page shows: the one that ?table=NAME in the page's
 * address names, or the path /table/NAME of a hall, or else the one with the
 * first number of ?n=NUMBER, or else the server's first table. */
const asked = new URLSearchParams(location.search);
const chosen = new URLSearchParams();
if (tableInPath()) chosen.set("table", tableInPath());
else if (asked.has("table")) chosen.set("table", asked.get("table"));
else if (asked.has("n")) chosen.set("n", asked.get("n").split(",")[0]);

/* Returns the name in the path /table/NAME, or null. */
export function tableInPath() {
  const found = /^\/table\/(.+)$/.exec(location.pathname);
  return found ? decodeURIComponent(found[1]) : null;
}

/* Adds the table to a path, so that the request is for this table. With the id
 * of a record the server refuses the request if the table has another record by
 * then. */
export function ofTable(path, record) {
  const query = new URLSearchParams(chosen);
  if (record) query.set("record", record);
  const more = query.toString();
  return more === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${more}`;
}

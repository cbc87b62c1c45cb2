/* SPDX-License-Identifier: Apache-2.0
 *
 * Maps between the board's plane (mm, the hole in the middle, y up) and a
 * picture of it (px, y down). Nothing here touches the page. */

/* The homography that maps the unit square to four points of the picture, in the
 * order (0,0), (1,0), (1,1), (0,1), as rows of a 3x3 matrix (P. Heckbert,
 * Fundamentals of Texture Mapping and Image Warping, 1989, section 2.2.3). */
function squareTo([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [ax, ay, bx, by] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const area = ax * by - bx * ay;
  const g = (sx * by - bx * sy) / area;
  const h = (ax * sy - sx * ay) / area;
  return [[x1 - x0 + g * x1, x3 - x0 + h * x3, x0], [y1 - y0 + g * y1, y3 - y0 + h * y3, y0], [g, h, 1]];
}

/* The inverse of a 3x3 matrix, but for its scale: the adjugate. */
function inverse([[a, b, c], [d, e, f], [g, h, i]]) {
  return [[e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d]];
}

function times(matrix, x, y) {
  const [u, v, w] = matrix.map((row) => row[0] * x + row[1] * y + row[2]);
  return [u / w, v / w];
}

export class BoardMap {
  /* board: that of a score (crokeye.score/1); its axes_px are where the outer
   * line crosses +x, +y, -x and -y, the corners of a square. */
  constructor(board) {
    this.radius = board.lines_mm.outer;
    this.square = squareTo(board.axes_px);
    this.back = inverse(this.square);
  }

  toPx([x, y]) {
    const [u, v] = [x / this.radius, y / this.radius];
    return times(this.square, (1 - u + v) / 2, (1 - u - v) / 2);
  }

  toMm([x, y]) {
    const [u, v] = times(this.back, x, y);
    return [this.radius * (1 - u - v), this.radius * (u - v)];
  }
}

/**
 * A line cut by a cone: tip up at y = h, base at y = −h, radius r there. With k = r/2h and the depth below the tip
 * w = h − y, the points within have x² + z² ≤ k² w², w ≥ 0, y ≥ −h. Along the line p + t d that is
 *
 *   A t² + 2B t + C ≤ 0,    A = d_x² + d_z² − k² d_y²,   B = p_x d_x + p_z d_z + k² w₀ d_y,   C = p_x² + p_z² − k² w₀²
 *
 *   A > 0   between the roots, if both are below the tip: the line crosses one half of the double cone
 *   A < 0   beyond the roots, on the side that is below the tip: it crosses both halves
 *   A = 0   on one side of the only root: it runs along the surface
 */

import type { Shape } from "../shapes/index.js";
import { clipFace, type LineClip } from "./ray-clip.js";

/** Clips the line by a cone. Returns false if nothing is left. */
export function clipCone(clip: LineClip, shape: Shape): boolean {
  const h = shape.halfHeight;
  const k = shape.radius / (2 * h);
  const { line, values } = clip;
  const w = h - line[1];
  const dy = line[4];
  const rho = Math.sqrt(line[0] * line[0] + line[2] * line[2]);
  const across = Math.sqrt(line[3] * line[3] + line[5] * line[5]);
  const A = (across - k * dy) * (across + k * dy);
  const B = line[0] * line[3] + line[2] * line[5] + k * k * w * dy;
  const C = (rho - k * w) * (rho + k * w);
  const square = B * B - A * C;
  if (A > 0) {
    if (square < 0) return false;
    const q = B < 0 ? -B + Math.sqrt(square) : -(B + Math.sqrt(square));
    const t = q / A;
    const u = q === 0 ? t : C / q;
    // both are below the tip or both above, but for rounding
    if (2 * w - (t + u) * dy < 0) return false;
    values[0] = Math.min(t, u);
    values[1] = Math.max(t, u);
  } else if (A < 0) {
    const q = B < 0 ? -B + Math.sqrt(Math.max(0, square)) : -(B + Math.sqrt(Math.max(0, square)));
    const t = q / A;
    const u = q === 0 ? t : C / q;
    if (dy > 0) values[1] = Math.min(t, u);
    else values[0] = Math.max(t, u);
  } else if (B !== 0) {
    values[B > 0 ? 1 : 0] = -C / (2 * B);
  } else if (C > 0) return false;
  clip.extent[1] = h;
  return clipFace(clip, -1) && (A !== 0 || clipFace(clip, 1));
}

/**
 * Spur gears as compounds of convex teeth, in the x–y plane. Flanks are involutes of the base circle, so that two gears run
 * at a constant ratio; here polygons with corners on them.
 *
 *   r = m N/2  pitch circle     r_b = r cos α  base circle     inv φ = tan φ − φ,  cos φ = r_b/ρ at radius ρ
 *   half a tooth at ρ, as an angle:   (π/2 − b)/N + inv α − inv φ,   b the backlash as a part of the pitch, times π
 */
import { createConvex } from "@rigor/engine/collide";
import { acos, cos, sin, tan } from "@rigor/engine/math";

/** m, α (rad), how far teeth reach beyond the pitch circle and below it in modules, and b. */
const [module, alpha, above, below, backlash] = [0.1, 0.4363, 0.8, 0.9, 0.1];
const segments = 4;
const thickness = 0.2;

export const pitchRadius = (teeth: number) => 0.5 * module * teeth;

const involute = (phi: number) => tan(phi) - phi;

/** The corners of each tooth of a gear, the first along +x turned by an angle. */
export function placeTeeth(teeth: number, turn: number) {
  const r = pitchRadius(teeth);
  const base = r * cos(alpha);
  const bottom = r - below * module;
  const from = Math.max(bottom, base * 1.0001);
  const radii = Array.from({ length: segments + 1 }, (_, k) => from + ((r + above * module - from) * k) / segments);
  const half = (rho: number) => (0.5 * Math.PI - backlash) / teeth + involute(alpha) - involute(acos(base / rho));
  const flank = radii.map((rho) => [rho, half(rho)]);
  // below the base circle, straight down
  const profile = bottom < from ? [[bottom, half(from)], ...flank] : flank;
  return Array.from({ length: teeth }, (_, k) => {
    const middle = turn + (2 * Math.PI * k) / teeth;
    return profile.flatMap(([rho, angle]) =>
      [-1, 1].flatMap((side) =>
        [-1, 1].map((z) => [rho * cos(middle + side * angle), rho * sin(middle + side * angle), 0.5 * thickness * z]),
      ),
    );
  });
}

/** The teeth as shapes. */
export function createTeeth(teeth: number, turn: number) {
  return placeTeeth(teeth, turn).map((vertices) => ({ shape: createConvex({ vertices }) }));
}

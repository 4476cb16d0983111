/**
 * A rod that slides down, with one end on the floor, at a loose tolerance. Within its long steps gaps of what is held are what the
 * dense output makes of them, 1e-9 m and more; the audit looked for contacts there, found that nothing touched, and told that the
 * forces which are shown, less those of the floor, are not those that move the rod.
 *
 * Oracle: the same at a tolerance of 1e-11, of which all steps are short: what the floor bears at each look is the same but for the
 * tolerance, so that the forces shown at 1e-4 were right, and it was the audit that was wrong.
 */
import { createBox, createPlane } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { describe, expect, it } from "vitest";

function createRod(tolerance: number, friction: number, angle: number, turning: number): World {
  const world = new World({ tolerance });
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction });
  world.addBody({
    shape: createBox({ size: [0.1, 1, 0.1] }),
    mass: 1,
    position: [0, 0.5 * Math.cos(angle) + 0.05 * Math.sin(angle), 0],
    rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
    angularVelocity: [0, turning, 0],
    friction,
  });
  return world;
}

/** What the floor bears, N, in steps of 1/40 s up to `end`; and what the audit has said. */
function measure(world: World, end: number): { forces: number[]; said: string[] } {
  const forces: number[] = [];
  const said = new Set<string>();
  for (let k = 1; k <= end * 40; k++) {
    world.advanceTo(k / 40);
    forces.push(world.getContacts().reduce((sum, { force }) => sum + force, 0));
    for (const what of world.worst.fallbacks) if (what.startsWith("balance")) said.add(what);
  }
  return { forces, said: [...said] };
}

describe("a rod that slides down, at a loose tolerance", () => {
  for (const [tolerance, friction, angle, turning, end] of [
    [1e-5, 0.1, 0.6, 0, 0.4],
    [1e-4, 0, 0.2, 0, 0.4],
    [1e-4, 0, 0.6, 2, 0.3],
    [1e-4, 0.3, 0.6, 0, 0.45],
    [1e-3, 0, 0.6, 0, 0.2],
    [1e-3, 0.3, 1, 2, 0.1],
  ] as const) {
    it(`is moved by the forces that are shown: ${tolerance}, μ = ${friction}, from ${angle} rad`, () => {
      const { forces, said } = measure(createRod(tolerance, friction, angle, turning), end);
      expect(said).toEqual([]);
      const exact = measure(createRod(1e-11, friction, angle, turning), end).forces;
      forces.forEach((force, k) => {
        expect(Math.abs(force - exact[k])).toBeLessThan(100 * tolerance);
      });
    });
  }
});

/**
 * A kilometre from the origin places are rounded to 1e-13 m. Corners of one face, each placed in the world by itself, had gaps that
 * differed by as much; closing them tilted what stood on them by 1e-12 rad, and a light body under a heavy one, without friction,
 * was pushed aside by 1e-5 m in 20 s, with no word. The centre of mass of an island was off by as much: forces on what is heavy had
 * a torque about it that was all rounding, and steps became as short as that asked for. Arches without friction, which are balanced
 * as on a tip, fell: the torques that places so rounded make were taken for real.
 */
import { createBox, createConvex, createCylinder, createPlane, createSphere, type Shape } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";
import { buildArch, keepAwake } from "../support/arches.js";

/** A prism of n sides along y. */
function createPrism(n: number, radius: number, height: number): Shape {
  const corners = Array.from({ length: n }, (_, k) => (2 * Math.PI * k) / n);
  const at = (y: number) => corners.map((phi) => [radius * Math.cos(phi), y, radius * Math.sin(phi)]);
  return createConvex({ vertices: [...at(-height / 2), ...at(height / 2)] });
}

const shapes: Record<string, readonly [Shape, number][]> = {
  "boxes, cylinders and prisms": [
    [createBox({ size: [0.4, 0.23, 0.37] }), 4e3],
    [createPrism(5, 0.19, 0.11), 1.3e3],
    [createCylinder({ radius: 0.17, height: 0.3 }), 1.3e6],
    [createPrism(3, 0.23, 0.27), 1.3e3],
    [createCylinder({ radius: 0.2, height: 0.13 }), 1.1e6],
  ],
  "boxes that are turned": [1, 1, 1000, 1, 1000].map((mass) => [createBox({ size: [0.3, 0.1, 0.4] }), mass]),
};

/** n up; a rotation that takes y to it; two directions across. */
function tilt(n: readonly number[]) {
  const length = Math.hypot(...n);
  const up = n.map((x) => x / length);
  const q = [up[2], 0, -up[0], 1 + up[1]];
  const rotation = q.map((x) => x / Math.hypot(...q));
  return { up, rotation };
}

/** q turned about its own y axis. */
function turnAboutY([x, y, z, w]: readonly number[], angle: number): number[] {
  const [s, c] = [Math.sin(angle / 2), Math.cos(angle / 2)];
  return [x * c - z * s, y * c + w * s, z * c + x * s, w * c - y * s];
}

test.each(Object.entries(shapes))("a stack of %s stays where it is, a kilometre away and kept awake", (_, stack) => {
  for (const n of [
    [0, 1, 0],
    [0.3, 0.8, -0.4],
  ]) {
    const { up, rotation } = tilt(n);
    const foot = [640.3, -512.7, 570.1];
    const world = new World({ gravity: up.map((x) => -9.81 * x) });
    const offset = up.reduce((sum, x, k) => sum + x * foot[k], 0);
    world.addBody({ shape: createPlane({ normal: up, offset }), fixed: true });
    let height = 0;
    const bodies = stack.map(([shape, mass], k) => {
      const half =
        shape.polyhedron === null
          ? shape.halfHeight
          : Math.max(...shape.polyhedron.vertices.filter((_, i) => i % 3 === 1));
      const position = foot.map((x, i) => x + up[i] * (height + half));
      height += 2 * half;
      return world.addBody({ shape, mass, position, rotation: turnAboutY(rotation, 1.7 * k) });
    });
    // what might change keeps it awake
    world.addForce({ name: "idle", on: bodies.slice(-1), apply() {} });
    const before = world.system.state.slice();
    const { status, worst } = world.advanceTo(10);
    expect([status, worst.fallbacks]).toEqual(["done", []]);
    for (const body of bodies) {
      for (let k = 13 * body; k < 13 * body + 7; k++) {
        // the bound of the design for a minute; here nothing moves but by how places are rounded
        expect(Math.abs(world.system.state[k] - before[k])).toBeLessThan(1e-12);
      }
    }
  }
});

test.each([
  [3, 0.09, 1.41],
  [5, 0.46, 2.39],
  [7, 0.053, 2.21],
  [10, 0.055, 1.18],
])("an arch of %i wedges with an inner radius of %f m stands a kilometre away", (count, radius, span) => {
  for (const n of [
    [0, 0, 1],
    [0.3, 0.8, -0.4],
  ]) {
    const { rotation } = tilt(n);
    const { stage } = buildArch({ count, radius, span, rotation, position: [640.3, -512.7, 570.1], hasFrames: true });
    keepAwake(stage);
    const { world, bodies } = stage;
    const before = world.system.state.slice();
    const { status, worst } = world.advanceTo(20);
    expect([status, worst.fallbacks]).toEqual(["done", []]);
    for (const body of bodies) {
      for (let k = 13 * body; k < 13 * body + 7; k++) {
        // as above: nothing moves but by how places are rounded, 1.1e-13 m
        expect(Math.abs(world.system.state[k] - before[k])).toBeLessThan(1e-12);
      }
    }
  }
});

test("what is heavy flies as far in as many steps, wherever it is", () => {
  const count = (mass: number, far: number, joins: boolean): number => {
    const world = new World({ gravity: [-3, -7, 5] });
    const position = [0.9 * far, 0.2 * far, -0.3 * far];
    const shape = createSphere({ radius: 0.5 });
    world.addBody({ shape, mass, position, velocity: [1, 2, 3] });
    if (joins) {
      const beside = [position[0] + 0.6, position[1] + 0.8, position[2]];
      world.addBody({ shape, mass: 2 * mass, position: beside, velocity: [1, 2, 3] });
    }
    const { status, steps } = world.advanceTo(5);
    expect(status).toBe("done");
    // by ½ g t²
    const end = [1, 2, 3].map((v, k) => position[k] + 5 * v + 12.5 * [-3, -7, 5][k]);
    end.forEach((x, k) => {
      expect(Math.abs(world.system.state[k] - x)).toBeLessThan(1e-10);
    });
    return steps;
  };
  for (const joins of [false, true]) {
    const usual = count(1, 0, joins);
    for (const mass of [1e3, 1e6, 1e9]) {
      for (const far of [0, 1e3]) expect(count(mass, far, joins)).toBeLessThan(1.5 * usual);
    }
  }
});

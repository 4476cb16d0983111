/** Single bodies of all shapes thrown onto a plane that rubs, at rest, leaning or a belt: nothing fails, the books close. */
import {
  createBox,
  createCapsule,
  createCone,
  createConvex,
  createCylinder,
  createPlane,
  createSphere,
} from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

/** Numbers in [0, 1), the same for the same seed. */
function createDraw(seed: number): () => number {
  let s = (seed * 2654435761 + 12345) >>> 0;
  return () => {
    s = (s + 0x6d2b79f5) >>> 0;
    let t = s;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function throwBody(seed: number): World {
  const draw = createDraw(seed);
  const between = (low: number, high: number) => low + (high - low) * draw();
  const kind = Math.floor(6 * draw());
  const friction = [0.05, 0.2, 0.5, 1][Math.floor(4 * draw())] * between(0.7, 1.3);
  const restitution = draw() < 0.4 ? 0 : 0.9 * draw();
  const angle = draw() < 0.5 ? 0 : 0.7 * draw();
  const shape = [
    () => createBox({ size: [between(0.2, 0.6), between(0.2, 0.5), between(0.1, 0.5)] }),
    () => createSphere({ radius: between(0.1, 0.3) }),
    () => createCylinder({ radius: between(0.1, 0.35), height: between(0.05, 0.65) }),
    () => createCone({ radius: between(0.1, 0.4), height: between(0.2, 0.7) }),
    () => createCapsule({ radius: between(0.05, 0.2), height: between(0.1, 0.6) }),
    () => createConvex({ vertices: Array.from({ length: 24 }, () => between(-0.3, 0.3)) }),
  ][kind]();
  const world = new World({ gravity: [9.81 * Math.sin(angle), -9.81 * Math.cos(angle), 0] });
  const belt = draw() < 0.2 ? { surfaceVelocity: [between(-1, 1), 0, between(-1, 1)] } : {};
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true, friction, restitution, ...belt });
  world.addBody({
    shape,
    density: 500,
    friction,
    position: [0, 0.9, 0],
    rotation: [between(-0.5, 0.5), between(-0.5, 0.5), between(-0.5, 0.5), between(-0.5, 0.5)],
    velocity: [between(-2, 2), between(-2, 0), between(-2, 2)],
    angularVelocity: [between(-5, 5), between(-5, 5), between(-5, 5)],
  });
  return world;
}

// rims that roll half round and fall flat; a cone that jams as it slides; a cylinder that jams where it comes to lie; others
describe.each([
  [78, 0.9],
  [389, 1.6],
  [715, 1.5],
  [2370, 2.2],
  [3, 1],
  [4, 1],
  [6, 1],
  [8, 1],
])("thrown by %d", (seed, duration) => {
  test("it comes to the end", () => {
    const report = throwBody(seed).advanceTo(duration, { maxSteps: 20000 });
    expect(report.message).toMatch(/reached/);
    expect(report.worst.energyError).toBeLessThan(1e-7);
    expect(report.worst.penetration).toBeLessThan(1e-7);
    expect(report.worst.residual).toBeLessThan(1e-9);
  });
});

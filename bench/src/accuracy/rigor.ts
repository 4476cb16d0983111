/** Our own engine: the exact world, advanced to the end of every step. Nothing in it depends on where steps end. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { ball } from "@rigor/engine/constrain";
import { bodySize, Slot } from "@rigor/engine/rigid";
import { World } from "@rigor/engine/world";
import { type Engine, type Form, type Setting, toLocal, upright, zero } from "./engine.js";

export function buildWorld(setting: Setting, tolerance = 1e-8): World {
  const { gravity, friction, restitution, items, joints = [], collides = true, inTurn = false } = setting;
  const world = new World({ gravity, tolerance, ...(inTurn ? { collisions: "propagation" as const } : {}) });
  for (const { form, mass, position, rotation = upright, velocity = zero, angularVelocity = zero } of items) {
    const place = { position, rotation, friction, restitution };
    const groups = collides ? {} : { collidesWith: [] };
    if (mass === 0) world.addBody({ shape: createShape(form), fixed: true, ...place, ...groups });
    else world.addBody({ shape: createShape(form), mass, velocity, angularVelocity, ...place, ...groups });
  }
  for (const { a, b, at } of joints) {
    const first = a < 0 ? at : { body: a, point: toLocal(items[a], at) };
    world.add(ball({ a: first, b: { body: b, point: toLocal(items[b], at) } }));
  }
  return world;
}

/** Writes `stateSize` numbers of a body. */
export function readBody({ system }: World, item: number, out: Float64Array): void {
  const y = bodySize * item;
  out.set(system.state.subarray(y + Slot.x, y + Slot.x + 7));
  out.set(system.velocity.subarray(3 * item, 3 * item + 3), 7);
  out.set(system.angularVelocity.subarray(3 * item, 3 * item + 3), 10);
}

/** Steps a frame at most: what needs more stands still. A heap that lands takes thousands, and the processor time has a limit. */
const maxSteps = 100_000;

/** With another tolerance than the default it is the reference of scenes without a closed form. */
export function createRigor(tolerance = 1e-8): Engine {
  return {
    name: "Rigor",
    package: null,
    settings:
      "exact; tolerance 1e-8, the default; 64 bits. It has no fixed step: the rate is that of the samples. " +
      'The cradle with `collisions: "propagation"`',
    continuous: "always",
    start(setting, rate, isOut) {
      const world = buildWorld(setting, tolerance);
      let frame = 0;
      return {
        step() {
          const { status, message } = world.advanceTo(++frame / rate, { maxSteps, onProgress: () => !isOut() });
          if (status !== "done") throw new Error(message);
        },
        read: (item, out) => readBody(world, item, out),
        stop() {},
      };
    },
  };
}

export function createShape(form: Form) {
  if (form.kind === "sphere") return createSphere({ radius: form.radius });
  if (form.kind === "box") return createBox({ size: form.size });
  return createPlane({ normal: [0, 1, 0] });
}

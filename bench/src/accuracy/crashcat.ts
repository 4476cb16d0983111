/** crashcat, by its own calls. */
import type { RigidBody } from "crashcat";
import { type Engine, halve, type Item, toBox, toLocal, upright, type Vector, zero } from "./engine.js";

type Triple = [number, number, number];
const list = ([x, y, z]: Vector): Triple => [x, y, z];

export async function createCrashcat(): Promise<Engine> {
  const cat = await import("crashcat");
  cat.registerAll();
  /** Its usual rounding of corners, m: no more than a box has room for. */
  const convexRadius = 0.05;
  const createShape = (item: Item) => {
    if (item.form.kind === "sphere") return cat.sphere.create({ radius: item.form.radius });
    const halfExtents = halve(toBox(item).size);
    return cat.box.create({ halfExtents, convexRadius: Math.min(convexRadius, ...halfExtents) });
  };
  return {
    name: "crashcat",
    package: "crashcat",
    settings:
      "defaults, damping and sleep off, `applyGyroscopicForce` called before each step; 64 bits. Approaches below 1 m/s " +
      "do not bounce, and 2 cm of penetration are allowed. Fast bodies with `MotionQuality.LINEAR_CAST`",
    continuous: "option",
    start({ gravity, friction, restitution, items, joints = [], collides = true }, rate) {
      const settings = cat.createWorldSettings();
      const [moving, still] = [cat.addBroadphaseLayer(settings), cat.addBroadphaseLayer(settings)];
      const layers = { moving: cat.addObjectLayer(settings, moving), still: cat.addObjectLayer(settings, still) };
      if (collides) {
        cat.enableCollision(settings, layers.moving, layers.moving);
        cat.enableCollision(settings, layers.moving, layers.still);
      }
      settings.gravity = list(gravity);
      settings.sleeping.allowSleeping = false;
      const world = cat.createWorld(settings);
      const createBody = (item: Item): RigidBody => {
        const { form, mass, rotation = upright, velocity = zero, angularVelocity = zero, fast = false } = item;
        const body = cat.rigidBody.create(world, {
          shape: createShape(item),
          motionType: mass === 0 ? cat.MotionType.STATIC : cat.MotionType.DYNAMIC,
          objectLayer: mass === 0 ? layers.still : layers.moving,
          position: list(form.kind === "sphere" ? item.position : toBox(item).position),
          quaternion: [rotation[0], rotation[1], rotation[2], rotation[3]],
          friction,
          restitution,
          linearDamping: 0,
          angularDamping: 0,
          allowSleeping: false,
          ...(mass === 0 ? {} : { mass }),
          ...(fast ? { motionQuality: cat.MotionQuality.LINEAR_CAST } : {}),
        });
        if (mass > 0) {
          cat.rigidBody.setLinearVelocity(world, body, list(velocity));
          cat.rigidBody.setAngularVelocity(world, body, list(angularVelocity));
        }
        return body;
      };
      const bodies = items.map(createBody);
      const anchor: Item = { form: { kind: "sphere", radius: 0.02 }, mass: 0, position: zero };
      const ground = joints.some(({ a }) => a < 0) ? createBody(anchor) : null;
      for (const { a, b, at } of joints) {
        const before = a < 0 ? ground : bodies[a];
        if (before === null) continue;
        const [pointA, pointB] = [a < 0 ? list(at) : toLocal(items[a], at), toLocal(items[b], at)];
        const space = cat.ConstraintSpace.LOCAL;
        cat.pointConstraint.create(world, { bodyIdA: before.id, bodyIdB: bodies[b].id, pointA, pointB, space });
      }
      const free = bodies.filter((_, k) => items[k].mass > 0);
      return {
        step() {
          for (const body of free) {
            cat.motionProperties.applyGyroscopicForce(body.motionProperties, body.quaternion, 1 / rate);
          }
          cat.updateWorld(world, undefined, 1 / rate);
        },
        read(item, out) {
          const { centerOfMassPosition, quaternion, motionProperties } = bodies[item];
          out.set(centerOfMassPosition, 0);
          out.set(quaternion, 3);
          out.set(motionProperties.linearVelocity, 7);
          out.set(motionProperties.angularVelocity, 10);
        },
        stop() {},
      };
    },
  };
}

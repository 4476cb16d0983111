/** cannon-es, by its own calls. */
import { Body, Box, Plane, PointToPointConstraint, Quaternion, Sphere, Vec3, World } from "cannon-es";
import { type Engine, halve, type Item, toLocal, upright, zero } from "./engine.js";

/** A plane of it faces along z. */
const facingUp = new Quaternion().setFromAxisAngle(new Vec3(1, 0, 0), -Math.PI / 2);

export function createCannon(): Engine {
  return {
    name: "cannon-es",
    package: "cannon-es",
    settings: "defaults (ten iterations), damping off; 64 bits. It has no continuous collision detection",
    continuous: "none",
    start({ gravity, friction, restitution, items, joints = [], collides = true }, rate) {
      const world = new World({ gravity: new Vec3(...gravity) });
      world.defaultContactMaterial.friction = friction;
      world.defaultContactMaterial.restitution = restitution;
      const bodies = items.map((item) => {
        const { form, mass, position, rotation = upright, velocity = zero, angularVelocity = zero } = item;
        const body = new Body({
          mass,
          shape: createShape(item),
          position: new Vec3(...position),
          quaternion: form.kind === "floor" ? facingUp : new Quaternion(...rotation),
          velocity: new Vec3(...velocity),
          angularVelocity: new Vec3(...angularVelocity),
          linearDamping: 0,
          angularDamping: 0,
          ...(collides ? {} : { collisionFilterMask: 0 }),
        });
        world.addBody(body);
        return body;
      });
      const ground = new Body({ mass: 0 });
      world.addBody(ground);
      for (const { a, b, at } of joints) {
        const first = new Vec3(...(a < 0 ? at : toLocal(items[a], at)));
        const before = a < 0 ? ground : bodies[a];
        world.addConstraint(new PointToPointConstraint(before, first, bodies[b], new Vec3(...toLocal(items[b], at))));
      }
      return {
        step: () => world.step(1 / rate),
        read(item, out) {
          const { position: x, quaternion: q, velocity: v, angularVelocity: w } = bodies[item];
          out.set([x.x, x.y, x.z, q.x, q.y, q.z, q.w, v.x, v.y, v.z, w.x, w.y, w.z]);
        },
        stop() {},
      };
    },
  };
}

function createShape({ form }: Item) {
  if (form.kind === "sphere") return new Sphere(form.radius);
  if (form.kind === "floor") return new Plane();
  return new Box(new Vec3(...halve(form.size)));
}

/** Rapier, by its own calls. */
import type { RigidBody } from "@dimforge/rapier3d-compat";
import { type Engine, halve, type Item, toBox, toLocal, upright, type Vector, zero } from "./engine.js";

const point = ([x, y, z]: Vector) => ({ x, y, z });

export async function createRapier(): Promise<Engine> {
  const rapier = await import("@dimforge/rapier3d-compat");
  await rapier.init();
  const createCollider = (item: Item) => {
    if (item.form.kind === "sphere") return rapier.ColliderDesc.ball(item.form.radius);
    return rapier.ColliderDesc.cuboid(...halve(toBox(item).size));
  };
  return {
    name: "Rapier",
    package: "@dimforge/rapier3d-compat",
    settings: "defaults, sleep off; 32 bits. Fast bodies with `setCcdEnabled`",
    continuous: "option",
    start({ gravity, friction, restitution, items, joints = [], collides = true }, rate) {
      const world = new rapier.World(point(gravity));
      world.timestep = 1 / rate;
      const createBody = (item: Item): RigidBody => {
        const { mass, rotation = upright, velocity = zero, angularVelocity = zero, fast = false } = item;
        const [qx, qy, qz, qw] = rotation;
        const at = item.form.kind === "sphere" ? item.position : toBox(item).position;
        const settings = mass === 0 ? rapier.RigidBodyDesc.fixed() : rapier.RigidBodyDesc.dynamic();
        settings.setTranslation(...at).setRotation({ x: qx, y: qy, z: qz, w: qw });
        settings.setLinvel(...velocity).setAngvel(point(angularVelocity));
        const body = world.createRigidBody(settings.setCanSleep(false).setCcdEnabled(fast));
        const collider = createCollider(item).setFriction(friction).setRestitution(restitution);
        if (mass > 0) collider.setMass(mass);
        if (!collides) collider.setCollisionGroups(0);
        world.createCollider(collider, body);
        return body;
      };
      const bodies = items.map(createBody);
      const ground = joints.some(({ a }) => a < 0) ? world.createRigidBody(rapier.RigidBodyDesc.fixed()) : null;
      for (const { a, b, at } of joints) {
        const first = a < 0 ? at : toLocal(items[a], at);
        const joint = rapier.JointData.spherical(point(first), point(toLocal(items[b], at)));
        const before = a < 0 ? ground : bodies[a];
        if (before !== null) world.createImpulseJoint(joint, before, bodies[b], true);
      }
      return {
        step: () => world.step(),
        read(item, out) {
          const body = bodies[item];
          const [x, q, v, w] = [body.translation(), body.rotation(), body.linvel(), body.angvel()];
          out.set([x.x, x.y, x.z, q.x, q.y, q.z, q.w, v.x, v.y, v.z, w.x, w.y, w.z]);
        },
        stop: () => world.free(),
      };
    },
  };
}

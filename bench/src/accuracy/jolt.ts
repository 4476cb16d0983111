/** Jolt, by its own calls. */
import type Jolt from "jolt-physics";
import { createJoltWorld } from "../jolt-world.js";
import { type Engine, halve, type Item, toBox, toLocal, upright, zero } from "./engine.js";

/** Its usual rounding of corners, m: no more than a box has room for. */
const convexRadius = 0.05;

export async function createJolt(): Promise<Engine> {
  const { default: load } = await import("jolt-physics");
  const jolt = await load();
  const list = (v: { GetX(): number; GetY(): number; GetZ(): number }) => [v.GetX(), v.GetY(), v.GetZ()];
  const createShape = (item: Item): Jolt.Shape => {
    if (item.form.kind === "sphere") return new jolt.SphereShape(item.form.radius);
    const half = halve(toBox(item).size);
    return new jolt.BoxShape(new jolt.Vec3(...half), Math.min(convexRadius, ...half));
  };
  return {
    name: "Jolt",
    package: "jolt-physics",
    settings:
      "defaults, damping and sleep off, `mApplyGyroscopicForce` on; 32 bits. Approaches below 1 m/s do not bounce, and " +
      "2 cm of penetration are allowed. Fast bodies with `EMotionQuality_LinearCast`",
    continuous: "option",
    start({ gravity, friction, restitution, items, joints = [], collides = true }, rate) {
      const world = createJoltWorld(jolt, collides);
      const system = world.GetPhysicsSystem();
      system.SetGravity(new jolt.Vec3(...gravity));
      const created = system.GetBodyInterface();
      const createBody = (item: Item): Jolt.Body => {
        const { mass, rotation = upright, velocity = zero, angularVelocity = zero, fast = false } = item;
        const at = item.form.kind === "sphere" ? item.position : toBox(item).position;
        const motion = mass === 0 ? jolt.EMotionType_Static : jolt.EMotionType_Dynamic;
        const place = [new jolt.RVec3(...at), new jolt.Quat(...rotation)] as const;
        const settings = new jolt.BodyCreationSettings(createShape(item), ...place, motion, 0);
        settings.mFriction = friction;
        settings.mRestitution = restitution;
        if (mass > 0) {
          settings.mOverrideMassProperties = jolt.EOverrideMassProperties_CalculateInertia;
          settings.mMassPropertiesOverride.mMass = mass;
          settings.mLinearVelocity = new jolt.Vec3(...velocity);
          settings.mAngularVelocity = new jolt.Vec3(...angularVelocity);
          settings.mLinearDamping = 0;
          settings.mAngularDamping = 0;
          settings.mAllowSleeping = false;
          settings.mApplyGyroscopicForce = true;
          if (fast) settings.mMotionQuality = jolt.EMotionQuality_LinearCast;
        }
        const body = created.CreateBody(settings);
        jolt.destroy(settings);
        created.AddBody(body.GetID(), jolt.EActivation_Activate);
        return body;
      };
      const bodies = items.map(createBody);
      const anchor: Item = { form: { kind: "sphere", radius: 0.02 }, mass: 0, position: zero };
      const ground = joints.some(({ a }) => a < 0) ? createBody(anchor) : null;
      for (const { a, b, at } of joints) {
        const joint = new jolt.PointConstraintSettings();
        joint.mSpace = jolt.EConstraintSpace_LocalToBodyCOM;
        joint.mPoint1 = new jolt.RVec3(...(a < 0 ? at : toLocal(items[a], at)));
        joint.mPoint2 = new jolt.RVec3(...toLocal(items[b], at));
        const before = a < 0 ? ground : bodies[a];
        if (before !== null) system.AddConstraint(joint.Create(before, bodies[b]));
      }
      return {
        step: () => world.Step(1 / rate, 1),
        read(item, out) {
          const body = bodies[item];
          out.set(list(body.GetCenterOfMassPosition()), 0);
          const q = body.GetRotation();
          out.set([q.GetX(), q.GetY(), q.GetZ(), q.GetW()], 3);
          out.set(list(body.GetLinearVelocity()), 7);
          out.set(list(body.GetAngularVelocity()), 10);
        },
        stop: () => jolt.destroy(world),
      };
    },
  };
}

/**
 * The chain with a weight by our own methods, and in Rapier, Jolt and Havok at the settings that these come with: damping
 * and sleep are off, nothing collides, all else is left as it is. They compute with 32 bits, we with 64.
 */

import { readFile } from "node:fs/promises";
import { ball, Mechanism } from "@rigor/engine/constrain";
import { integrate, type Stepper } from "@rigor/engine/ode";
import { bodySize, RigidSystem, Slot, gravity as weigh } from "@rigor/engine/rigid";
import { end, gravity, type Part, partSize, type Swinger } from "./constrain-weight.js";
import { createJoltWorld } from "./jolt-world.js";

export function ours(
  name: string,
  setting: string,
  parts: readonly Part[],
  make: (mechanism: Mechanism) => Stepper,
): Swinger {
  let system = new RigidSystem();
  let stepper: Stepper | null = null;
  return {
    name,
    setting,
    start() {
      system = new RigidSystem();
      system.addForce(weigh([0, -gravity, 0]));
      for (const { mass, inertia, x } of parts) system.addBody({ mass, inertia, position: [x, 0, 0] });
      const mechanism = new Mechanism(system);
      parts.forEach((part, k) => {
        const a = k === 0 ? [0, 0, 0] : { body: k - 1, point: [parts[k - 1].front, 0, 0] };
        mechanism.add(ball({ a, b: { body: k, point: [-part.back, 0, 0] } }));
      });
      stepper = make(mechanism);
    },
    run(watch) {
      if (stepper === null) return 0;
      const report = integrate(stepper, end, watch === undefined ? {} : { onStep: () => watch() });
      if (report.status !== "done") throw new Error(`${name}, ${setting}: ${report.message}`);
      return report.steps;
    },
    read(picture) {
      parts.forEach((_, k) => {
        const y = bodySize * k;
        const o = partSize * k;
        picture.set(system.state.subarray(y + Slot.x, y + Slot.x + 7), o);
        picture.set(system.velocity.subarray(3 * k, 3 * k + 3), o + 7);
        picture.set(system.angularVelocity.subarray(3 * k, 3 * k + 3), o + 10);
      });
    },
  };
}

/** Runs an engine of fixed steps. */
export function runFixed(rate: number, step: () => void, watch?: () => void): number {
  const steps = Math.round(end * rate);
  for (let k = 0; k < steps; k++) {
    step();
    watch?.();
  }
  return steps;
}

interface Xyz {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

function listVector({ x, y, z }: Xyz): number[] {
  return [x, y, z];
}

/** With its usual joints, by impulses. */
export async function createRapier(parts: readonly Part[], rates: readonly number[]): Promise<Swinger[]> {
  const engine = await import("@dimforge/rapier3d-compat");
  await engine.init();
  const zero = { x: 0, y: 0, z: 0 };
  return rates.map((rate) => {
    let world = new engine.World(zero);
    let bodies: ReturnType<typeof world.createRigidBody>[] = [];
    return {
      name: "Rapier",
      setting: `${rate} Hz`,
      start() {
        world.free();
        world = new engine.World({ x: 0, y: -gravity, z: 0 });
        world.timestep = 1 / rate;
        bodies = parts.map(({ mass, inertia: [x, y, z], x: at }) => {
          const moments = { x, y, z };
          const upright = { x: 0, y: 0, z: 0, w: 1 };
          const body = engine.RigidBodyDesc.dynamic().setAdditionalMassProperties(mass, zero, moments, upright);
          return world.createRigidBody(body.setTranslation(at, 0, 0).setCanSleep(false));
        });
        const ground = world.createRigidBody(engine.RigidBodyDesc.fixed());
        parts.forEach((part, k) => {
          const front = { x: k === 0 ? 0 : parts[k - 1].front, y: 0, z: 0 };
          const joint = engine.JointData.spherical(front, { x: -part.back, y: 0, z: 0 });
          const before = k === 0 ? ground : bodies[k - 1];
          world.createImpulseJoint(joint, before, bodies[k], true);
        });
      },
      run: (watch) => runFixed(rate, () => world.step(), watch),
      read(picture) {
        bodies.forEach((body, k) => {
          const o = partSize * k;
          const q = body.rotation();
          picture.set(listVector(body.translation()), o);
          picture.set([q.x, q.y, q.z, q.w], o + 3);
          picture.set(listVector(body.linvel()), o + 7);
          picture.set(listVector(body.angvel()), o + 10);
        });
      },
    };
  });
}

export async function createJolt(parts: readonly Part[], rates: readonly number[]): Promise<Swinger[]> {
  const { default: load } = await import("jolt-physics");
  const engine = await load();
  const listJolt = (v: { GetX(): number; GetY(): number; GetZ(): number }) => [v.GetX(), v.GetY(), v.GetZ()];
  const createWorld = () => {
    // collision between layers is off
    const jolt = createJoltWorld(engine, false);
    jolt.GetPhysicsSystem().SetGravity(new engine.Vec3(0, -gravity, 0));
    return jolt;
  };
  const createBody = (jolt: InstanceType<typeof engine.JoltInterface>, at: number, part: Part | null) => {
    const motion = part === null ? engine.EMotionType_Static : engine.EMotionType_Dynamic;
    const shape = new engine.SphereShape(0.02);
    const upright = new engine.Quat(0, 0, 0, 1);
    const settings = new engine.BodyCreationSettings(shape, new engine.RVec3(at, 0, 0), upright, motion, 0);
    if (part !== null) {
      settings.mOverrideMassProperties = engine.EOverrideMassProperties_MassAndInertiaProvided;
      settings.mMassPropertiesOverride.mMass = part.mass;
      settings.mMassPropertiesOverride.mInertia.SetDiagonal3(new engine.Vec3(...part.inertia));
    }
    settings.mLinearDamping = 0;
    settings.mAngularDamping = 0;
    settings.mAllowSleeping = false;
    const bodies = jolt.GetPhysicsSystem().GetBodyInterface();
    const body = bodies.CreateBody(settings);
    bodies.AddBody(body.GetID(), engine.EActivation_Activate);
    return body;
  };
  return rates.map((rate) => {
    let jolt: ReturnType<typeof createWorld> | null = null;
    let bodies: ReturnType<typeof createBody>[] = [];
    return {
      name: "Jolt",
      setting: `${rate} Hz`,
      start() {
        if (jolt !== null) engine.destroy(jolt);
        const world = createWorld();
        jolt = world;
        const ground = createBody(world, 0, null);
        bodies = parts.map((part) => createBody(world, part.x, part));
        parts.forEach((part, k) => {
          const joint = new engine.PointConstraintSettings();
          joint.mSpace = engine.EConstraintSpace_LocalToBodyCOM;
          joint.mPoint1 = new engine.RVec3(k === 0 ? 0 : parts[k - 1].front, 0, 0);
          joint.mPoint2 = new engine.RVec3(-part.back, 0, 0);
          world.GetPhysicsSystem().AddConstraint(joint.Create(k === 0 ? ground : bodies[k - 1], bodies[k]));
        });
      },
      run: (watch) => runFixed(rate, () => jolt?.Step(1 / rate, 1), watch),
      read(picture) {
        bodies.forEach((body, k) => {
          const o = partSize * k;
          picture.set(listJolt(body.GetCenterOfMassPosition()), o);
          const q = body.GetRotation();
          picture.set([q.GetX(), q.GetY(), q.GetZ(), q.GetW()], o + 3);
          picture.set(listJolt(body.GetLinearVelocity()), o + 7);
          picture.set(listJolt(body.GetAngularVelocity()), o + 10);
        });
      },
    };
  });
}

export async function createHavok(parts: readonly Part[], rates: readonly number[]): Promise<Swinger[]> {
  const { default: load } = await import("@babylonjs/havok");
  // Node does not fetch files
  const file = new URL(import.meta.resolve("@babylonjs/havok/lib/esm/HavokPhysics.wasm"));
  const engine = await load({ wasmBinary: Uint8Array.from(await readFile(file)).buffer });
  type Body = ReturnType<typeof engine.HP_Body_Create>[1];
  const createBody = (world: ReturnType<typeof engine.HP_World_Create>[1], at: number, part: Part | null): Body => {
    const body = engine.HP_Body_Create()[1];
    const motion = part === null ? engine.MotionType.STATIC : engine.MotionType.DYNAMIC;
    engine.HP_Body_SetMotionType(body, motion);
    if (part !== null) {
      // it wants the moments of the same body of 1 kg
      const [x, y, z] = part.inertia;
      const { mass } = part;
      engine.HP_Body_SetMassProperties(body, [[0, 0, 0], mass, [x / mass, y / mass, z / mass], [0, 0, 0, 1]]);
      engine.HP_Body_SetLinearDamping(body, 0);
      engine.HP_Body_SetAngularDamping(body, 0);
      engine.HP_Body_SetActivationControl(body, engine.ActivationControl.ALWAYS_ACTIVE);
    }
    engine.HP_World_AddBody(world, body, false);
    engine.HP_Body_SetPosition(body, [at, 0, 0]);
    return body;
  };
  const linear = [engine.ConstraintAxis.LINEAR_X, engine.ConstraintAxis.LINEAR_Y, engine.ConstraintAxis.LINEAR_Z];
  return rates.map((rate) => {
    let world = engine.HP_World_Create()[1];
    let bodies: Body[] = [];
    return {
      name: "Havok",
      setting: `${rate} Hz`,
      start() {
        engine.HP_World_Release(world);
        world = engine.HP_World_Create()[1];
        engine.HP_World_SetGravity(world, [0, -gravity, 0]);
        engine.HP_World_SetIdealStepTime(world, 1 / rate);
        const ground = createBody(world, 0, null);
        bodies = parts.map((part) => createBody(world, part.x, part));
        parts.forEach((part, k) => {
          const joint = engine.HP_Constraint_Create()[1];
          engine.HP_Constraint_SetParentBody(joint, k === 0 ? ground : bodies[k - 1]);
          engine.HP_Constraint_SetChildBody(joint, bodies[k]);
          const front = k === 0 ? 0 : parts[k - 1].front;
          engine.HP_Constraint_SetAnchorInParent(joint, [front, 0, 0], [1, 0, 0], [0, 1, 0]);
          engine.HP_Constraint_SetAnchorInChild(joint, [-part.back, 0, 0], [1, 0, 0], [0, 1, 0]);
          for (const axis of linear) {
            engine.HP_Constraint_SetAxisMode(joint, axis, engine.ConstraintAxisLimitMode.LOCKED);
          }
          engine.HP_Constraint_SetEnabled(joint, 1);
        });
      },
      run: (watch) => runFixed(rate, () => engine.HP_World_Step(world, 1 / rate), watch),
      read(picture) {
        bodies.forEach((body, k) => {
          const o = partSize * k;
          const [position, rotation] = engine.HP_Body_GetQTransform(body)[1];
          picture.set([...position, ...rotation], o);
          picture.set(engine.HP_Body_GetLinearVelocity(body)[1], o + 7);
          picture.set(engine.HP_Body_GetAngularVelocity(body)[1], o + 10);
        });
      },
    };
  });
}

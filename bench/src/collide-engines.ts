/**
 * A heap of hulls in other engines, and one pass of their collision detection. None can be asked for detection alone, but
 * for cannon-es: the others take a step of 1 ns without gravity, with as little solving as they allow.
 *
 *   Rapier       `world.step()`, one iteration of the solver, of one internal one. With several poses, every body is put
 *                in its place before that; what this takes is timed alone, and stands in a line of its own
 *   Jolt         `Step` on one thread, one velocity and no position step; without its cache of bodies that have not moved
 *                relative to one another, which would leave out the detection altogether
 *   cannon-es    `collisionPairs` by sort and sweep, then `getContacts`
 */

import type { Shape } from "@rigor/engine/collide";
import {
  Body,
  type ContactEquation,
  ConvexPolyhedron,
  type FrictionEquation,
  Quaternion,
  SAPBroadphase,
  Vec3,
  World,
} from "cannon-es";
import type { Heap } from "./collide-heap.js";
import { createJoltWorld } from "./jolt-world.js";

export interface Engine {
  readonly name: string;
  pass(): void;
  /** Contact points of the last pass; NaN if the engine does not report it. */
  count(): number;
}

/** Seconds a step lasts where there must be one. */
const step = 1e-9;

/** Passes go round the poses. If there are several, putting bodies in their places is an engine too. */
export async function createRapier(poses: readonly Heap[]): Promise<Engine[]> {
  const engine = await import("@dimforge/rapier3d-compat");
  await engine.init();
  const world = new engine.World({ x: 0, y: 0, z: 0 });
  world.timestep = step;
  world.numSolverIterations = 1;
  world.numInternalPgsIterations = 1;
  const places = poses.map(({ shapes, positions: x, rotations: q }) =>
    shapes.map((_, k) => ({
      position: { x: x[3 * k]!, y: x[3 * k + 1]!, z: x[3 * k + 2]! },
      rotation: { x: q[4 * k]!, y: q[4 * k + 1]!, z: q[4 * k + 2]!, w: q[4 * k + 3]! },
    })),
  );
  const colliders = poses[0]!.shapes.map((shape, k) => {
    const { position: p, rotation } = places[0]![k]!;
    const body = engine.RigidBodyDesc.dynamic().setTranslation(p.x, p.y, p.z).setRotation(rotation).setCanSleep(false);
    const hull = engine.ColliderDesc.convexHull(Float32Array.from(cornersOf(shape)));
    if (hull === null) throw new Error("Rapier makes no hull of these corners");
    return world.createCollider(hull, world.createRigidBody(body));
  });
  const bodies = colliders.map((collider) => collider.parent()!);
  let turn = 0;
  const move = () => {
    turn = (turn + 1) % places.length;
    bodies.forEach((body, k) => {
      body.setTranslation(places[turn]![k]!.position, false);
      body.setRotation(places[turn]![k]!.rotation, false);
    });
  };
  const count = () => {
    let sum = 0;
    for (const collider of colliders) {
      world.contactPairsWith(collider, (other) =>
        world.contactPair(collider, other, (manifold) => {
          sum += manifold.numContacts();
        }),
      );
    }
    return sum / 2;
  };
  if (poses.length === 1) return [{ name: "Rapier, a step, at rest", pass: () => world.step(), count }];
  const stepMoved = () => {
    move();
    world.step();
  };
  return [
    { name: "Rapier, a step, moved a little", pass: stepMoved, count },
    { name: "  of which moving it", pass: move, count: () => Number.NaN },
  ];
}

export async function createJolt({ shapes, positions: x, rotations: q }: Heap): Promise<Engine> {
  const { default: load } = await import("jolt-physics");
  const engine = await load();
  const jolt = createJoltWorld(engine, true);
  const system = jolt.GetPhysicsSystem();
  system.SetGravity(new engine.Vec3(0, 0, 0));
  const physics = system.GetPhysicsSettings();
  physics.mUseBodyPairContactCache = false;
  physics.mNumVelocitySteps = 1;
  physics.mNumPositionSteps = 0;
  physics.mAllowSleeping = false;
  system.SetPhysicsSettings(physics);
  const bodies = system.GetBodyInterface();
  const hulls = new Map<Shape, InstanceType<typeof engine.Shape>>();
  shapes.forEach((shape, k) => {
    let hull = hulls.get(shape);
    if (hull === undefined) {
      const corners = cornersOf(shape);
      const description = new engine.ConvexHullShapeSettings();
      for (let v = 0; v < corners.length; v += 3) {
        description.mPoints.push_back(new engine.Vec3(corners[v]!, corners[v + 1]!, corners[v + 2]!));
      }
      hull = description.Create().Get();
      hulls.set(shape, hull);
    }
    const body = new engine.BodyCreationSettings(
      hull,
      new engine.RVec3(x[3 * k]!, x[3 * k + 1]!, x[3 * k + 2]!),
      new engine.Quat(q[4 * k]!, q[4 * k + 1]!, q[4 * k + 2]!, q[4 * k + 3]!),
      engine.EMotionType_Dynamic,
      0,
    );
    bodies.CreateAndAddBody(body, engine.EActivation_Activate);
  });
  return { name: "Jolt, a step", pass: () => jolt.Step(step, 1), count: () => Number.NaN };
}

export function createCannon({ shapes, positions: x, rotations: q }: Heap): Engine {
  const world = new World();
  const hulls = new Map<Shape, ConvexPolyhedron>();
  shapes.forEach((shape, k) => {
    const hull = hulls.get(shape) ?? createHull(shape);
    hulls.set(shape, hull);
    const position = new Vec3(x[3 * k], x[3 * k + 1], x[3 * k + 2]);
    const quaternion = new Quaternion(q[4 * k], q[4 * k + 1], q[4 * k + 2], q[4 * k + 3]);
    world.addBody(new Body({ mass: 1, shape: hull, position, quaternion }));
  });
  const broadphase = new SAPBroadphase(world);
  world.broadphase = broadphase;
  const first: Body[] = [];
  const second: Body[] = [];
  const contacts: ContactEquation[] = [];
  const old: ContactEquation[] = [];
  const friction: FrictionEquation[] = [];
  const pool: FrictionEquation[] = [];
  const pass = () => {
    // what it found before is used again, as in its own step
    old.push(...contacts.splice(0));
    pool.push(...friction.splice(0));
    first.length = second.length = 0;
    broadphase.dirty = true;
    broadphase.collisionPairs(world, first, second);
    world.narrowphase.getContacts(first, second, world, contacts, old, friction, pool);
  };
  return { name: "cannon-es, detection", pass, count: () => contacts.length };
}

function createHull({ polyhedron }: Shape): ConvexPolyhedron {
  if (polyhedron === null) throw new Error("a polyhedron is wanted");
  const { vertices, faceStart, faceVertices, faceCount } = polyhedron;
  return new ConvexPolyhedron({
    vertices: Array.from({ length: vertices.length / 3 }, (_, v) => new Vec3(...vertices.subarray(3 * v, 3 * v + 3))),
    faces: Array.from({ length: faceCount }, (_, f) => [...faceVertices.subarray(faceStart[f], faceStart[f + 1])]),
  });
}

function cornersOf({ polyhedron }: Shape): Float64Array {
  if (polyhedron === null) throw new Error("a polyhedron is wanted");
  return polyhedron.vertices;
}

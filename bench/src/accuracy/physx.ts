/** PhysX, by its own calls. Its package is built for browsers, and runs in Node as well if its environment is set. */
import { readFile } from "node:fs/promises";
import type PhysX from "physx-js-webidl";
import { type Engine, halve, type Item, toLocal, upright, type Vector, zero } from "./engine.js";

/** `PxRigidBodyFlag::eENABLE_GYROSCOPIC_FORCES`, which the bindings have no name for. */
const gyroscopic = 1 << 10;

export async function createPhysx(): Promise<Engine> {
  const px = await loadPhysx();
  const version = px.PHYSICS_VERSION;
  const errors = new px.PxDefaultErrorCallback();
  const foundation = px.CreateFoundation(version, new px.PxDefaultAllocator(), errors);
  const scale = new px.PxTolerancesScale();
  const physics = px.CreatePhysics(version, foundation, scale);
  px.InitExtensions(physics);
  const vector = ([x, y, z]: Vector) => new px.PxVec3(x, y, z);
  const flags = new px.PxShapeFlags(px.PxShapeFlagEnum.eSIMULATION_SHAPE | px.PxShapeFlagEnum.eSCENE_QUERY_SHAPE);
  const place = (at: Vector, [x, y, z, w] = upright) => new px.PxTransform(vector(at), new px.PxQuat(x, y, z, w));
  const createGeometry = ({ form }: Item): PhysX.PxGeometry => {
    if (form.kind === "sphere") return new px.PxSphereGeometry(form.radius);
    if (form.kind === "floor") return new px.PxPlaneGeometry();
    return new px.PxBoxGeometry(...halve(form.size));
  };
  return {
    name: "PhysX",
    package: "physx-js-webidl",
    settings:
      "its TGS solver with eight iterations, else defaults, damping and sleep off, gyroscopic forces on; 32 bits. " +
      "Approaches below 2 m/s do not bounce. Fast bodies with `eENABLE_CCD`",
    continuous: "option",
    start({ gravity, friction, restitution, items, joints = [], collides = true }, rate) {
      const description = new px.PxSceneDesc(scale);
      description.gravity = vector(gravity);
      description.cpuDispatcher = px.DefaultCpuDispatcherCreate(0);
      description.filterShader = px.DefaultFilterShader();
      description.solverType = px.PxSolverTypeEnum.eTGS;
      if (items.some(({ fast }) => fast)) description.flags.raise(px.PxSceneFlagEnum.eENABLE_CCD);
      const scene = physics.createScene(description);
      const material = physics.createMaterial(friction, friction, restitution);
      const createBody = (item: Item) => {
        const { form, mass, position, velocity = zero, angularVelocity = zero, fast = false } = item;
        // a plane of it faces along x
        const rotation = form.kind === "floor" ? ([0, 0, Math.SQRT1_2, Math.SQRT1_2] as const) : item.rotation;
        const shape = physics.createShape(createGeometry(item), material, true, flags);
        // groups, who is met, and what is asked of a pair
        const asked = fast ? px.PxPairFlagEnum.eDETECT_CCD_CONTACT : 0;
        shape.setSimulationFilterData(new px.PxFilterData(1, collides ? 1 : 0, asked, 0));
        const at = place(position, rotation);
        if (mass === 0) {
          const body = physics.createRigidStatic(at);
          body.attachShape(shape);
          scene.addActor(body);
          return body;
        }
        const body = physics.createRigidDynamic(at);
        body.attachShape(shape);
        // its types say static
        (px.PxRigidBodyExt as unknown as { prototype: typeof PhysX.PxRigidBodyExt }).prototype.setMassAndUpdateInertia(
          body,
          mass,
        );
        body.setLinearDamping(0);
        body.setAngularDamping(0);
        body.setMaxAngularVelocity(1000);
        body.setSleepThreshold(0);
        body.setSolverIterationCounts(8, 1);
        body.setRigidBodyFlag(gyroscopic, true);
        if (fast) body.setRigidBodyFlag(px.PxRigidBodyFlagEnum.eENABLE_CCD, true);
        body.setLinearVelocity(vector(velocity));
        body.setAngularVelocity(vector(angularVelocity));
        scene.addActor(body);
        return body;
      };
      const bodies = items.map(createBody);
      const ground = joints.some(({ a }) => a < 0) ? physics.createRigidStatic(place(zero)) : null;
      if (ground !== null) scene.addActor(ground);
      for (const { a, b, at } of joints) {
        const before = a < 0 ? ground : bodies[a];
        if (before === null) continue;
        const first = place(a < 0 ? at : toLocal(items[a], at));
        px.SphericalJointCreate(physics, before, first, bodies[b], place(toLocal(items[b], at)));
      }
      return {
        step() {
          scene.simulate(1 / rate);
          scene.fetchResults(true);
        },
        read(item, out) {
          const body = bodies[item];
          const { p, q } = body.getGlobalPose();
          out.set([p.x, p.y, p.z, q.x, q.y, q.z, q.w]);
          if (!("getLinearVelocity" in body)) return;
          const v = body.getLinearVelocity();
          out.set([v.x, v.y, v.z], 7);
          const w = body.getAngularVelocity();
          out.set([w.x, w.y, w.z], 10);
        },
        stop: () => scene.release(),
      };
    },
  };
}

/** While it loads there is a window, and no process. */
async function loadPhysx() {
  const { default: load } = await import("physx-js-webidl");
  const wasmBinary = await readFile(new URL(import.meta.resolve("physx-js-webidl/physx-js-webidl.wasm")));
  const node = Object.getOwnPropertyDescriptor(globalThis, "process");
  const page = globalThis as { window?: unknown };
  Object.defineProperty(globalThis, "process", { value: undefined, configurable: true });
  page.window = globalThis;
  try {
    return await load({ wasmBinary } as unknown as Parameters<typeof load>[0]);
  } finally {
    delete page.window;
    if (node !== undefined) Object.defineProperty(globalThis, "process", node);
  }
}

/**
 * The forces of the file, added to the world. Pair forces act between particles; a point of a body takes part as an anchor, a
 * particle that moves with the body and whose force acts on the body.
 */
import { attraction, constantForce, drag, repulsion, Springs, wind } from "../../particles/index.js";
import { appliedForce, wind as bodyWind, damping, type MassProperties } from "../../rigid/index.js";
import type { FaultList } from "../check/index.js";
import type {
  AttractForce,
  ConstantForce,
  DragForce,
  RepelForce,
  SceneFile,
  SceneForce,
  SceneSelection,
  SpringForce,
  WindForce,
} from "../format/index.js";
import { isSolid, weighBody } from "./build-bodies.js";
import { addJointForce } from "./build-joints.js";
import type { ModelForce } from "./model.js";
import type { Entity, Registry } from "./registry.js";

/** Adds the forces of the file to the world; the entry of a force that cannot be built is null. */
export function buildForces(faults: FaultList, registry: Registry, scene: SceneFile): (ModelForce | null)[] {
  const springs = new Springs();
  const built = faults.map("forces", scene.forces, (force, path, k) => {
    const id = force.id ?? `force ${k}`;
    const more = faults.attempt(path, () => buildForce(registry, springs, force, scene));
    return more === null ? null : { id, type: force.type, ...more };
  });
  if (springs.count > 0) registry.world.system.particles.addForce(springs);
  return built;
}

function buildForce(
  registry: Registry,
  springs: Springs,
  force: SceneForce,
  scene: SceneFile,
): Pick<ModelForce, "ends" | "length"> {
  switch (force.type) {
    case "spring":
      return buildSpring(registry, springs, force);
    case "drag":
      addDrag(registry, force);
      break;
    case "wind":
      addWind(registry, force);
      break;
    case "constant":
      addConstant(registry, force);
      break;
    case "attract":
      addAttraction(registry, force, scene);
      break;
    case "repel":
      addRepulsion(registry, force, scene);
      break;
    case "joint":
      addJointForce(registry, force);
      break;
  }
  return {};
}

/** The bodies and particles of a selection, without those that no force moves. */
function select(registry: Registry, on: SceneSelection): { bodies: number[]; particles: number[] } {
  const chosen = (on === "all" ? [...registry.byId.values()] : on.map((id) => registry.find(id))).filter(
    (x) => x.isFree,
  );
  const list = (wanted: Entity["kind"]) => chosen.filter(({ kind }) => kind === wanted).map(({ index }) => index);
  return { bodies: list("body"), particles: list("particle") };
}

function buildSpring(registry: Registry, springs: Springs, spring: SpringForce) {
  const { particles } = registry.world.system;
  const { a, b, anchorA, anchorB = [0, 0, 0], stiffness, damping: loss, length } = spring;
  const first = registry.anchor(registry.find(a), anchorA);
  const second =
    b === undefined
      ? particles.addParticle({ position: anchorB, fixed: true })
      : registry.anchor(registry.find(b), anchorB);
  const s = springs.connect(particles, first, second, {
    stiffness,
    ...(loss === undefined ? {} : { damping: loss }),
    ...(length === undefined ? {} : { length }),
  });
  return { ends: [first, second] as const, length: springs.restLength[s] };
}

function addDrag(registry: Registry, { on, linear = 0, angular = 0 }: DragForce): void {
  const { world } = registry;
  const { bodies, particles } = select(registry, on);
  if (bodies.length > 0) world.addForce(damping({ linear, angular, on: bodies }));
  if (particles.length > 0) world.system.particles.addForce(drag({ coefficient: linear, on: particles }));
}

function addWind(registry: Registry, { on, velocity, drag: coefficient }: WindForce): void {
  const { world } = registry;
  const { bodies, particles } = select(registry, on);
  if (bodies.length > 0) world.addForce(bodyWind({ velocity, drag: coefficient, on: bodies }));
  if (particles.length > 0) world.system.particles.addForce(wind({ coefficient, velocity, on: particles }));
}

function addConstant(registry: Registry, given: ConstantForce): void {
  const { on, force, torque, at, frame = "world", atFrame = frame } = given;
  const { world } = registry;
  const { bodies, particles } = select(registry, on);
  for (const body of bodies) {
    world.addForce(
      appliedForce({
        body,
        frame,
        ...(force === undefined ? {} : { force }),
        ...(torque === undefined ? {} : { torque }),
        ...(at === undefined ? {} : { at, pointFrame: atFrame }),
      }),
    );
  }
  if (particles.length > 0 && force !== undefined)
    world.system.particles.addForce(constantForce({ force, on: particles }));
}

function addAttraction(registry: Registry, { on, strength, softening = 0 }: AttractForce, scene: SceneFile): void {
  const { particles, masses } = gatherCenters(registry, on, scene);
  if (particles.length < 2) return;
  registry.world.system.particles.addForce(attraction({ strength, softening, on: particles, masses }));
}

function addRepulsion(registry: Registry, force: RepelForce, scene: SceneFile): void {
  const { radius, stiffness, damping: loss = 0 } = force;
  const { particles } = gatherCenters(registry, force.on, scene);
  if (particles.length < 2) return;
  registry.world.system.particles.addForce(repulsion({ radius, stiffness, damping: loss, on: particles }));
}

/** Particles at the centres of mass of a selection, fixed bodies included, and the masses there, kg. */
function gatherCenters(registry: Registry, on: SceneSelection, scene: SceneFile) {
  const chosen = on === "all" ? [...registry.byId.values()] : on.map((id) => registry.find(id));
  const particles: number[] = [];
  const masses: number[] = [];
  const { system } = registry.world;
  for (const entity of chosen) {
    // a plane has no centre
    if (entity.body !== undefined && !isSolid(entity.body)) continue;
    const weight: MassProperties | null =
      entity.body === undefined || entity.isFree ? null : weighBody(entity.body, scene);
    particles.push(registry.anchorCenter(entity, weight));
    masses.push(
      weight?.mass ?? (entity.kind === "body" ? system.mass[entity.index] : system.particles.mass[entity.index]),
    );
  }
  return { particles, masses };
}

/**
 * Forces of the file in the world. What acts between pairs acts between particles; a point of a body takes part as an
 * anchor: a particle that the body carries, whose force the body takes over.
 */
import { attraction, constantForce, drag, repulsion, Springs, wind } from "../particles/index.js";
import { appliedForce, wind as bodyWind, damping, type MassProperties } from "../rigid/index.js";
import { isSolid, weighBody } from "./build-bodies.js";
import { addJointForce } from "./build-joints.js";
import type { Thing, Things } from "./build-things.js";
import type { SceneFile } from "./file.js";
import type {
  AttractForce,
  ConstantForce,
  DragForce,
  RepelForce,
  SceneForce,
  SceneSelection,
  SpringForce,
  WindForce,
} from "./file-parts.js";
import type { ModelForce } from "./model.js";
import type { FaultList } from "./problem.js";

/** One for each of the file; null for those that cannot be. */
export function buildForces(faults: FaultList, things: Things, scene: SceneFile): (ModelForce | null)[] {
  const springs = new Springs();
  const built = faults.map("forces", scene.forces, (force, path, k) => {
    const id = force.id ?? `force ${k}`;
    const more = faults.attempt(path, () => buildForce(things, springs, force, scene));
    return more === null ? null : { id, type: force.type, ...more };
  });
  if (springs.count > 0) things.world.system.particles.addForce(springs);
  return built;
}

function buildForce(
  things: Things,
  springs: Springs,
  force: SceneForce,
  scene: SceneFile,
): Pick<ModelForce, "ends" | "length"> {
  switch (force.type) {
    case "spring":
      return buildSpring(things, springs, force);
    case "drag":
      addDrag(things, force);
      break;
    case "wind":
      addWind(things, force);
      break;
    case "constant":
      addConstant(things, force);
      break;
    case "attract":
      addAttraction(things, force, scene);
      break;
    case "repel":
      addRepulsion(things, force, scene);
      break;
    case "joint":
      addJointForce(things, force);
      break;
  }
  return {};
}

/** The bodies and the particles of a selection that forces move. */
function select(things: Things, on: SceneSelection): { bodies: number[]; particles: number[] } {
  const chosen = (on === "all" ? [...things.byId.values()] : on.map((id) => things.find(id))).filter((x) => x.isFree);
  const list = (wanted: Thing["kind"]) => chosen.filter(({ kind }) => kind === wanted).map(({ index }) => index);
  return { bodies: list("body"), particles: list("particle") };
}

function buildSpring(things: Things, springs: Springs, spring: SpringForce) {
  const { particles } = things.world.system;
  const { a, b, anchorA, anchorB = [0, 0, 0], stiffness, damping: loss, length } = spring;
  const first = things.anchor(things.find(a), anchorA);
  const second =
    b === undefined
      ? particles.addParticle({ position: anchorB, fixed: true })
      : things.anchor(things.find(b), anchorB);
  const s = springs.connect(particles, first, second, {
    stiffness,
    ...(loss === undefined ? {} : { damping: loss }),
    ...(length === undefined ? {} : { length }),
  });
  return { ends: [first, second] as const, length: springs.restLength[s] };
}

function addDrag(things: Things, { on, linear = 0, angular = 0 }: DragForce): void {
  const { world } = things;
  const { bodies, particles } = select(things, on);
  if (bodies.length > 0) world.addForce(damping({ linear, angular, on: bodies }));
  if (particles.length > 0) world.system.particles.addForce(drag({ coefficient: linear, on: particles }));
}

function addWind(things: Things, { on, velocity, drag: coefficient }: WindForce): void {
  const { world } = things;
  const { bodies, particles } = select(things, on);
  if (bodies.length > 0) world.addForce(bodyWind({ velocity, drag: coefficient, on: bodies }));
  if (particles.length > 0) world.system.particles.addForce(wind({ coefficient, velocity, on: particles }));
}

function addConstant(things: Things, given: ConstantForce): void {
  const { on, force, torque, at, frame = "world", atFrame = frame } = given;
  const { world } = things;
  const { bodies, particles } = select(things, on);
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

function addAttraction(things: Things, { on, strength, softening = 0 }: AttractForce, scene: SceneFile): void {
  const { particles, masses } = gatherCenters(things, on, scene);
  if (particles.length < 2) return;
  things.world.system.particles.addForce(attraction({ strength, softening, on: particles, masses }));
}

function addRepulsion(things: Things, force: RepelForce, scene: SceneFile): void {
  const { radius, stiffness, damping: loss = 0 } = force;
  const { particles } = gatherCenters(things, force.on, scene);
  if (particles.length < 2) return;
  things.world.system.particles.addForce(repulsion({ radius, stiffness, damping: loss, on: particles }));
}

/** Particles that stand for the centres of mass of a selection, fixed ones among them, and what these weigh. */
function gatherCenters(things: Things, on: SceneSelection, scene: SceneFile) {
  const chosen = on === "all" ? [...things.byId.values()] : on.map((id) => things.find(id));
  const particles: number[] = [];
  const masses: number[] = [];
  const { system } = things.world;
  for (const thing of chosen) {
    // a plane has no centre
    if (thing.body !== undefined && !isSolid(thing.body)) continue;
    const weight: MassProperties | null =
      thing.body === undefined || thing.isFree ? null : weighBody(thing.body, scene);
    particles.push(things.anchorCenter(thing, weight));
    masses.push(
      weight?.mass ?? (thing.kind === "body" ? system.mass[thing.index] : system.particles.mass[thing.index]),
    );
  }
  return { particles, masses };
}

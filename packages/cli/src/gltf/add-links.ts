/** The things drawn beside bodies: particles and masses as small balls, springs and rods between them, joints, wires. */
import { type SceneCurve, triangulateShape } from "@rigor/engine/scene";
import type { Parts } from "./add-bodies.js";
import type { Mover } from "./channel.js";
import { colorOf, fixedColor, jointColor, linkColor, ropeColor, springColor, wireColor } from "./colors.js";
import type { GltfNode } from "./glb.js";
import { toLocal, toLocalDirection } from "./tracks.js";
import { buildCoil, buildCurve, buildRod, buildTube, turnBetween, unit, widen } from "./tube.js";
import type { Wire } from "./wires.js";

/** Sizes in radii of the scene. */
const ballSize = 0.02;
const rodSize = 0.006;
const jointSize = 0.012;

/** Particles, and the masses of bodies in generalized coordinates. */
export function addMasses({ writer, scene, cast, view }: Parts): void {
  const radius = Math.max(ballSize / 8, Math.min(ballSize, (0.25 * cast.nearest) / view.radius)) * view.radius;
  const addBall = (name: string, kind: string, mover: Mover, color: string) => {
    const ball = { type: "sphere", radius } as const;
    const build = () => triangulateShape(ball, { segments: 20 });
    const mesh = writer.addMesh(`ball ${radius}`, { color, roughness: 0.4 }, build);
    writer.animate(writer.addNode(name, mesh, undefined, { extras: { id: name, kind } }), mover);
  };
  (scene.particles ?? []).forEach(({ id, fixed, color }, k) => {
    // all of one colour, unless there are few
    const few = (scene.particles ?? []).length <= 8;
    const mover = cast.particles.get(id) as Mover;
    addBall(id, "particle", mover, color ?? (fixed ? fixedColor : colorOf(few ? k : 0)));
  });
  let index = 0;
  for (const [id, masses] of cast.masses) {
    for (const [k, mover] of masses.entries())
      addBall(masses.length > 1 ? `${id} ${k}` : id, "mass", mover, colorOf(index++));
  }
}

/** Springs, rods, ropes, and the arms of pendulums. */
export function addLinks({ writer, cast, view }: Parts): void {
  // where there are many, thinner
  const thinning = cast.links.length > 50 ? 0.5 : 1;
  const thick = thinning * rodSize * view.radius;
  for (const { link, mover } of cast.links) {
    const spring = link.kind === "spring";
    const surface = spring
      ? { color: springColor, roughness: 0.35, metalness: 0.6 }
      : { color: link.kind === "rope" ? ropeColor : linkColor, roughness: 0.6 };
    const build = () =>
      spring ? buildCoil(3 * thick, thick / 2) : buildRod(link.kind === "rope" ? 0.6 * thick : thick);
    const mesh = writer.addMesh(link.kind, surface, build);
    const node = writer.addNode(link.name, mesh, undefined, { extras: { id: link.name, kind: link.kind } });
    writer.animate(node, mover);
  }
}

/** Joints on their bodies, and wires where they are. */
export function addWires(parts: Parts, nodes: ReadonlyMap<string, GltfNode>): void {
  const { scene, cast } = parts;
  (scene.constraints ?? []).forEach((constraint, k) => {
    const name = constraint.id ?? `constraint ${k}`;
    const wire = cast.wires.get(constraint);
    if (constraint.type === "curve" && wire) addWire(parts, name, constraint.curve, wire);
    if (constraint.type === "slider" && wire) addRail(parts, name, wire, constraint.b, nodes);
    if (constraint.type !== "rope" && "anchor" in constraint && constraint.anchor) {
      const [track, node] = [cast.first.bodies.get(constraint.a), nodes.get(constraint.a)];
      if (!track || !node) return;
      const axis = "axis" in constraint ? toLocalDirection(track, constraint.axis) : null;
      addJoint(parts, name, node, toLocal(track, constraint.anchor), axis);
    }
  });
  for (const body of scene.generalized ?? []) {
    const wire = cast.wires.get(body);
    if (body.type === "bead" && wire) addWire(parts, `${body.id} wire`, body.curve, wire);
  }
}

function addWire({ writer, view }: Parts, name: string, curve: SceneCurve, { first, way }: Wire): void {
  const thick = rodSize * view.radius * 0.7;
  const build = () => buildCurve(curve, thick, first, way, 0.2 * view.radius);
  const mesh = writer.addMesh(
    `wire ${JSON.stringify([name, curve])}`,
    { color: wireColor, roughness: 0.4, metalness: 0.5 },
    build,
  );
  writer.addNode(name, mesh, undefined, { extras: { id: name, kind: "wire" } });
}

/** A ball, or for a hinge a pin along its axis, that goes with the body. */
function addJoint(
  { writer, view }: Parts,
  name: string,
  body: GltfNode,
  place: readonly number[],
  axis: readonly number[] | null,
): void {
  const radius = jointSize * view.radius;
  const mesh =
    axis === null
      ? writer.addMesh("joint", { color: jointColor, roughness: 0.4 }, () =>
          triangulateShape({ type: "sphere", radius }, { segments: 20 }),
        )
      : writer.addMesh("pin", { color: jointColor, roughness: 0.4 }, () =>
          triangulateShape({ type: "cylinder", radius: 0.8 * radius, height: 5 * radius }, { segments: 20 }),
        );
  writer.addNode(name, mesh, body, {
    translation: place,
    ...(axis === null ? {} : { rotation: turnBetween([0, 1, 0], unit(axis)) }),
    extras: { id: name, kind: "joint" },
  });
}

/** The rail of a slider: as long as the body goes along it, in the frame of what it slides on. */
function addRail(
  { writer, view }: Parts,
  name: string,
  { first, direction, way }: Wire,
  base: string | undefined,
  nodes: ReadonlyMap<string, GltfNode>,
): void {
  const ends = widen(way, 0.2 * view.radius).map((place) => first.map((x, c) => x + place * direction[c]));
  const build = () => buildTube(ends, rodSize * view.radius, 12);
  const mesh = writer.addMesh(
    `rail ${JSON.stringify(ends)}`,
    { color: wireColor, roughness: 0.4, metalness: 0.5 },
    build,
  );
  const parent = base === undefined ? undefined : nodes.get(base);
  writer.addNode(name, mesh, parent, { extras: { id: name, kind: "rail" } });
}

/** What is drawn beside bodies: particles and masses as small balls, springs and rods between them, joints, wires. */
import { type SceneConstraint, type SceneCurve, triangulateShape } from "@rigor/engine/scene";
import type { Parts } from "./add-bodies.js";
import { colorOf, fixedColor, jointColor, linkColor, ropeColor, springColor, wireColor } from "./colors.js";
import type { GltfNode } from "./glb.js";
import { type Link, placeLink } from "./links.js";
import { followFrom, followPoint, toLocal, toLocalDirection } from "./tracks.js";
import { buildCoil, buildCurve, buildRod, buildTube, measureWay, turnBetween, unit } from "./tube.js";

/** Sizes in radii of the scene. */
const ballSize = 0.02;
const rodSize = 0.006;
const jointSize = 0.012;

/** Particles, and the masses of bodies in generalized coordinates. Returns the largest distance from the recording, m. */
export function addMasses(parts: Parts): number {
  const { writer, scene, tracks, error } = parts;
  const radius = chooseBall(parts);
  let worst = 0;
  const addBall = (name: string, kind: string, p: Float64Array, color: string) => {
    const ball = { type: "sphere", radius } as const;
    const build = () => triangulateShape(ball, { segments: 20 });
    const mesh = writer.addMesh(`ball ${radius}`, { color, roughness: 0.4 }, build);
    const node = writer.addNode(name, mesh, undefined, { extras: { id: name, kind } });
    worst = Math.max(worst, writer.animate(node, { p }, error, 0));
  };
  (scene.particles ?? []).forEach(({ id, fixed, color }, k) => {
    const p = tracks.particles.get(id);
    // all of one colour, unless there are few
    const few = (scene.particles ?? []).length <= 8;
    if (p) addBall(id, "particle", p, color ?? (fixed ? fixedColor : colorOf(few ? k : 0)));
  });
  let index = 0;
  for (const [id, masses] of tracks.generalized) {
    for (const [k, p] of masses.entries()) addBall(masses.length > 1 ? `${id} ${k}` : id, "mass", p, colorOf(index++));
  }
  return worst;
}

/** Balls do not overlap at the start. */
function chooseBall({ tracks, view }: Parts): number {
  const places = [...tracks.particles.values()].slice(0, 2000);
  let nearest = Infinity;
  for (let i = 0; i < places.length; i++) {
    const [x, y, z] = places[i];
    for (let j = 0; j < i; j++) {
      const other = places[j];
      const square = (other[0] - x) ** 2 + (other[1] - y) ** 2 + (other[2] - z) ** 2;
      if (square > 0 && square < nearest) nearest = square;
    }
  }
  return Math.max(ballSize / 8, Math.min(ballSize, (0.25 * Math.sqrt(nearest)) / view.radius)) * view.radius;
}

/** Springs, rods, ropes, and the arms of pendulums. */
export function addLinks(parts: Parts, links: readonly Link[]): number {
  const { writer, view, error } = parts;
  // where there are many, thinner
  const crowd = links.length > 50 ? 0.5 : 1;
  const thick = crowd * rodSize * view.radius;
  let worst = 0;
  for (const link of links) {
    const spring = link.kind === "spring";
    const surface = spring
      ? { color: springColor, roughness: 0.35, metalness: 0.6 }
      : { color: link.kind === "rope" ? ropeColor : linkColor, roughness: 0.6 };
    const build = () =>
      spring ? buildCoil(3 * thick, thick / 2) : buildRod(link.kind === "rope" ? 0.6 * thick : thick);
    const mesh = writer.addMesh(link.kind, surface, build);
    const node = writer.addNode(link.name, mesh, undefined, { extras: { id: link.name, kind: link.kind } });
    const track = placeLink(link);
    worst = Math.max(worst, writer.animate(node, track, error, track.longest));
  }
  return worst;
}

/** Joints on their bodies, and wires where they are. */
export function addWires(parts: Parts, nodes: ReadonlyMap<string, GltfNode>): void {
  const { scene, tracks } = parts;
  (scene.constraints ?? []).forEach((constraint, k) => {
    const name = constraint.id ?? `constraint ${k}`;
    if (constraint.type === "curve") {
      const body = tracks.bodies.get(constraint.a);
      const p = body?.p ?? tracks.particles.get(constraint.a);
      const held = body && constraint.anchor ? followPoint(body, toLocal(body, constraint.anchor)) : p;
      if (held) addWire(parts, name, constraint.curve, held);
    }
    if (constraint.type === "slider") addRail(parts, name, constraint, nodes);
    if (constraint.type !== "rope" && "anchor" in constraint && constraint.anchor) {
      const [track, node] = [tracks.bodies.get(constraint.a), nodes.get(constraint.a)];
      if (!track || !node) return;
      const axis = "axis" in constraint ? toLocalDirection(track, constraint.axis) : null;
      addJoint(parts, name, node, toLocal(track, constraint.anchor), axis);
    }
  });
  for (const body of scene.generalized ?? []) {
    const p = tracks.generalized.get(body.id)?.[0];
    if (body.type === "bead" && p) addWire(parts, `${body.id} wire`, body.curve, p);
  }
}

function addWire({ writer, view }: Parts, name: string, curve: SceneCurve, p: Float64Array): void {
  const thick = rodSize * view.radius * 0.7;
  const build = () => buildCurve(curve, thick, p, 0.2 * view.radius);
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
  { writer, tracks, view }: Parts,
  name: string,
  { a, axis, b }: Extract<SceneConstraint, { type: "slider" }>,
  nodes: ReadonlyMap<string, GltfNode>,
): void {
  const track = tracks.bodies.get(a);
  if (!track) return;
  const base = b === undefined ? undefined : tracks.bodies.get(b);
  const p = base ? followFrom(base, track.p) : track.p;
  const first = [...p.subarray(0, 3)];
  const direction = unit(base ? toLocalDirection(base, axis) : axis);
  const ways = measureWay(p, first, direction, 0.2 * view.radius);
  const ends = ways.map((way) => first.map((x, c) => x + way * direction[c]));
  const build = () => buildTube(ends, rodSize * view.radius, 12);
  const mesh = writer.addMesh(
    `rail ${JSON.stringify(ends)}`,
    { color: wireColor, roughness: 0.4, metalness: 0.5 },
    build,
  );
  const parent = base && b !== undefined ? nodes.get(b) : undefined;
  writer.addNode(name, mesh, parent, { extras: { id: name, kind: "rail" } });
}

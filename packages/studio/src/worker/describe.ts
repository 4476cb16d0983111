/** From a scene file to what is to be drawn of it, and to where everyone stands in a frame. */
import {
  type PlacedShape,
  type SceneBody,
  type SceneFile,
  type SceneGeneralized,
  triangulateShape,
} from "@rigor/engine/scene";
import type { Drawing, DrawnBody, DrawnChain, DrawnPlane, DrawnSolid } from "../data/drawing.js";
import { bodyStride, type Layout } from "../data/frame.js";
import { describeJoints, describeLinks, describeWires } from "./describe-links.js";

/** Sides of a circle: fewer where there are many bodies. */
const [fineSegments, coarseSegments, manyBodies] = [40, 16, 400];

export function describeScene(scene: SceneFile): Drawing {
  const { bodies = [], particles = [], generalized = [] } = scene;
  const rest = placeBodies(bodies);
  const { solids, planes, tints, reaches } = describeShapes(bodies);
  return {
    name: scene.name ?? "",
    description: scene.description ?? "",
    gravity: scene.gravity ?? [0, -9.81, 0],
    duration: scene.run?.duration ?? 5,
    sampleRate: scene.run?.sampleRate ?? 60,
    bodies: bodies.map(
      (body, i): DrawnBody => ({
        id: body.id,
        fixed: body.fixed === true,
        what: listShapes(body).map(nameShape).join(" + "),
        mass: body.mass ?? null,
        tint: tints[i],
        color: body.color ?? null,
        reach: reaches[i],
      }),
    ),
    particles: particles.map(({ id, mass = 1, fixed = false }) => ({ id, mass, fixed })),
    solids,
    planes,
    joints: describeJoints(scene, rest),
    links: describeLinks(scene, rest),
    wires: describeWires(scene),
    chains: describeChains(generalized),
    rest,
  };
}

/** The places of bodies, particles, masses and joints in a frame of this drawing. */
export function createLayout({ bodies, particles, joints, chains, rest }: Drawing): Layout {
  const index = (list: readonly { readonly id: string }[]) => new Map(list.map(({ id }, i) => [id, i]));
  return {
    bodies: index(bodies),
    particles: index(particles),
    generalized: new Map(chains.map(({ id, start, count }) => [id, { start, count }])),
    massCount: chains.reduce((sum, { count }) => sum + count, 0),
    joints: index(joints),
    rest,
  };
}

function placeBodies(bodies: readonly SceneBody[]): Float64Array {
  const rest = new Float64Array(bodyStride * bodies.length);
  bodies.forEach(({ position = [0, 0, 0], rotation = [0, 0, 0, 1] }, i) => {
    const length = Math.hypot(...rotation) || 1;
    rest.set(position, bodyStride * i);
    rest.set(
      rotation.map((value) => value / length),
      bodyStride * i + 3,
    );
  });
  return rest;
}

function listShapes({ shape, shapes }: SceneBody): readonly PlacedShape[] {
  return shape === undefined ? (shapes ?? []) : [shape];
}

/** Triangles of every shape that there is, once, with those that have it. */
function describeShapes(bodies: readonly SceneBody[]) {
  const segments = bodies.length > manyBodies ? coarseSegments : fineSegments;
  const known = new Map<string, { solid: Omit<DrawnSolid, "owners" | "places">; owners: number[]; places: number[] }>();
  const planes: DrawnPlane[] = [];
  const tints: number[] = [];
  const looks = new Map<string, number>();
  const reaches = bodies.map(() => 0);
  bodies.forEach((body, i) => {
    let look = "";
    for (const { position = [0, 0, 0], rotation = [0, 0, 0, 1], mass: _, density: __, ...shape } of listShapes(body)) {
      if (shape.type === "plane") {
        planes.push({ body: i, normal: shape.normal, offset: shape.offset ?? 0 });
        continue;
      }
      const key = JSON.stringify(shape);
      // links of a chain that differ by roundings look alike
      look += key.replace(/-?\d+\.\d+(e-?\d+)?/g, (number) => Number(number).toPrecision(4));
      let entry = known.get(key);
      if (entry === undefined) {
        const { positions, normals, indices } = triangulateShape(shape, { segments });
        const solid = { positions: Float32Array.from(positions), normals: Float32Array.from(normals), indices };
        entry = { solid, owners: [], places: [] };
        known.set(key, entry);
      }
      entry.owners.push(i);
      entry.places.push(...position, ...rotation);
      reaches[i] = Math.max(reaches[i], Math.hypot(...position) + measureReach(entry.solid.positions));
    }
    if (look !== "" && !looks.has(look)) looks.set(look, looks.size);
    tints.push(looks.get(look) ?? 0);
  });
  const solids = [...known.values()].map(({ solid, owners, places }) => ({
    ...solid,
    owners: Int32Array.from(owners),
    places: Float32Array.from(places),
  }));
  return { solids, planes, tints, reaches };
}

function measureReach(positions: Float32Array): number {
  let square = 0;
  for (let i = 0; i < positions.length; i += 3) {
    square = Math.max(square, positions[i] ** 2 + positions[i + 1] ** 2 + positions[i + 2] ** 2);
  }
  return Math.sqrt(square);
}

function nameShape(shape: PlacedShape): string {
  const show = (value: number) => String(Number(value.toPrecision(4)));
  switch (shape.type) {
    case "box":
      return `box ${shape.size.map(show).join(" × ")} m`;
    case "sphere":
      return `sphere, radius ${show(shape.radius)} m`;
    case "convex":
      return `hull of ${shape.vertices.length} points`;
    case "mesh":
      return shape.faces === undefined ? "mesh" : `mesh of ${shape.faces.length} faces`;
    case "plane":
      return "plane";
    default:
      return `${shape.type}, radius ${show(shape.radius)}, height ${show(shape.height)} m`;
  }
}

function describeChains(generalized: readonly SceneGeneralized[]): DrawnChain[] {
  let start = 0;
  return generalized.map((thing) => {
    const weights = thing.type === "pendulum" ? thing.links.map(({ mass }) => mass) : [thing.mass ?? 1];
    const anchor = thing.type === "pendulum" ? (thing.anchor ?? [0, 0, 0]) : null;
    const chain = { id: thing.id, anchor, start, count: weights.length, weights };
    start += weights.length;
    return chain;
  });
}

/**
 * What of a scene is seen where, judged apart from the page: from the scene file, the poses that the page shows and the
 * matrix of its camera. What moves is every vertex of every body that is not fixed, particles and masses, and the points by
 * which they hang; the free area is what neither the name, nor the buttons, nor the bar below cover.
 */
import { type PlacedShape, type SceneBody, type SceneFile, triangulateShape } from "@rigor/engine/scene";

/** What `studio.look(t)` tells. */
export interface Look {
  readonly time: number;
  readonly poses: readonly number[];
  readonly particles: readonly number[];
  readonly masses: readonly number[];
  readonly matrix: readonly number[];
  /** N, as recorded; and how many of them are drawn. */
  readonly forces: readonly number[];
  readonly arrows: number;
  /** What no panel covers, px. */
  readonly free: Area;
}

/** px, from the upper left corner of the window. */
export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

type Point = readonly [number, number, number];

/** Shows the scene at some times, and tells what is seen where, and the free area then: a script for the page. */
export function writeLooks(times: readonly number[]): string {
  return `(() => {
    const edge = (id) => document.getElementById(id).getBoundingClientRect();
    return ${JSON.stringify(times)}.map((t) => {
      const look = studio.look(t);
      const top = Math.max(edge("title").bottom, edge("tools").bottom);
      return { ...look, free: { left: 0, right: innerWidth, top, bottom: edge("transport").top } };
    });
  })()`;
}

/** Draws the points of a scene that move. */
export class Mover {
  /** Whether points alone move, freely: then it is their ways that have a size. */
  readonly isPoints: boolean;
  /** The first body that moves and has a shape, and the middles of its triangles. */
  private readonly first: { readonly index: number; readonly middles: readonly Point[] } | null;
  private readonly scene: SceneFile;
  private readonly vertices: readonly (readonly Point[])[];
  private readonly anchors: readonly Point[];

  constructor(scene: SceneFile) {
    this.scene = scene;
    const solids = (scene.bodies ?? []).map((body) =>
      body.fixed === true ? { vertices: [], middles: [] } : triangulateBody(body),
    );
    this.vertices = solids.map(({ vertices }) => vertices);
    const index = solids.findIndex(({ vertices }) => vertices.length > 0);
    this.first = index < 0 ? null : { index, middles: solids[index].middles };
    this.anchors = listAnchors(scene);
    this.isPoints = this.vertices.every((list) => list.length === 0) && this.anchors.length === 0 && !hasLinks(scene);
  }

  /** A place of the first body that is nearest to the camera, px; null if there is none. */
  aim({ poses, matrix }: Look, width: number, height: number): [number, number] | null {
    if (this.first === null) return null;
    const { index, middles } = this.first;
    const pose = poses.slice(7 * index, 7 * index + 7);
    const places = middles.map((point) => projectPoint(matrix, movePoint(pose, point), width, height));
    const { x, y } = places.reduce((best, place) => (place.depth < best.depth ? place : best));
    return [x, y];
  }

  /** Where they are in a window, px. */
  project({ poses, particles, masses, matrix }: Look, width: number, height: number): Area {
    const area = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
    const add = (point: Point) => {
      const { x: px, y: py } = projectPoint(matrix, point, width, height);
      area.left = Math.min(area.left, px);
      area.right = Math.max(area.right, px);
      area.top = Math.min(area.top, py);
      area.bottom = Math.max(area.bottom, py);
    };
    this.vertices.forEach((list, i) => {
      for (const point of list) add(movePoint(poses.slice(7 * i, 7 * i + 7), point));
    });
    (this.scene.particles ?? []).forEach(({ fixed }, j) => {
      if (fixed !== true) add(particles.slice(3 * j, 3 * j + 3) as unknown as Point);
    });
    for (let o = 0; o < masses.length; o += 3) add(masses.slice(o, o + 3) as unknown as Point);
    for (const anchor of this.anchors) add(anchor);
    return area;
  }
}

/** Where a point of the world is in a window, px, and how far from the camera. What is behind it is nowhere. */
function projectPoint(matrix: readonly number[], [x, y, z]: Point, width: number, height: number) {
  const [u, v, , w] = [0, 1, 2, 3].map((k) => matrix[k] * x + matrix[k + 4] * y + matrix[k + 8] * z + matrix[k + 12]);
  if (!(w > 0)) return { x: -1e9, y: -1e9, depth: Infinity };
  return { x: ((u / w + 1) / 2) * width, y: ((1 - v / w) / 2) * height, depth: w };
}

/** A point of a body, in the world. */
function movePoint([x, y, z, ...q]: readonly number[], point: Point): Point {
  const [rx, ry, rz] = rotate(q, point);
  return [rx + x, ry + y, rz + z];
}

/** v + 2 q × (q × v + w v). */
function rotate([a, b, c, w]: readonly number[], [x, y, z]: Point): Point {
  const [s, t, u] = [b * z - c * y + w * x, c * x - a * z + w * y, a * y - b * x + w * z];
  return [x + 2 * (b * u - c * t), y + 2 * (c * s - a * u), z + 2 * (a * t - b * s)];
}

/** Vertices, and middles of triangles, in the frame of the body. */
function triangulateBody({ shape, shapes }: SceneBody): { vertices: Point[]; middles: Point[] } {
  const all: readonly PlacedShape[] = shape === undefined ? (shapes ?? []) : [shape];
  const [vertices, middles]: [Point[], Point[]] = [[], []];
  for (const { position = [0, 0, 0], rotation = [0, 0, 0, 1], ...rest } of all) {
    if (rest.type === "plane") continue;
    const { positions, indices } = triangulateShape(rest, { segments: 24 });
    const length = Math.hypot(...rotation);
    const place = [...position, ...rotation.map((x) => x / length)];
    const own = Array.from(
      { length: positions.length / 3 },
      (_, k): Point => movePoint(place, [positions[3 * k], positions[3 * k + 1], positions[3 * k + 2]]),
    );
    vertices.push(...own);
    for (let k = 0; k < indices.length; k += 3) {
      const [a, b, c] = [own[indices[k]], own[indices[k + 1]], own[indices[k + 2]]];
      middles.push([0, 1, 2].map((i) => (a[i] + b[i] + c[i]) / 3) as unknown as Point);
    }
  }
  return { vertices, middles };
}

/** Points of the world by which something hangs that moves: of rods, springs, pulleys and pendulums. */
function listAnchors({ constraints = [], forces = [], generalized = [] }: SceneFile): Point[] {
  const found: (readonly number[])[] = [];
  for (const each of constraints) {
    if (each.type === "distance" && each.b === undefined && each.anchorB !== undefined) found.push(each.anchorB);
    if (each.type === "pulley") found.push(each.overA, each.overB);
  }
  for (const each of forces) {
    if (each.type === "spring" && each.b === undefined && each.anchorB !== undefined) found.push(each.anchorB);
  }
  for (const each of generalized) if (each.type === "pendulum") found.push(each.anchor ?? [0, 0, 0]);
  return found as Point[];
}

function hasLinks({ constraints = [], forces = [] }: SceneFile): boolean {
  return constraints.some(({ type }) => type === "distance") || forces.some(({ type }) => type === "spring");
}

/** The larger part of the free area's width or height that an area takes. */
export function measureShare(area: Area, free: Area): number {
  return Math.max(
    (area.right - area.left) / (free.right - free.left),
    (area.bottom - area.top) / (free.bottom - free.top),
  );
}

/** By how many px it is outside; 0 where it is inside. */
export function measureOutside(area: Area, free: Area): number {
  return Math.max(0, free.left - area.left, area.right - free.right, free.top - area.top, area.bottom - free.bottom);
}

/** Numbers that are cut off, or stand outside of the window: a script for the page. Of plots also what is drawn at the edge. */
export const listClipped = `(() => {
  const clipped = [];
  const parts = "#selection td, #selection th, .plot .legend span, #clock, #pace, .chip, #tip td, #speed";
  for (const item of document.querySelectorAll(parts)) {
    if (!item.checkVisibility()) continue;
    const { left, right, width } = item.getBoundingClientRect();
    const panel = item.closest("#selection, #plots, #transport, #title, #tip").getBoundingClientRect();
    const isOut = left < panel.left - 1 || right > panel.right + 1 || left < -1 || right > innerWidth + 1;
    if (width > 0 && (isOut || item.scrollWidth > item.clientWidth + 1 && item.clientWidth > 0)) clipped.push(item.textContent);
  }
  for (const canvas of document.querySelectorAll(".plot canvas")) {
    if (!canvas.checkVisibility() || canvas.width === 0) continue;
    const context = new OffscreenCanvas(2, canvas.height).getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, 2, canvas.height);
    if (data.some((value, k) => k % 4 === 3 && value > 0)) clipped.push("a label of " + canvas.closest(".plot").querySelector("h2").textContent);
  }
  return clipped;
})()`;

/** The numbers with a unit that a part of the page shows. */
export function readNumbers(text: string, unit: string): number[] {
  const pattern = new RegExp(`([−-]?\\d+(?:\\.\\d+)?(?:e[-−]?\\d+)?)[\\s\\u00a0]${unit}\\b`, "g");
  return [...text.matchAll(pattern)].map(([, number]) => Number(number.replace("−", "-").replace("e−", "e-")));
}

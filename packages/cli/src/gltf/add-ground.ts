/** Planes of an animation: a square as large as the scene, with lines on it. */
import { type ShapeMesh, triangulateShape } from "@rigor/engine/scene";
import type { Parts } from "./add-bodies.js";
import { groundColor } from "./colors.js";
import type { GltfNode } from "./glb.js";
import { listShapes } from "./reaches.js";
import { toLocal } from "./tracks.js";
import { buildTube } from "./tube.js";

/** Sides of the square, and of its lines' distance, in radii of the scene. */
const squareSize = 8;
const lineDistance = 1 / 4;

export function addGround({ writer, scene, cast, view }: Parts, nodes: ReadonlyMap<string, GltfNode>): void {
  for (const body of scene.bodies ?? []) {
    const [track, node] = [cast.first.bodies.get(body.id), nodes.get(body.id)];
    if (!track || !node) continue;
    for (const shape of listShapes(body)) {
      if (shape.type !== "plane") continue;
      const center = toLocal(track, view.center);
      const square = triangulateShape(shape, { planeSize: squareSize * view.radius, planeCenter: center });
      const key = `plane ${JSON.stringify([shape, center])}`;
      const mesh = writer.addMesh(key, { color: body.color ?? groundColor, roughness: 0.95 }, () => square);
      writer.addNode(`${body.id} ground`, mesh, node);
      const lines = writer.addMesh(`lines ${key}`, { color: "#a4abb3", roughness: 1 }, () =>
        drawLines(square.positions, view.radius),
      );
      writer.addNode(`${body.id} lines`, lines, node);
    }
  }
}

/** Thin wires along both sides of a square, at distances of 1, 2 or 5 times a power of ten, half sunk into it. */
function drawLines(corners: Float64Array, radius: number): ShapeMesh {
  const at = (k: number) => [...corners.subarray(3 * k, 3 * k + 3)];
  const [origin, b, , d] = [0, 1, 2, 3].map(at);
  const size = squareSize * radius;
  const step = chooseStep(lineDistance * radius);
  const count = Math.floor(size / step / 2);
  // from the middle out
  const shares = Array.from({ length: 2 * count + 1 }, (_, k) => 0.5 + ((k - count) * step) / size);
  const along = (to: readonly number[]) => buildTube([origin, to], radius * 0.0022, 3);
  return joinCopies([
    { mesh: along(b), offsets: shares.map((u) => d.map((x, c) => u * (x - origin[c]))) },
    { mesh: along(d), offsets: shares.map((u) => b.map((x, c) => u * (x - origin[c]))) },
  ]);
}

function chooseStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * (rough / power < 2 ? 1 : rough / power < 5 ? 2 : 5);
}

/** One mesh of several, each of them at some places. */
function joinCopies(groups: readonly { mesh: ShapeMesh; offsets: readonly (readonly number[])[] }[]): ShapeMesh {
  const sum = (measure: (mesh: ShapeMesh) => number) =>
    groups.reduce((total, { mesh, offsets }) => total + offsets.length * measure(mesh), 0);
  const positions = new Float64Array(sum((mesh) => mesh.positions.length));
  const normals = new Float64Array(positions.length);
  const indices = new Uint32Array(sum((mesh) => mesh.indices.length));
  let corner = 0;
  let index = 0;
  for (const { mesh, offsets } of groups) {
    for (const offset of offsets) {
      normals.set(mesh.normals, corner);
      for (let k = 0; k < mesh.indices.length; k++) indices[index++] = mesh.indices[k] + corner / 3;
      for (let k = 0; k < mesh.positions.length; k++) positions[corner++] = mesh.positions[k] + offset[k % 3];
    }
  }
  return { positions, normals, indices };
}

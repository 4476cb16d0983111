/** Planes of an animation: a square as large as the scene, with lines on it. */
import type { Node } from "@gltf-transform/core";
import { triangulateShape } from "@rigor/engine/scene";
import { listShapes, type Parts } from "./add-bodies.js";
import { groundColor } from "./colors.js";
import { toLocal } from "./tracks.js";
import { buildTube } from "./tube.js";

/** Sides of the square, and of its lines' distance, in radii of the scene. */
const squareSize = 8;
const lineDistance = 1 / 4;

export function addGround({ writer, scene, tracks, view }: Parts, nodes: ReadonlyMap<string, Node>): void {
  for (const body of scene.bodies ?? []) {
    const [track, node] = [tracks.bodies.get(body.id), nodes.get(body.id)];
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
function drawLines(corners: Float64Array, radius: number) {
  const at = (k: number) => [...corners.subarray(3 * k, 3 * k + 3)];
  const [origin, b, , d] = [0, 1, 2, 3].map(at);
  const size = squareSize * radius;
  const step = chooseStep(lineDistance * radius);
  const meshes = [b, d].flatMap((along, side) => {
    const across = side === 0 ? d : b;
    const count = Math.floor(size / step / 2);
    return Array.from({ length: 2 * count + 1 }, (_, k) => {
      const u = 0.5 + ((k - count) * step) / size;
      const start = origin.map((x, c) => x + u * (across[c] - x));
      return buildTube([start, start.map((x, c) => x + along[c] - origin[c])], radius * 0.0022, 3);
    });
  });
  return joinMeshes(meshes);
}

function chooseStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * (rough / power < 2 ? 1 : rough / power < 5 ? 2 : 5);
}

function joinMeshes(meshes: readonly ReturnType<typeof buildTube>[]) {
  const indices: number[] = [];
  let count = 0;
  for (const mesh of meshes) {
    for (const index of mesh.indices) indices.push(index + count);
    count += mesh.positions.length / 3;
  }
  return {
    positions: Float64Array.from(meshes.flatMap(({ positions }) => [...positions])),
    normals: Float64Array.from(meshes.flatMap(({ normals }) => [...normals])),
    indices: Uint32Array.from(indices),
  };
}

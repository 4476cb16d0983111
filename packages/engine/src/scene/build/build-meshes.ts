/** The scene with the meshes of mesh files written into it, so that it needs no other file. */
import { fail } from "../../math/index.js";
import type { FaultList } from "../check/index.js";
import type { PlacedShape, SceneBody, SceneFile, SceneShape, Vector } from "../format/index.js";
import type { MeshData } from "../meshes/index.js";

/** A reader of mesh files; `path` is the place in the scene, for errors. */
export type ReadMesh = (file: string, path: string) => MeshData;

/** The scene with vertices and faces in the place of mesh files; files that cannot be read add faults. */
export function inlineMeshes(faults: FaultList, scene: SceneFile, read: ReadMesh | undefined): SceneFile {
  const hasFile = (shape: SceneShape | undefined) => shape?.type === "mesh" && shape.file !== undefined;
  const isConcerned = ({ shape, shapes = [] }: SceneBody) => hasFile(shape) || shapes.some(hasFile);
  const { bodies: given = [] } = scene;
  if (!faults.map("bodies", given, isConcerned).some((is) => is)) return scene;
  const inline = <S extends PlacedShape>(shape: S, path: string): S => {
    if (shape.type !== "mesh" || shape.file === undefined) return shape;
    const { file, ...rest } = shape;
    const data = faults.attempt(`${path}.file`, () => readFile(file, path, read));
    return data === null ? shape : ({ ...rest, ...data } as S);
  };
  const bodies = faults.map("bodies", given, (body, path) => {
    if (!isConcerned(body)) return body;
    if (body.shape !== undefined) return { ...body, shape: inline(body.shape, `${path}.shape`) };
    return { ...body, shapes: (body.shapes ?? []).map((shape, s) => inline(shape, `${path}.shapes[${s}]`)) };
  });
  return { ...scene, bodies: bodies.map((body, k) => body ?? given[k]) };
}

function readFile(file: string, path: string, read: ReadMesh | undefined) {
  if (read === undefined) {
    fail("no-files", "file", "must be left out here", file, "give vertices and faces: there are no files to read");
  }
  const { vertices, faces } = read(file, path);
  const isGood = vertices.every((v) => v.length === 3 && v.every(Number.isFinite));
  const isWhole = faces.every(
    (face) => face.length >= 3 && face.every((v) => Number.isInteger(v) && v >= 0 && v < vertices.length),
  );
  if (!isGood || !isWhole) fail("not-a-mesh", "file", "must be a mesh with vertices and faces", file);
  return { vertices: vertices as readonly Vector[], faces };
}

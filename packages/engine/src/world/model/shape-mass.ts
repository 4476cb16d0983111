/** Mass properties of shapes: every shape is filled evenly. */
import { Kind, type Shape } from "../../collide/index.js";
import { fail } from "../../math/index.js";
import {
  type Amount,
  boxMass,
  capsuleMass,
  coneMass,
  cylinderMass,
  type MassProperties,
  meshMass,
  sphereMass,
} from "../../rigid/index.js";

/** Returns the mass properties of one shape in its own frame; `path` names it in errors. */
export function massOfShape(path: string, shape: Shape, amount: Amount): MassProperties {
  const { kind, radius, halfHeight, polyhedron } = shape;
  const height = 2 * halfHeight;
  if (kind === Kind.sphere) return sphereMass({ radius, ...amount });
  if (kind === Kind.capsule) return capsuleMass({ radius, height, ...amount });
  if (kind === Kind.cylinder) return cylinderMass({ radius, height, ...amount });
  if (kind === Kind.cone) return coneMass({ radius, height, ...amount });
  if (polyhedron === null) {
    const what = kind === Kind.plane ? "a plane" : "a mesh";
    const cure = "make it fixed, or decompose the mesh: createCompoundOfMesh";
    fail("not-solid", path, "must be a shape with a mass", what, cure);
  }
  const size = readBox(polyhedron.vertices);
  if (size !== null) return boxMass({ size, ...amount });
  const faces = Array.from({ length: polyhedron.faceCount }, (_, f) =>
    Array.from(polyhedron.faceVertices.subarray(polyhedron.faceStart[f], polyhedron.faceStart[f + 1])),
  );
  return meshMass({ vertices: polyhedron.vertices, faces, ...amount });
}

/** Numbers of the corners of a box: eight points. */
const boxNumbers = 24;

/** Returns the full lengths of a box about the origin with these corners, or null. */
function readBox(vertices: Float64Array): [number, number, number] | null {
  if (vertices.length !== boxNumbers) return null;
  const half = [Math.abs(vertices[0]), Math.abs(vertices[1]), Math.abs(vertices[2])];
  for (let k = 0; k < boxNumbers; k++) if (Math.abs(vertices[k]) !== half[k % 3]) return null;
  return [2 * half[0], 2 * half[1], 2 * half[2]];
}

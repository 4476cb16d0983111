/**
 * Mass properties of a mesh: the solid inside a closed surface of any shape, with holes through it and cavities in it, or
 * the thin surface itself. A mesh that does not bound a solid is refused, with the place where it fails.
 *
 * Surfaces that cross themselves or one another are not detected. Matter where two solids overlap counts twice.
 *
 * Follows: Rigid Body Simulation, section 2.9: the sums (2–32) as integrals.
 */
import { fail, requireKeys } from "../../math/index.js";
import { type Amount, buildMass, type MassProperties, requireShape } from "./mass-properties.js";
import { findEdges } from "./mesh-edges.js";
import { integrateArea, integrateVolume } from "./mesh-integrals.js";
import { orientMesh } from "./mesh-orient.js";
import { type Mesh, type MeshOptions, readMesh, scaleMesh } from "./mesh-read.js";

/** Options of the mass properties of a mesh. */
export interface MeshMassOptions extends MeshOptions, Amount {
  /** Whether only the surface has mass, infinitely thin and perhaps open; a density is then in kg/m². Default false. */
  readonly shell?: boolean;
  /** Whether faces and surfaces of the wrong orientation are turned round instead of refused. Default false. */
  readonly repair?: boolean;
}

const example = "{ vertices: [[0, 0, 0], …], faces: [[0, 1, 2], …] }";

/** Returns the mass properties of the solid inside a closed mesh, or with `shell` of its surface. */
export function meshMass(options: MeshMassOptions): MassProperties {
  requireShape("mesh", options, example, ["vertices", "faces", "weld", "shell", "repair"]);
  const { shell = false, repair = false } = options;
  for (const [key, value] of Object.entries({ shell, repair })) {
    if (typeof value !== "boolean") fail("not-boolean", `mesh.${key}`, "must be true or false", value);
  }
  const mesh = scaleMesh(readMesh("mesh", options));
  if (shell) {
    requireNoDoubles(mesh);
    return buildMass("mesh", integrateArea("mesh", mesh), options, "area");
  }
  const oriented = orientMesh("mesh", mesh, findEdges("mesh", mesh, options.weld), repair);
  return buildMass("mesh", integrateVolume("mesh", oriented), options, "volume");
}

/** Returns the closed mesh with every face oriented out of the material, as with `repair`; faces without area are left out. */
export function repairMesh(options: MeshOptions): Mesh {
  requireKeys("mesh", options, example, ["vertices", "faces", "weld"]);
  const mesh = readMesh("mesh", options);
  const { faces } = orientMesh("mesh", scaleMesh(mesh), findEdges("mesh", mesh, options.weld), true);
  return { vertices: mesh.vertices, faces: faces.filter((face) => face.length > 0) };
}

/** Throws for a face that is there twice, which would weigh twice. */
function requireNoDoubles(mesh: Mesh): void {
  const seen = new Map<string, number>();
  mesh.faces.forEach((face, f) => {
    if (face.length === 0) return;
    const key = face.slice().sort().join();
    const first = seen.get(key);
    if (first === undefined) seen.set(key, f);
    else fail("double-face", `mesh.faces[${f}]`, "must be there once", Array.from(face), `it is face ${first} again`);
  });
}

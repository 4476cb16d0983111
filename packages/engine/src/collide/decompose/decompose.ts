/**
 * Convex decomposition: a closed mesh of any shape, with holes through it and cavities in it, as convex parts, of which a
 * body that moves can be made.
 *
 *   decomposeConvex         the parts, and a report of how well they stand for the mesh
 *   createCompoundOfMesh    the same as a compound, with the mass properties of the mesh
 *
 * A box around the mesh is cut along planes of its faces, or between two of them, until no face is left within a cell
 * (decompose-split.ts), and cuts that were not needed are undone (decompose-merge.ts). The parts then fill the mesh, but
 * for rounding. All is done in doubles on cells that are convex from the beginning: a library of booleans was not needed,
 * and the best-kept one exchanges its meshes in single precision.
 */
import { fail, requireInteger, requireNonNegative, requireOptions } from "../../math/index.js";
import { type Amount, type MassProperties, type MeshOptions, meshMass, repairMesh } from "../../rigid/index.js";
import { type Compound, collideShapes, createCompound, PairCache } from "../pair/index.js";
import { PairResult, PairSlot } from "../result/index.js";
import { buildPolyhedron, createMesh, fromPolyhedron, type Polyhedron, type TriangleMesh } from "../shapes/index.js";
import { joinHalves, type MergeResult, mergeConvexParts } from "./decompose-merge.js";
import { boxesMeet, createPart, createParts, type Part } from "./decompose-part.js";
import { prepareSolid } from "./decompose-solid.js";
import { splitSolid } from "./decompose-split.js";
import { joinTolerances, manyTriangles, planeShare, sameVolume } from "./parameters.js";

/** The options of a convex decomposition. */
export interface DecomposeOptions extends MeshOptions {
  /** Turn faces and surfaces round that look the wrong way, instead of refusing them. Default false. */
  readonly repair?: boolean;
  /** The distance by which a part may go beyond the mesh, m. Default 0: as exact as rounding allows. */
  readonly tolerance?: number;
  /** The greatest number of parts. Default 1024. */
  readonly maxParts?: number;
  /** Go beyond the tolerance where it needs more parts than `maxParts`, and report how far. Default false: an error. */
  readonly exceed?: boolean;
}

/** A convex part of a decomposition. */
export interface ConvexPart {
  /** Three numbers a corner, in the frame of the mesh, m. */
  readonly vertices: Float64Array;
  /** Convex polygons, counter-clockwise seen from outside. */
  readonly faces: readonly Int32Array[];
  /** The volume of the part, m³. */
  readonly volume: number;
}

/** The convex parts of a closed mesh, with measures of how well they fill it. */
export interface Decomposition {
  /** The convex parts. */
  readonly parts: readonly ConvexPart[];
  /** The volume of all parts, m³. */
  readonly volume: number;
  /** The volume of the mesh, m³. */
  readonly meshVolume: number;
  /** The greatest depth by which two parts overlap, m. */
  readonly overlap: number;
  /**
   * No point of a part is farther from the inside of the mesh than this, m. Rounding is included, except at the tips of
   * wedges of a microradian or less, which it may shift by more.
   */
  readonly concavity: number;
}

/** The options of a compound of a mesh: those of the decomposition, and the amount of matter. */
export interface MeshCompoundOptions extends DecomposeOptions, Amount {}

/** A compound of the convex parts of a mesh, with the mass properties of the mesh. */
export interface MeshCompound {
  /** The compound, in the frame of the mesh. */
  readonly compound: Compound;
  /** The mass properties of the mesh itself, whatever the tolerance. */
  readonly mass: MassProperties;
  /** The decomposition that the compound was made of. */
  readonly decomposition: Decomposition;
}

/** Cuts along faces where possible, then wherever they are best: the way with fewer parts is taken. */
const midwayCosts = [1, 0];

/** The solid as one part; null if it is not convex, as two surfaces apart from each other are not, though both may be. */
function createWhole({ vertices, triangles, triangleCount }: TriangleMesh): Part | null {
  const part = createPart(vertices.slice());
  const faces = Array.from({ length: triangleCount }, (_, t) => triangles.slice(3 * t, 3 * t + 3));
  const own = meshMass({ vertices, faces, density: 1 }).mass;
  return Math.abs(listPart(part.polyhedron).volume - own) <= sameVolume * own ? part : null;
}

/** Decomposes a closed mesh into convex parts that fill it. */
export function decomposeConvex(options: DecomposeOptions): Decomposition {
  return decomposeMesh(options).decomposition;
}

/** Creates a compound of the convex parts of a closed mesh. */
export function createCompoundOfMesh(options: MeshCompoundOptions): MeshCompound {
  const { mass, decomposition } = decomposeMesh(options);
  const parts = decomposition.parts.map(({ vertices, faces }) => {
    // each about a middle of its own, in single precision, so that little is rounded
    const position = [0, 1, 2].map((k) => {
      const values = vertices.filter((_, i) => i % 3 === k);
      return Math.fround(values.reduce((sum, x) => sum + x / values.length, 0));
    });
    const local = vertices.map((x, i) => x - position[i % 3]);
    return { shape: fromPolyhedron(buildPolyhedron(local, faces)), position };
  });
  return { compound: createCompound({ parts }), mass, decomposition };
}

function decomposeMesh(options: MeshCompoundOptions): { mass: MassProperties; decomposition: Decomposition } {
  requireOptions("mesh", options, "{ vertices: [[0, 0, 0], …], faces: [[0, 1, 2], …], tolerance: 0.01 }");
  const { tolerance = 0, maxParts = 1024, exceed = false, ...rest } = options;
  if ("shell" in rest) fail("unknown-option", "mesh.shell", "must not be given", rest.shell, "parts are solid");
  // checks the mesh as well
  const mass = meshMass(rest);
  requireNonNegative("mesh.tolerance", tolerance, "0 is as exact as rounding allows");
  requireInteger("mesh.maxParts", maxParts, 1, 2 ** 16);
  if (typeof exceed !== "boolean") fail("not-boolean", "mesh.exceed", "must be true or false", exceed);
  const { vertices, faces, weld = false, repair = false } = rest;
  const mesh = createMesh(repairMesh({ vertices, faces, weld })).mesh as TriangleMesh;
  const solid = prepareSolid(mesh, planeShare * tolerance);
  const slack = solid.tolerance / solid.scale;
  const convex = solid.notches.length === 0 && mesh.triangleCount > manyTriangles ? createWhole(mesh) : null;
  const [pieces] =
    convex !== null
      ? [[convex]]
      : midwayCosts
          .map((cost) => joinHalves(createParts(solid, mesh.vertices, splitSolid(solid, cost)), joinTolerances * slack))
          // a stable sort: the first where they are equal
          .sort((a, b) => a.length - b.length);
  const merged = mergePieces(pieces, tolerance, maxParts, exceed, slack);
  const parts = merged.parts.map(({ polyhedron }) => listPart(polyhedron));
  const decomposition = {
    parts,
    volume: parts.reduce((sum, part) => sum + part.volume, 0),
    meshVolume: meshMass({ vertices, faces, weld, repair, density: 1 }).mass,
    overlap: measureOverlap(merged.parts),
    concavity: merged.concavity + joinTolerances * slack,
  };
  return { mass, decomposition };
}

function mergePieces(
  pieces: readonly Part[],
  tolerance: number,
  maxParts: number,
  exceed: boolean,
  slack: number,
): MergeResult {
  const limit = tolerance - joinTolerances * slack;
  const within = limit > 0 ? mergeConvexParts(pieces, limit, 1, slack) : { parts: pieces, concavity: 0 };
  const count = within.parts.length;
  if (count <= maxParts) return within;
  if (exceed) return mergeConvexParts(pieces, Infinity, maxParts, slack);
  const cure = "raise maxParts or tolerance, or take what that many parts can do with exceed: true";
  const must = `must be at least ${count} at tolerance ${tolerance} m`;
  return fail("too-many-parts", "mesh.maxParts", must, maxParts, cure);
}

function listPart({ vertices, faceStart, faceVertices, faceCount }: Polyhedron): ConvexPart {
  const faces = Array.from({ length: faceCount }, (_, f) => faceVertices.slice(faceStart[f], faceStart[f + 1]));
  return { vertices, faces, volume: meshMass({ vertices, faces, density: 1 }).mass };
}

/** The deepest of all pairs. */
function measureOverlap(parts: readonly Part[]): number {
  const result = new PairResult();
  const cache = new PairCache(1);
  const frame = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
  let depth = 0;
  parts.forEach((a, j) => {
    for (const b of parts.slice(0, j)) {
      if (!boxesMeet(a, b, 0)) continue;
      cache.reset(0);
      collideShapes(result, a.shape, frame, 0, b.shape, frame, 0, cache, 0, 0);
      depth = Math.max(depth, -result.values[PairSlot.gap]);
    }
  });
  return depth;
}

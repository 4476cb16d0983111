/** Meshes assembled from loose triangles. */
import { fail } from "../../math/index.js";
import { mostMeshEntries } from "./parameters.js";

/** A closed surface as it is read from a file. */
export interface MeshData {
  /** The vertices [x, y, z], m. */
  readonly vertices: readonly (readonly number[])[];
  /** Indices of the vertices of each face, from 0, counter-clockwise seen from outside. */
  readonly faces: readonly (readonly number[])[];
}

/** A builder of meshes: it gathers faces, and merges corners at the same place so that neighbours share them. */
export class MeshBuilder {
  private readonly index = new Map<string, number>();
  private readonly vertices: (readonly number[])[] = [];
  private readonly faces: number[][] = [];

  /** Adds a vertex, or finds the one at the same place, and returns its index. */
  addVertex(x: number, y: number, z: number): number {
    // + 0: −0 is the same place
    const place = [x + 0, y + 0, z + 0];
    const key = place.join(" ");
    const known = this.index.get(key);
    if (known !== undefined) return known;
    if (!place.every(Number.isFinite)) fail("not-finite", "file", "must have finite vertices", place);
    if (this.vertices.length >= mostMeshEntries)
      fail("too-large", "file", `must have at most ${mostMeshEntries} vertices`, mostMeshEntries + 1);
    this.index.set(key, this.vertices.length);
    return this.vertices.push(place) - 1;
  }

  /** Adds a face by its vertices. Repeated corners are merged; a face of fewer than three is dropped. */
  addFace(face: readonly number[]): void {
    const distinct = face.filter((v, k) => v !== face[(k + 1) % face.length]);
    if (new Set(distinct).size < 3) return;
    if (this.faces.length >= mostMeshEntries)
      fail("too-large", "file", `must have at most ${mostMeshEntries} faces`, mostMeshEntries + 1);
    this.faces.push(distinct);
  }

  /** The mesh. Throws `RigorError` if it has no face. */
  build(): MeshData {
    if (this.faces.length === 0) fail("empty", "file", "must have faces", 0);
    return { vertices: this.vertices, faces: this.faces };
  }
}

/** Reading numbers and text from the bytes of mesh files, and putting meshes together from loose triangles. */
import { fail } from "../math/index.js";
import type { MeshData } from "./build-meshes.js";

/** Files with more vertices or faces are refused. */
const most = 1_000_000;

/** Bytes as text, one character a byte: what the formats say themselves is ASCII. */
export function decodeText(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let k = 0; k < bytes.length; k += 4096) pieces.push(String.fromCharCode(...bytes.subarray(k, k + 4096)));
  return pieces.join("");
}

/** A finite number from a word. */
export function readNumber(word: string | undefined, where: string): number {
  const value = word === undefined || word === "" ? Number.NaN : Number(word);
  if (!Number.isFinite(value)) fail("not-a-number", "file", `must have a finite number ${where}`, word);
  return value;
}

/** Gathers faces; corners at the same place are one, so that neighbours share them. */
export class MeshBuilder {
  private readonly index = new Map<string, number>();
  private readonly vertices: (readonly number[])[] = [];
  private readonly faces: number[][] = [];

  /** The number of the vertex at a place. */
  addVertex(x: number, y: number, z: number): number {
    // + 0: −0 is the same place
    const place = [x + 0, y + 0, z + 0];
    const key = place.join(" ");
    const known = this.index.get(key);
    if (known !== undefined) return known;
    if (!place.every(Number.isFinite)) fail("not-finite", "file", "must have finite vertices", place);
    if (this.vertices.length >= most) fail("too-large", "file", `must have at most ${most} vertices`, most + 1);
    this.index.set(key, this.vertices.length);
    return this.vertices.push(place) - 1;
  }

  /** A face by its vertices. Corners that fall together are one; a face of less than three is none. */
  addFace(face: readonly number[]): void {
    const distinct = face.filter((v, k) => v !== face[(k + 1) % face.length]);
    if (new Set(distinct).size < 3) return;
    if (this.faces.length >= most) fail("too-large", "file", `must have at most ${most} faces`, most + 1);
    this.faces.push(distinct);
  }

  build(): MeshData {
    if (this.faces.length === 0) fail("empty", "file", "must have faces", 0);
    return { vertices: this.vertices, faces: this.faces };
  }
}

/** Wavefront OBJ: the lines `v` and `f` are read; normals, textures, groups and materials are ignored. */
import { fail } from "../../math/index.js";
import { MeshBuilder, type MeshData } from "./mesh-builder.js";
import { readNumber } from "./mesh-bytes.js";

/** The mesh of an OBJ file. */
export function parseObj(text: string): MeshData {
  const builder = new MeshBuilder();
  /** The vertex of each `v` line. */
  const places: number[] = [];
  let row = 0;
  // a backslash joins lines
  for (const line of text.replace(/\\\r?\n/g, " ").split(/\r\n|\n|\r/)) {
    row++;
    const [kind, ...words] = line.trim().split(/\s+/);
    if (kind === "v") {
      const [x, y, z] = [0, 1, 2].map((k) => readNumber(words[k], `in line ${row}`));
      places.push(builder.addVertex(x, y, z));
    } else if (kind === "f") {
      if (words.length < 3) fail("not-a-face", "file", `must have three corners or more in line ${row}`, words.length);
      builder.addFace(words.map((word) => findPlace(places, word, row)));
    }
  }
  return builder.build();
}

/** The vertex that a corner names: "3", "3/1", "3//2" or "3/1/2", from 1; negative numbers count from the end. */
function findPlace(places: readonly number[], word: string, row: number): number {
  const number = readNumber(word.split("/")[0], `in line ${row}`);
  const k = number < 0 ? places.length + number : number - 1;
  if (Number.isInteger(k) && k >= 0 && k < places.length) return places[k];
  return fail("out-of-range", "file", `must name one of ${places.length} vertices in line ${row}`, word);
}

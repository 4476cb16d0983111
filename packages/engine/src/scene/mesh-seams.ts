/**
 * Meshes whose corners are doubled along seams, as those made for drawing are: each face has vertices of its own there. Where
 * a mesh is open as it is given, corners at the same place are taken for one, as in mesh files.
 */
import { RigorError } from "../math/index.js";

/** What functions of meshes are given more where corners are to be joined. */
export interface Seams {
  readonly weld?: true;
}

/** Builds from a mesh as it is, and where that is open, with corners at the same place as one. */
export function joinSeams<T>(build: (seams: Seams) => T): T {
  try {
    return build({});
  } catch (error) {
    const isOpen = error instanceof RigorError && error.faults.some(({ code }) => code === "open-mesh");
    if (!isOpen) throw error;
    return build({ weld: true });
  }
}

/**
 * Meshes whose corners are doubled along seams, as meshes for rendering are: each face has vertices of its own there. Where a
 * mesh is open as it is given, corners at the same place are welded, as in mesh files.
 */
import { RigorError } from "../../math/index.js";

/** The option of mesh functions that welds corners at the same place. */
export interface Seams {
  /** Whether corners at the same place are welded. */
  readonly weld?: true;
}

/** The result of `build` for a mesh as it is, or with its corners welded where it is open. */
export function joinSeams<T>(build: (seams: Seams) => T): T {
  try {
    return build({});
  } catch (error) {
    const isOpen = error instanceof RigorError && error.faults.some(({ code }) => code === "open-mesh");
    if (!isOpen) throw error;
    return build({ weld: true });
  }
}

/** Limits of the readers of mesh files. */

/** The largest number of vertices, and of faces, of a mesh file. Files with more are refused. Empirical; not derived. */
export const mostMeshEntries = 1_000_000;

/**
 * The number of bytes that are decoded at a time, within the largest number of arguments of a call. Any value gives the same
 * text.
 */
export const decodeChunk = 4096;

/** The number of bytes of an STL file in which the keyword of a text file is searched. Empirical; not derived. */
export const keywordBytes = 512;

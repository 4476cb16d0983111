/**
 * The rooms of the engine's modules: a folder each, in the order in which they may import one another. A file imports from its own
 * room, from earlier rooms of its module through their doors (`index.ts`), and from earlier modules. Files beside the rooms, such as
 * the module's own `index.ts`, come after all of them.
 */
export const rooms: Readonly<Record<string, readonly string[]>> = {
  linalg: ["dense", "sparse", "iterative", "complementarity", "friction-contact"],
  collide: [
    "shapes",
    "broadphase",
    "result",
    "convex",
    "region",
    "curved",
    "mesh",
    "pair",
    "time-of-impact",
    "query",
    "decompose",
  ],
  contact: ["table", "features", "detector", "impact-law", "resting", "zeno"],
};

/** Sources that a folder may hold, its door included. */
export const largestRoom = 25;

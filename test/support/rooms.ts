/**
 * The rooms of the engine's modules: a folder each, in the order in which they may import one another. A file imports from its own
 * room, from earlier rooms of its module through their doors (`index.ts`), and from earlier modules. Files beside the rooms, such as
 * the module's own `index.ts`, come after all of them.
 */
export const rooms: Readonly<Record<string, readonly string[]>> = {
  math: ["numbers", "checks", "elementary", "vectors-and-matrices", "random", "differentiation"],
  ode: ["problem", "stepper", "runge-kutta", "multistep", "implicit", "events", "driver"],
  linalg: ["dense", "sparse", "iterative", "complementarity", "friction-contact"],
  collide: [
    "shapes",
    "broadphase",
    "result",
    "convex",
    "region",
    "patch",
    "curved",
    "mesh",
    "pair",
    "time-of-impact",
    "query",
    "decompose",
  ],
  contact: ["table", "features", "detector", "impact-law", "resting", "zeno"],
  world: [
    "model",
    "record",
    "trajectory",
    "island",
    "audit",
    "assembly",
    "contact-state",
    "smooth",
    "context",
    "active-set",
    "detection",
    "event-handling",
    "event-location",
    "time-stepping",
    "verification",
    "integration",
    "scheduling",
    "observe",
  ],
  particles: ["system", "forces", "planes"],
  rigid: ["hull", "mass", "path", "body", "forces", "integration"],
  lagrange: [],
  scene: ["format", "check", "meshes", "build", "run", "describe", "drawing"],
  constrain: [
    "model",
    "ends",
    "joint-coordinates",
    "joints",
    "curves-and-surfaces",
    "actuators",
    "solver",
    "projection",
    "mechanism",
    "limits",
  ],
};

/** Sources that a folder may hold, its door included. */
export const largestRoom = 25;

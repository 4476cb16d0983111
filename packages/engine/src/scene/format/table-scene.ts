/** The format as a table: the file itself, its method, materials, bodies and particles. */
import { Most } from "../../math/index.js";
import type {
  AxialShape,
  BoxShape,
  ConvexShape,
  KeyframesMotion,
  MeshShape,
  PlaneShape,
  RotateMotion,
  SceneBody,
  SceneFile,
  SceneMaterial,
  SceneMethod,
  ScenePair,
  SceneParticle,
  SceneRunOptions,
  SceneSurface,
  ShapePlace,
  SphereShape,
} from "./file.js";
import {
  defaultContactTolerance,
  defaultDensity,
  defaultDuration,
  defaultGravity,
  defaultRestitutionThreshold,
  defaultSampleRate,
  defaultTolerance,
  mostFaceCorners,
} from "./parameters.js";
import {
  choose,
  coefficient,
  density,
  direction,
  finite,
  flag,
  id,
  type KeysOf,
  list,
  may,
  type NumberField,
  name,
  need,
  positive,
  type RecordField,
  record,
  rotation,
  speed,
  spin,
  text,
  upTo,
  variant,
  vector,
  weight,
} from "./table.js";
import { constraintField } from "./table-constraints.js";
import { forceField, generalizedField } from "./table-parts.js";

const mass: NumberField = { ...weight, cure: 'use "fixed": true for an immovable body' };
const unit: NumberField = { kind: "number", min: 0, max: 1, cure: "1 bounces back to the same height, 0 stays" };
const group: NumberField = { kind: "number", min: 0, max: 31, integer: true };
const color = { kind: "text", minLength: 7, pattern: "^#[0-9a-fA-F]{6}$", must: 'must be "#rrggbb"' } as const;

const surface: KeysOf<SceneSurface> = {
  friction: may(coefficient, "μ, static and kinetic; of two that touch √(μa μb) counts, so both must have one.", 0),
  staticFriction: may(coefficient, "The larger static coefficient; default friction."),
  restitution: may(unit, "ε of collisions, 0 to 1.", 0),
};

const run = record<SceneRunOptions>("run", {
  duration: may(upTo(positive, Most.time, "s"), "How long, s.", defaultDuration),
  sampleRate: may(positive, "Samples a second.", defaultSampleRate),
});

const method = record<SceneMethod>("method", {
  stepper: may(
    choose("exact", "realtime"),
    'Event-driven with exact contact forces. "realtime", of a fixed step, is reserved for a later version: it is refused.',
    "exact",
  ),
  integrator: may(
    choose("dopri5", "rk4", "midpoint", "euler", "adams", "backward-euler"),
    "How the state is advanced between events.",
    "dopri5",
  ),
  step: may(positive, "The step of a fixed-step integrator, or the largest of an adaptive one, s."),
  tolerance: may(positive, "Local error the adaptive integrator keeps, absolute and relative.", defaultTolerance),
  contactTolerance: may(
    positive,
    "Bodies closer than this touch; none is deeper in another, m.",
    defaultContactTolerance,
  ),
  restitutionThreshold: may(
    positive,
    "Approaches slower than this are resting contact, m/s.",
    defaultRestitutionThreshold,
  ),
  collisions: may(
    choose("simultaneous", "propagation"),
    "How collisions of many at once are answered.",
    "simultaneous",
  ),
  resting: may(choose("auto", "pivot", "lp-1989"), "How the forces of resting contact are found.", "auto"),
  seed: may({ kind: "number", min: 0, max: 2 ** 32 - 1, integer: true }, "For anything random.", 0),
});

const material = record<SceneMaterial>("a material", {
  ...surface,
  density: may(density, "kg/m³.", defaultDensity),
});

const pair = record<ScenePair>(
  "a pair",
  {
    a: need(name("material"), "A material."),
    b: need(name("material"), "A material; may be the same."),
    friction: may(coefficient, "μ of these two; default √(μa μb)."),
    staticFriction: may(coefficient, "The larger static coefficient of these two."),
    restitution: may(unit, "ε of these two; default the larger."),
  },
  { needs: [["friction"], ["restitution"], ["staticFriction"]] },
);

const type = (value: string) => need(choose(value), "Which kind.");
const axial = (value: AxialShape["type"], height: string) =>
  record<AxialShape>(`a ${value}`, {
    type: type(value),
    radius: need(positive, "m."),
    height: need(positive, height),
  });

const shapes = {
  box: record<BoxShape>("a box", {
    type: type("box"),
    size: need(list(positive, { min: 3, max: 3 }), "Full lengths, m."),
  }),
  sphere: record<SphereShape>("a sphere", { type: type("sphere"), radius: need(positive, "m.") }),
  cylinder: axial("cylinder", "Along y, centred, m."),
  cone: axial("cone", "Along y, centred, the tip up, m."),
  capsule: axial("capsule", "Of the straight part, along y, m."),
  convex: record<ConvexShape>("a convex shape", {
    type: type("convex"),
    vertices: need(list(vector, { min: 4 }), "The shape is their convex hull."),
  }),
  mesh: record<MeshShape>(
    "a mesh",
    {
      type: type("mesh"),
      vertices: may(list(vector, { min: 4 }), "Corners of a closed surface, m."),
      faces: may(
        list(list({ kind: "number", min: 0, integer: true }, { min: 3, max: mostFaceCorners }), { min: 4 }),
        "Corners of each face by their places in vertices, from 0, counter-clockwise seen from outside.",
      ),
      file: may(id, "OBJ, STL, glTF or GLB, in the scene's folder, instead of vertices and faces."),
    },
    {
      conflicts: [
        ["file", "vertices"],
        ["file", "faces"],
      ],
      needs: [["file"], ["vertices", "faces"]],
    },
  ),
  plane: record<PlaneShape>("a plane", {
    type: type("plane"),
    normal: need(direction, "Out of the solid half-space normal·x ≤ offset."),
    offset: may(finite, "m.", 0),
  }),
};

const place: KeysOf<ShapePlace> = {
  position: may(vector, "In the frame of the body.", [0, 0, 0]),
  rotation: may(rotation, "In the frame of the body.", [0, 0, 0, 1]),
  mass: may(weight, "kg."),
  density: may(density, "kg/m³; default that of the body."),
};

function placed(shape: RecordField): RecordField {
  const { name, keys, conflicts } = shape;
  return {
    ...shape,
    name: `${name} of a compound`,
    keys: { ...keys, ...place },
    conflicts: [...conflicts, ["mass", "density"]],
  };
}

const placedShapes = Object.fromEntries(Object.entries(shapes).map(([key, shape]) => [key, placed(shape)]));

const motion = variant("a motion", {
  keyframes: record<KeyframesMotion>(
    "key frames",
    {
      type: type("keyframes"),
      times: need(list(upTo(finite, Most.time, "s"), { min: 1 }), "s, strictly increasing."),
      positions: may(list(vector, { min: 1 }), "One a time; default the position throughout."),
      rotations: may(list(rotation, { min: 1 }), "One a time; default the rotation throughout."),
      interpolation: may(choose("linear", "smooth"), "As in glTF, or with continuous velocities.", "linear"),
      repeat: may(choose("hold", "loop"), "What comes after the last key. Beyond the contract.", "hold"),
      ends: may(choose("free", "rest"), "Whether smooth motion starts and stops at rest. Beyond the contract.", "free"),
    },
    { needs: [["positions"], ["rotations"]] },
  ),
  rotate: record<RotateMotion>("a turning motion", {
    type: type("rotate"),
    axis: need(direction, "World axes; only the direction counts."),
    rate: need(upTo(finite, Most.speed, "rad/s"), "rad/s."),
    center: may(vector, "A point of the axis; default the position. Beyond the contract."),
  }),
});

const body = record<SceneBody>(
  "a body",
  {
    id: need(id, "Unique in the file."),
    shape: may(variant("a shape", shapes), "One shape; or shapes."),
    shapes: may(list(variant("a shape", placedShapes), { min: 1 }), "A compound."),
    mass: may(mass, "kg; or density."),
    density: may(density, "kg/m³; default that of the material, or 1000."),
    inertia: may(list(vector, { min: 3, max: 3 }), "Three rows, about the centre of mass, in the body's axes, kg·m²."),
    centerOfMass: may(vector, "In the body's frame, m; default that of the shapes."),
    position: may(vector, "Of the frame in which the shapes are given, m.", [0, 0, 0]),
    rotation: may(rotation, "[x, y, z, w].", [0, 0, 0, 1]),
    velocity: may(speed, "Of the centre of mass, m/s.", [0, 0, 0]),
    angularVelocity: may(spin, "World axes, rad/s.", [0, 0, 0]),
    material: may(name("material"), "A name in materials; values given here win over its own."),
    ...surface,
    surfaceVelocity: may(speed, "Of a fixed body: its surface moves like a conveyor belt, m/s."),
    fixed: may(flag, "Never moves.", false),
    motion: may(motion, "Moves along a path whatever the forces."),
    group: may(group, "From 0 to 31.", 0),
    collidesWith: may(list(group, { max: 32 }), "The groups that are met; default all."),
    color: may(color, "Of pictures. Beyond the contract."),
  },
  {
    conflicts: [
      ["shape", "shapes"],
      ["mass", "density"],
    ],
    needs: [["shape"], ["shapes"], ["mass", "inertia"]],
  },
);

const particle = record<SceneParticle>("a particle", {
  id: need(id, "Unique in the file."),
  mass: may(mass, "kg.", 1),
  position: may(vector, "m.", [0, 0, 0]),
  velocity: may(speed, "m/s.", [0, 0, 0]),
  fixed: may(flag, "Never moves.", false),
  motion: may(motion, "Moves along a path whatever the forces."),
  collide: may(flag, "Whether it meets bodies.", false),
  ...surface,
  material: may(name("material"), "A name in materials. Beyond the contract."),
  group: may(group, "As of bodies. Beyond the contract.", 0),
  collidesWith: may(list(group, { max: 32 }), "As of bodies. Beyond the contract."),
  color: may(color, "Of pictures. Beyond the contract."),
});

/** The table of a scene file. */
export const sceneField = record<SceneFile>("a scene", {
  $schema: may(text, "Where the schema is, for editors. Beyond the contract."),
  rigor: need(choose(1), "The version of the format."),
  name: may(text, "What the scene is called."),
  description: may(text, "What it shows."),
  gravity: may(upTo(vector, Most.acceleration, "m/s²"), "m/s².", defaultGravity),
  run: may(run, "How long, and how often to look."),
  method: may(method, "How to simulate."),
  materials: may({ kind: "map", of: material }, "By name."),
  pairs: may(list(pair), "How two materials go together, instead of how they mix."),
  bodies: may(list(body), "Rigid bodies."),
  particles: may(list(particle), "Point masses."),
  forces: may(list(forceField), "Beside gravity."),
  constraints: may(list(constraintField), "Joints and their like."),
  cloths: may(
    list(record("a cloth", {}), { max: 0, cure: "cloths are reserved for a later version of the format" }),
    "Reserved for a later version: must be empty.",
  ),
  generalized: may(list(generalizedField), "Bodies in coordinates of their own."),
});

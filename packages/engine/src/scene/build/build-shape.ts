/** Shapes of the file as collision shapes, and their mass properties. */
import {
  createBox,
  createCapsule,
  createCompoundOfMesh,
  createCone,
  createConvex,
  createCylinder,
  createMesh,
  createPlane,
  createSphere,
  type MeshCompound,
  type MeshCompoundOptions,
  type Shape,
} from "../../collide/index.js";
import { fail, quat, RigorError, vec3 } from "../../math/index.js";
import {
  type Amount,
  boxMass,
  capsuleMass,
  coneMass,
  cylinderMass,
  hullMass,
  type MassProperties,
  meshMass,
  repairMesh,
  sphereMass,
} from "../../rigid/index.js";
import type { MeshShape, PlacedShape, Quaternion, SceneShape, Vector } from "../format/index.js";
import { joinSeams } from "../meshes/index.js";
import { mostPieces } from "./parameters.js";

/** A collision shape in the frame of its body. */
export interface BuiltPart {
  /** The shape. */
  readonly shape: Shape;
  /** The origin of the shape in the frame of the body, m. Default the origin. */
  readonly position?: ArrayLike<number>;
  /** The rotation of the shape in the frame of the body. Default none. */
  readonly rotation?: ArrayLike<number>;
}

/** The convex pieces of a shape; a body that no force moves keeps a mesh as one shape. */
export function buildParts(placed: PlacedShape, isFree: boolean): BuiltPart[] {
  const { position, rotation } = placed;
  const place = {
    ...(position === undefined ? {} : { position }),
    ...(rotation === undefined ? {} : { rotation }),
  };
  if (placed.type !== "mesh") return [{ shape: buildShape(placed), ...place }];
  const { vertices = [], faces = [] } = placed;
  // repaired: closed, with all faces oriented outward
  if (!isFree)
    return [{ shape: createMesh(joinSeams((seams) => repairMesh({ vertices, faces, ...seams }))), ...place }];
  const { compound } = joinSeams((seams) => splitMesh({ vertices, faces, repair: true, ...seams }));
  return compound.shapes.map((shape, k) => {
    const at = compound.frames.slice(12 * k, 12 * k + 3);
    return { shape, ...place, position: placePoint(at, position, rotation) };
  });
}

function splitMesh(mesh: MeshCompoundOptions): MeshCompound {
  try {
    return createCompoundOfMesh({ ...mesh, maxParts: mostPieces });
  } catch (error) {
    if (!(error instanceof RigorError) || error.code !== "too-many-parts") throw error;
    const must = `must bound a solid of at most ${mostPieces} convex pieces`;
    const cure = "simplify it, or write several simpler `shapes`; a body that is fixed may have any";
    return fail("too-many-parts", "mesh.faces", must, `${mesh.faces.length} faces`, cure);
  }
}

function buildShape(shape: Exclude<SceneShape, { type: "mesh" }>): Shape {
  switch (shape.type) {
    case "box":
      return createBox({ size: shape.size });
    case "sphere":
      return createSphere({ radius: shape.radius });
    case "cylinder":
      return createCylinder({ radius: shape.radius, height: shape.height });
    case "cone":
      return createCone({ radius: shape.radius, height: shape.height });
    case "capsule":
      return createCapsule({ radius: shape.radius, height: shape.height });
    case "convex":
      return createConvex({ vertices: shape.vertices });
    case "plane":
      return createPlane({ normal: shape.normal, ...(shape.offset === undefined ? {} : { offset: shape.offset }) });
  }
}

/** The mass properties of a shape of uniform density, in its own frame. */
export function weighShape(shape: SceneShape, amount: Amount): MassProperties {
  switch (shape.type) {
    case "box":
      return boxMass({ size: shape.size, ...amount });
    case "sphere":
      return sphereMass({ radius: shape.radius, ...amount });
    case "cylinder":
      return cylinderMass({ radius: shape.radius, height: shape.height, ...amount });
    case "cone":
      return coneMass({ radius: shape.radius, height: shape.height, ...amount });
    case "capsule":
      return capsuleMass({ radius: shape.radius, height: shape.height, ...amount });
    case "convex":
      return hullMass({ points: shape.vertices, ...amount });
    case "mesh":
      return weighMesh(shape, amount);
    case "plane":
      return fail("not-solid", "plane", "must belong to a fixed body", "a body that moves", 'write "fixed": true');
  }
}

function weighMesh({ vertices = [], faces = [] }: MeshShape, amount: Amount): MassProperties {
  return joinSeams((seams) => meshMass({ vertices, faces, repair: true, ...amount, ...seams }));
}

/** The coordinates of a point of a shape in the frame of its body, m. */
function placePoint(
  point: Float64Array,
  position: Vector = [0, 0, 0],
  rotation: Quaternion = [0, 0, 0, 1],
): Float64Array {
  const q = Float64Array.from(rotation);
  quat.normalize(q, 0, q, 0);
  const out = new Float64Array(3);
  quat.rotateVector(out, 0, q, 0, point, 0);
  vec3.add(out, 0, out, 0, Float64Array.from(position), 0);
  return out;
}

/**
 * Options of a linkage: a tree of links, each with a joint to one before it or to the world.
 *
 *   links: [{ joint: { type: "revolute", axis: [0, 0, 1] }, mass: … },
 *           { joint: { type: "revolute", axis: [0, 0, 1], at: [1, 0, 0] }, mass: … }]
 *
 * The frame of a link has its origin in its joint; where the coordinate is 0 its axes are those of the parent, turned by
 * `rotation` if that is given. A joint with several coordinates is a chain of nodes with one each, of which only the last has
 * the mass: "ball" turns about x, then y, then z of the axes turned so far; "free" moves along x, y, z before that.
 */
import { requireKnown } from "../constrain/index.js";
import { fail, quat, requireInteger, requireVector } from "../math/index.js";
import type { MassProperties } from "../rigid/index.js";
import { createPartMasses, type PartMasses, readNumbers, writeMass } from "./part.js";
import { readRotation, readUnit } from "./rotation-expression.js";

/** Type of a joint: revolute (1 coordinate), prismatic (1), ball (3), free (6) or fixed (0). */
export type LinkJointType = "revolute" | "prismatic" | "ball" | "free" | "fixed";

/** The joint of a link to its parent. */
export interface LinkJoint {
  /** Type of the joint. */
  readonly type: LinkJointType;
  /** Axis of a revolute or prismatic joint in the frame of the link, of any length but zero. */
  readonly axis?: ArrayLike<number>;
  /** Position of the joint in the frame of the parent (of the world), m. Default its origin. */
  readonly at?: ArrayLike<number>;
  /**
   * Rotation from the axes of the link to those of the parent where the coordinate is 0, a quaternion [x, y, z, w]. Default none.
   */
  readonly rotation?: ArrayLike<number>;
}

/** Options of a link. */
export interface LinkOptions {
  /** Parent: an earlier link, or −1 for the world. Default the link before, so that a list is a chain. */
  readonly parent?: number;
  /** Joint to the parent. */
  readonly joint: LinkJoint;
  /** Mass properties in the frame of the link; a number is the mass of a point in its origin, kg. Default none. */
  readonly mass?: number | MassProperties;
  /** Coordinate at the start, rad or m: one number, or a list for joints with several. Default 0. */
  readonly coordinate?: number | readonly number[];
  /** Rate of the coordinate at the start, rad/s or m/s: one number, or a list for joints with several. Default 0. */
  readonly rate?: number | readonly number[];
}

/** Options of a linkage. */
export interface LinkageOptions {
  /** Links, each after its parent. */
  readonly links: readonly LinkOptions[];
  /** Acceleration of gravity, m/s². Default none. */
  readonly gravity?: ArrayLike<number>;
  /** Name in reports. Default "linkage". */
  readonly name?: string;
}

/** Motion of a node relative to its parent. */
export const NodeJoint = { fixed: 0, revolute: 1, prismatic: 2 } as const;

/** The model of a linkage: its nodes, from its options. */
export interface LinkageModel extends PartMasses {
  /** Name in reports. */
  readonly name: string;
  /** Number of nodes. */
  readonly count: number;
  /** Number of coordinates. */
  readonly width: number;
  /** Coordinates and rates at the start: 2·width numbers. */
  readonly initial: Float64Array;
  /** Acceleration of gravity, m/s². */
  readonly gravity: Float64Array;
  /** Parent of each node, −1 for the world. */
  readonly parent: Int32Array;
  /** Joint of each node, of `NodeJoint`. */
  readonly joint: Uint8Array;
  /** Coordinate of each node, −1 for none. */
  readonly column: Int32Array;
  /** Axis of the joint in the frame of each node: three numbers a node. */
  readonly axis: Float64Array;
  /** Position of the joint in the frame of the parent, m: three numbers a node. */
  readonly at: Float64Array;
  /** Rotation matrix to the axes of the parent where the coordinate is 0: nine numbers a node. */
  readonly rest: Float64Array;
  /** Node of each link. */
  readonly node: Int32Array;
  /** First coordinate of each link; the last entry is the number of coordinates. */
  readonly firstColumn: Int32Array;
}

/** A node, as it is read. */
interface Node {
  readonly parent: number;
  readonly joint: number;
  readonly axis: ArrayLike<number>;
  readonly at: ArrayLike<number>;
  readonly rotation: ArrayLike<number>;
}

const revolutes = [0, 1, 2].map((k) => [NodeJoint.revolute, k]);
const prismatics = [0, 1, 2].map((k) => [NodeJoint.prismatic, k]);
/** Joint and axis of each node of joints with several coordinates. */
const rows = { ball: revolutes, free: [...prismatics, ...revolutes] };
const types = ["revolute", "prismatic", "ball", "free", "fixed"];

/** Returns the model of a linkage; throws for options that are not those of one. */
export function readLinkageOptions(path: string, options: LinkageOptions): LinkageModel {
  requireKnown(path, options, ["links", "gravity", "name"]);
  const { links, gravity = [0, 0, 0], name = "linkage" } = options;
  requireVector(`${path}.gravity`, gravity);
  if (!Array.isArray(links) || links.length === 0) {
    fail("no-links", `${path}.links`, "must be a list of one link or more", links);
  }
  const nodes: Node[] = [];
  const node: number[] = [];
  const firstColumn = [0];
  const u: number[] = [];
  const rates: number[] = [];
  (links as readonly LinkOptions[]).forEach((link, l) => {
    const where = `${path}.links[${l}]`;
    requireKnown(where, link, ["parent", "joint", "mass", "coordinate", "rate"]);
    const { parent = l - 1, coordinate, rate } = link;
    requireInteger(`${where}.parent`, parent, -1, l - 1, "a link comes after its parent; −1 is the world");
    const added = readJoint(`${where}.joint`, link.joint, parent < 0 ? -1 : node[parent], nodes.length);
    for (const one of added) nodes.push(one);
    node.push(nodes.length - 1);
    const k = added.filter(({ joint }) => joint !== NodeJoint.fixed).length;
    u.push(...readNumbers(`${where}.coordinate`, toList(coordinate), k));
    rates.push(...readNumbers(`${where}.rate`, toList(rate), k));
    firstColumn.push(u.length);
  });
  if (u.length === 0) fail("no-coordinates", `${path}.links`, "must have a joint that moves", links.length);
  const matter = createPartMasses(nodes.length);
  (links as readonly LinkOptions[]).forEach(({ mass = 0 }, l) => {
    writeMass(matter, node[l], `${path}.links[${l}].mass`, mass, true);
  });
  return {
    ...matter,
    ...flatten(nodes),
    name,
    width: u.length,
    initial: Float64Array.from([...u, ...rates]),
    gravity: Float64Array.from(gravity),
    node: Int32Array.from(node),
    firstColumn: Int32Array.from(firstColumn),
  };
}

function toList(given: number | readonly number[] | undefined): readonly number[] | undefined {
  return typeof given === "number" ? [given] : given;
}

/** Returns the nodes of a joint, the first of which will be number `next`. */
function readJoint(path: string, given: LinkJoint, parent: number, next: number): Node[] {
  requireKnown(path, given, ["type", "axis", "at", "rotation"]);
  const { type, axis, at = [0, 0, 0], rotation = [0, 0, 0, 1] } = given;
  if (!types.includes(type)) fail("unknown", `${path}.type`, `must be one of ${types.join(", ")}`, type);
  requireVector(`${path}.at`, at);
  const first = { parent, at, rotation: readRotation(`${path}.rotation`, rotation) };
  const hasAxis = type === "revolute" || type === "prismatic";
  if (!hasAxis && axis !== undefined) {
    fail("unknown-option", `${path}.axis`, `must be left out of a joint of type "${type}"`, axis);
  }
  if (type === "fixed") return [{ ...first, joint: NodeJoint.fixed, axis: [0, 0, 1] }];
  if (type === "revolute" || type === "prismatic") {
    const cure = "for example axis: [0, 0, 1]";
    if (axis === undefined) fail("missing", `${path}.axis`, "must be given", axis, cure);
    return [{ ...first, joint: NodeJoint[type], axis: readUnit(`${path}.axis`, axis) }];
  }
  return rows[type].map(([joint, k], n) => {
    const unit = [0, 1, 2].map((x) => (x === k ? 1 : 0));
    if (n === 0) return { ...first, joint, axis: unit };
    return { parent: next + n - 1, joint, axis: unit, at: [0, 0, 0], rotation: [0, 0, 0, 1] };
  });
}

function flatten(nodes: readonly Node[]) {
  const count = nodes.length;
  const rest = new Float64Array(9 * count);
  const column = new Int32Array(count).fill(-1);
  let width = 0;
  nodes.forEach(({ rotation, joint }, i) => {
    quat.toMatrix(rest, 9 * i, Float64Array.from(rotation), 0);
    if (joint !== NodeJoint.fixed) column[i] = width++;
  });
  return {
    count,
    rest,
    column,
    parent: Int32Array.from(nodes, ({ parent }) => parent),
    joint: Uint8Array.from(nodes, ({ joint }) => joint),
    axis: Float64Array.from(nodes.flatMap(({ axis }) => Array.from(axis))),
    at: Float64Array.from(nodes.flatMap(({ at }) => Array.from(at))),
  };
}

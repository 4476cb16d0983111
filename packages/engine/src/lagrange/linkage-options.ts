/**
 * What a user says of a linkage: a tree of links, each jointed to one before it or to the world.
 *
 *   links: [{ joint: { type: "revolute", axis: [0, 0, 1] }, mass: … },
 *           { joint: { type: "revolute", axis: [0, 0, 1], at: [1, 0, 0] }, mass: … }]
 *
 * The frame of a link has its origin in its joint; where the coordinate is 0 its axes are those of the parent, turned by
 * `rotation` if that is given. A joint with several coordinates is a row of nodes with one each, of which only the last has
 * the mass: "ball" turns about x, then y, then z of the axes turned so far; "free" moves along x, y, z before that.
 */
import { requireKnown } from "../constrain/index.js";
import { fail, quat, requireInteger, requireVector } from "../math/index.js";
import type { MassProperties } from "../rigid/index.js";
import { createPartMasses, type PartMasses, readNumbers, writeMass } from "./part.js";
import { readRotation, readUnit } from "./rotation-expression.js";

export type LinkJointType = "revolute" | "prismatic" | "ball" | "free" | "fixed";

export interface LinkJoint {
  readonly type: LinkJointType;
  /** Of "revolute" and "prismatic", in the frame of the link: only the direction counts. */
  readonly axis?: ArrayLike<number>;
  /** Where it is, in the frame of the parent (of the world), m. Default its origin. */
  readonly at?: ArrayLike<number>;
  /** From the axes of the link to those of the parent where the coordinate is 0, [x, y, z, w]. Default none. */
  readonly rotation?: ArrayLike<number>;
}

export interface LinkOptions {
  /** An earlier link, or −1 for the world. Default the link before, so that a list is a chain. */
  readonly parent?: number;
  readonly joint: LinkJoint;
  /** In the frame of the link; a number is a point in its origin, kg. Default none. */
  readonly mass?: number | MassProperties;
  /** At the start: one number, or a list for joints with several. Default 0. */
  readonly coordinate?: number | readonly number[];
  readonly rate?: number | readonly number[];
}

export interface LinkageOptions {
  readonly links: readonly LinkOptions[];
  /** m/s². Default none. */
  readonly gravity?: ArrayLike<number>;
  /** Said in reports. Default "linkage". */
  readonly name?: string;
}

/** How a node moves against its parent. */
export const NodeJoint = { fixed: 0, revolute: 1, prismatic: 2 } as const;

/** The nodes of a linkage: numbers a node as said. */
export interface LinkageModel extends PartMasses {
  readonly name: string;
  /** How many nodes, and coordinates. */
  readonly count: number;
  readonly width: number;
  readonly initial: Float64Array;
  readonly gravity: Float64Array;
  /** The parent, −1 for the world; one of `NodeJoint`; which coordinate, −1 for none. */
  readonly parent: Int32Array;
  readonly joint: Uint8Array;
  readonly column: Int32Array;
  /** The axis in the frame of the node (3), the joint in the frame of the parent (3), the axes there (9). */
  readonly axis: Float64Array;
  readonly at: Float64Array;
  readonly rest: Float64Array;
  /** Of each link: its node, and its first coordinate; the last entry is the end. */
  readonly node: Int32Array;
  readonly firstColumn: Int32Array;
}

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

/** The nodes of a joint, the first of which will be number `next`. */
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

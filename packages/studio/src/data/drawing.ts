/** The parts of a scene to draw, without their positions: made in the worker from the scene file, sent to the page once. */

export interface Drawing {
  readonly name: string;
  readonly description: string;
  readonly gravity: readonly number[];
  readonly duration: number;
  readonly sampleRate: number;
  readonly bodies: readonly DrawnBody[];
  readonly particles: readonly DrawnParticle[];
  readonly solids: readonly DrawnSolid[];
  readonly planes: readonly DrawnPlane[];
  readonly joints: readonly DrawnJoint[];
  readonly links: readonly DrawnLink[];
  readonly wires: readonly DrawnWire[];
  readonly chains: readonly DrawnChain[];
  /** The state at t = 0: p, q, v, ω of every body. */
  readonly rest: Float64Array;
}

export interface DrawnBody {
  readonly id: string;
  /** Moves neither by forces nor along a path. */
  readonly fixed: boolean;
  /** "box 2 × 0.5 × 1 m", and so on. */
  readonly what: string;
  /** kg, where known. */
  mass: number | null;
  /** Bodies of one tint look alike. */
  readonly tint: number;
  /** "#rrggbb", where the file says so. */
  readonly color: string | null;
  /** Half the length of its diagonal, m; 0 for planes. */
  readonly reach: number;
}

interface DrawnParticle {
  readonly id: string;
  readonly fixed: boolean;
  readonly mass: number;
}

/** Triangles, and the bodies that carry them. */
export interface DrawnSolid {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly indices: Uint32Array;
  /** Body by body: its index, and the place in it: p, q. */
  readonly owners: Int32Array;
  readonly places: Float32Array;
}

/** The solid half-space normal·x ≤ offset, in the frame of its body. */
export interface DrawnPlane {
  readonly body: number;
  readonly normal: readonly number[];
  readonly offset: number;
}

/** A point of a body (in its frame), of a particle, of the world, or a mass of a thing with coordinates. */
export interface End {
  readonly kind: "body" | "particle" | "world";
  readonly index: number;
  readonly point: readonly number[];
}

/** A constraint with its force. */
export interface DrawnJoint {
  readonly id: string;
  readonly type: string;
  /** The point at which its force on `a` is drawn. */
  readonly at: End;
  readonly a: string;
  readonly b: string;
}

/** Something between two points: a coil or a rod. */
export interface DrawnLink {
  readonly style: "spring" | "rod";
  readonly ends: readonly [End, End];
}

/** A curve that stays where it is. */
export interface DrawnWire {
  readonly points: Float32Array;
}

/** Masses on rods, from an anchor on. A bead has no anchor. */
export interface DrawnChain {
  readonly id: string;
  readonly anchor: readonly number[] | null;
  readonly start: number;
  readonly count: number;
  readonly weights: readonly number[];
}

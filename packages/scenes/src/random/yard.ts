/**
 * The yard on which a random scene is assembled: things are placed where there is room for their bounding spheres, with surfaces
 * and weights as the scene has them.
 */
import type {
  PlacedShape,
  SceneBody,
  SceneConstraint,
  SceneFile,
  SceneForce,
  SceneGeneralized,
  SceneParticle,
  SceneShape,
  SceneSurface,
  Vector,
} from "@rigor/engine/scene";
import { Draw } from "./draw.js";

/** A limit of a joint of the file, in which there is none: rad or m, from where the joint is at t = 0. */
export interface RandomLimit {
  readonly joint: string;
  readonly coordinate: "angle" | "travel";
  readonly lower: number;
  readonly upper: number;
  readonly restitution: number;
}

/** The friction of a joint coordinate, N·m or N. */
export interface RandomFriction {
  readonly joint: string;
  readonly coordinate: "angle" | "travel" | "turning";
  readonly friction: number;
}

/** Of all surfaces, or some of each. */
const restitutions = [[0], [0.3], [0.5], [0.8], [1], [0, 0.3, 0.7, 1]];
const frictions = [[0.1], [0.5], [1], [0, 0.3, 0.8]];
/** kg/m³. */
const density = 1000;
/** Tries for a place before one is looked for farther off. */
const manyTries = 10;

export class Yard {
  readonly draw: Draw;
  /** The length of a typical body, m, and a typical speed, m/s. */
  readonly scale: number;
  readonly speed: number;
  readonly hasFriction: boolean;
  gravity: Vector = [0, -9.81, 0];
  readonly bodies: SceneBody[] = [];
  readonly particles: SceneParticle[] = [];
  readonly forces: SceneForce[] = [];
  readonly constraints: SceneConstraint[] = [];
  readonly generalized: SceneGeneralized[] = [];
  readonly limits: RandomLimit[] = [];
  readonly jointFrictions: RandomFriction[] = [];
  private readonly restitution: readonly number[];
  private readonly friction: readonly number[];
  /** By which masses differ, at most. */
  private readonly ratio: number;
  /** Places that are taken: centre and radius. */
  private readonly taken: (readonly [Vector, number])[] = [];

  constructor(seed: number, hasFriction: boolean) {
    this.draw = new Draw(seed, 17);
    this.hasFriction = hasFriction;
    const { draw } = this;
    this.scale = draw.decades(0.02, 5);
    this.speed = Math.sqrt(9.81 * this.scale);
    this.ratio = draw.pick([1, 3, 30, 1000]);
    this.restitution = draw.pick(restitutions);
    this.friction = draw.pick(frictions);
  }

  surface(): SceneSurface {
    const { draw } = this;
    const restitution = draw.pick(this.restitution);
    if (!this.hasFriction) return { restitution };
    const friction = draw.pick(this.friction);
    return { restitution, friction, ...(draw.chance(0.2) ? { staticFriction: 1.3 * friction } : {}) };
  }

  density(): number {
    return density * this.draw.decades(1 / Math.sqrt(this.ratio), Math.sqrt(this.ratio));
  }

  /** m: around what bodies are long. */
  length(): number {
    return this.scale * this.draw.between(0.3, 1);
  }

  shape(kinds: readonly SceneShape["type"][] = solids): SceneShape {
    const { draw } = this;
    const type = draw.pick(kinds);
    switch (type) {
      case "box":
        return { type, size: [this.length(), this.length(), this.length()] };
      case "sphere":
        return { type, radius: this.length() / 2 };
      case "capsule":
        return { type, radius: this.length() / 4, height: this.length() / 2 };
      case "convex": {
        const point = (): Vector => {
          const [x, y, z] = draw.direction();
          const r = this.length() / 2;
          return [r * x, r * y, r * z];
        };
        // four of them span a solid, whatever the others are
        const s = 0.2 * this.scale;
        const core: Vector[] = [
          [s, s, s],
          [s, -s, -s],
          [-s, s, -s],
          [-s, -s, s],
        ];
        return { type, vertices: [...core, ...Array.from({ length: draw.integer(0, 8) }, point)] };
      }
      case "mesh":
        return makeAngle(this.length(), this.length());
      default:
        return { type: type === "cone" ? "cone" : "cylinder", radius: this.length() / 2, height: this.length() };
    }
  }

  /** One shape, or some in one. */
  shapes(): readonly PlacedShape[] {
    const { draw, scale } = this;
    if (draw.chance(0.85)) return [this.shape()];
    const arm = 0.4 * scale;
    if (draw.chance(0.5)) {
      const bar: PlacedShape = { type: "capsule", radius: 0.1 * scale, height: 2 * arm };
      const knob = (y: number): PlacedShape => ({
        type: "sphere",
        radius: draw.between(0.15, 0.3) * scale,
        position: [0, y, 0],
      });
      return [bar, knob(arm), knob(-arm)];
    }
    return [
      { type: "box", size: [2 * arm, 0.2 * scale, 0.3 * scale] },
      { type: "box", size: [0.2 * scale, arm, 0.3 * scale], position: [arm - 0.1 * scale, 0.5 * arm, 0] },
    ];
  }

  /** A place at least `reach` from all that there is, within a box that grows; taken from now on. */
  findRoom(reach: number, low: Vector, high: Vector): Vector {
    const { draw, taken } = this;
    for (let tries = 0; ; tries++) {
      const grown = Math.floor(tries / manyTries) * 0.3 * this.scale;
      const at: Vector = [
        draw.between(low[0], high[0]),
        draw.between(low[1], high[1] + grown),
        draw.between(low[2], high[2]),
      ];
      if (taken.some(([other, r]) => measureDistance(at, other) < 1.001 * (r + reach))) continue;
      taken.push([at, reach]);
      return at;
    }
  }

  /** Nothing else is put there. */
  take(at: Vector, reach: number): void {
    this.taken.push([at, reach]);
  }

  /** Adds a body and returns its id. */
  add(body: Omit<SceneBody, "id">): string {
    const id = `b${this.bodies.length}`;
    this.bodies.push({ id, ...this.surface(), ...body });
    return id;
  }

  /** The id of a constraint to come. */
  nameJoint(): string {
    return `c${this.constraints.length}`;
  }

  /** A loose body above the plane y = 0, within ±half of the axis. */
  drop(half: number, low = 0, speed = 1): string {
    const shapes = this.shapes();
    const reach = measureReach(shapes);
    const room = Math.max(0, half - 1.01 * reach);
    const bottom = low + 1.001 * reach;
    const position = this.findRoom(reach, [-room, bottom, -room], [room, bottom + this.scale, room]);
    const { draw } = this;
    return this.add({
      ...(shapes.length === 1 ? { shape: shapes[0] as SceneShape } : { shapes }),
      density: this.density(),
      position,
      rotation: draw.rotation(),
      velocity: draw.vector(speed * this.speed),
      angularVelocity: draw.vector((speed * this.speed) / this.scale),
    });
  }

  addPlane(normal: Vector, offset = 0): string {
    return this.add({ shape: { type: "plane", normal, offset }, fixed: true });
  }

  finish(name: string): SceneFile {
    const { gravity, bodies, particles, forces, constraints, generalized } = this;
    const file = { rigor: 1, name, gravity, bodies, particles, forces, constraints, generalized };
    // as it comes back from a file: no −0
    return JSON.parse(JSON.stringify(file));
  }
}

const solids: readonly SceneShape["type"][] = ["box", "sphere", "capsule", "cylinder", "cone", "convex", "box", "mesh"];

/** The radius of a sphere about the origin of the body that holds all of it, m. */
function measureReach(shapes: readonly PlacedShape[]): number {
  return Math.max(
    ...shapes.map(({ position = [0, 0, 0], ...shape }) => measureLength(position) + measureShape(shape as SceneShape)),
  );
}

function measureShape(shape: SceneShape): number {
  switch (shape.type) {
    case "box":
      return measureLength(shape.size) / 2;
    case "sphere":
      return shape.radius;
    case "capsule":
      return shape.radius + shape.height / 2;
    case "convex":
    case "mesh":
      return Math.max(...(shape.vertices ?? []).map(measureLength));
    case "plane":
      return Infinity;
    default:
      return measureLength([shape.radius, shape.height, 0]);
  }
}

function measureLength([x, y, z]: Vector): number {
  return Math.sqrt(x * x + y * y + z * z);
}

function measureDistance(p: Vector, q: Vector): number {
  return measureLength([p[0] - q[0], p[1] - q[1], p[2] - q[2]]);
}

/** An L as a closed surface: a prism over six corners. */
function makeAngle(l: number, depth: number): SceneShape {
  const [a, t, d] = [l / 2, 0.4 * l, depth / 2];
  const corners: readonly (readonly [number, number])[] = [
    [-a, -a],
    [a, -a],
    [a, -a + t],
    [-a + t, -a + t],
    [-a + t, a],
    [-a, a],
  ];
  const vertices = [-d, d].flatMap((z) => corners.map(([x, y]): Vector => [x, y, z]));
  const front = [
    [0, 1, 2, 3],
    [0, 3, 4, 5],
  ];
  const back = front.map((face) => face.map((k) => k + 6));
  const sides = corners.map((_, k) => [k, (k + 1) % 6, 6 + ((k + 1) % 6), 6 + k]);
  return { type: "mesh", vertices, faces: [...front.map((face) => [...face].reverse()), ...back, ...sides] };
}

/**
 * A slider: something goes along an axis of something else and does not turn against it (a prismatic joint). A particle
 * has nothing to turn: it is a bead on a straight rail.
 *
 *   C = x̂_B·d, ŷ_B·d                          d = p_A − p_B                                                    2 rows
 *       and no turn of A against B                                                                             3 rows
 */
import { requireFinite } from "../../math/index.js";
import {
  createSides,
  type JointOptions,
  type JointSides,
  JointTravel,
  Side,
  sideKeys,
  writeAlignment,
  writePlane,
} from "../joint-coordinates/index.js";
import {
  type Constraint,
  type ConstraintMaker,
  type End,
  type MechanismState,
  type Memory,
  type RowTable,
  requireKnown,
} from "../model/index.js";

/** Options of a slider. */
export interface SliderOptions extends JointOptions {
  /** Travel at the time of adding, m. Default the distance of the points along the axis: 0 where `at` gives both. */
  readonly travel?: number;
}

/** Makes something on a straight rail: `slider({ a: { body: 0 }, at: [0, 0, 0], axis: [1, 0, 0] })`. */
export function slider(options: SliderOptions): ConstraintMaker<Slider> {
  return (mechanism, path) => {
    requireKnown(path, options, [...sideKeys, "travel"]);
    const { travel } = options;
    if (travel !== undefined) requireFinite(`${path}.travel`, travel);
    return new Slider(mechanism, createSides(path, mechanism, options, true), travel);
  };
}

/** A slider. */
export class Slider implements Constraint {
  readonly name = "slider";
  readonly rows: number;
  readonly ends: readonly End[];
  /** Travel of a against b, along the axis. */
  readonly travel: JointTravel;
  readonly sides: JointSides;

  constructor(mechanism: MechanismState, sides: JointSides, travel?: number) {
    this.sides = sides;
    this.ends = [sides.a.end, sides.b.end];
    this.rows = sides.a.end.turns ? 5 : 2;
    this.travel = new JointTravel("travel of slider", mechanism, sides.a.end, sides.b, travel);
  }

  evaluate(table: RowTable, c: number): void {
    const { a, b } = this.sides;
    a.update();
    b.update();
    writePlane(table, c, 0, a.end, b, Side.x);
    writePlane(table, c, 1, a.end, b, Side.y);
    if (this.rows === 5) writeAlignment(table, c, 2, a, b);
  }

  get memory(): Memory {
    return this.travel.memory;
  }
}

/**
 * A contact at one state of its two bodies, as it was evaluated last: where the bodies are and how they move, the points that meet
 * and the normal there, and what curved features need beside. Every contact table has one such record, which its own functions
 * (features/) write and read; so nothing that one table computes reaches another.
 */

/**
 * Slots of `ContactEvaluation.at`: n, then the points of A and of B whose motion along n is that of the gap; the gap;
 * δ = n·(pA − pB); the bending, which is what curved features add to d̈; the middle of the gap; ṅ; ṗA − ṗB.
 */
export const At = {
  normal: 0,
  pointA: 3,
  pointB: 6,
  gap: 9,
  delta: 10,
  bend: 11,
  middle: 12,
  turn: 15,
  velocity: 18,
} as const;

/** Slots of `ContactEvaluation.numbers`: z s, z, k and s²; D; r'A and −r'B; the products p and q of a vector across n. */
export const StraightSlot = { size: 0, z: 1, k: 2, square: 3, D: 4, alpha: 5, beta: 6, p: 7, q: 8 } as const;

/** The numbers of the contact of a table that was evaluated last. */
export class ContactEvaluation {
  /** x and R of A (0), of B (12). */
  readonly pose = new Float64Array(24);
  /** v and ω of A (0), of B (6). */
  readonly motion = new Float64Array(12);
  /** Normal, points and gap: see `At`. */
  readonly at = new Float64Array(21);
  /** The point of contact p (0), ṗ (3) and ṅ (6), then scratch: written by `evaluateTangent`. */
  readonly run = new Float64Array(21);
  /** Tilt of a rim on a plane: the sine between axis and normal, and the cosine of the angle by which its tangent has turned. */
  readonly tilt = new Float64Array(2);
  /**
   * Transversality of two curves, or of a rim across a line: 1 − cos² of the angle between them where the cap lies flat. Where it
   * is zero two crossings of a rim become one.
   */
  readonly crossing = new Float64Array(1);
  /** Points of the curves of A (0) and B (3) that are nearest to each other, world coordinates, m. */
  readonly spotOfCurve = new Float64Array(6);
  /** Parameters of the curves of A and B at those points. */
  readonly placeOfCurve = new Float64Array(2);
  /** Motion of the point of contact over B, v̇ TB + ṙB n + rB ṅ (0), and ṅ (3); rB (6) is an input. */
  readonly runOfSpot = new Float64Array(7);
  /** TA (0), TB (3), unit; TA × TB (6), W (9), n × TA (12), n × TB (15); T'A (18) and T'B (21) by arc length, 1/m. */
  readonly lines = new Float64Array(24);
  /** Numbers of two straight curves: see `StraightSlot`. */
  readonly numbers = new Float64Array(9);
  /** Vectors across n: the constant part of ṅ (0), and its derivatives by u̇ (3) and v̇ (6). */
  readonly turns = new Float64Array(9);
}

/**
 * Masses and measures of Andrews' squeezing mechanism, and where its bodies and hinges are in terms of its seven angles.
 * SI units; z is 0.
 */
import { cos, sin } from "@rigor/engine/math";

/** kg, and kg·m². */
export const m = [0.04325, 0.00365, 0.02373, 0.00706, 0.0705, 0.00706, 0.05498];
export const I = [2.194e-6, 4.41e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5];
/** The points at which bodies are joined to the world, and the far end of the spring. */
const [O, A, B, C] = [
  [0, 0, 0],
  [-0.06934, -0.00227, 0],
  [-0.03635, 0.03273, 0],
  [0.014, 0.072, 0],
];
const [d, da, e, ea, rr, ra] = [0.028, 0.0115, 0.02, 0.01421, 0.007, 0.00092];
const [sa, sb, sc, sd, ta, tb] = [0.01874, 0.01043, 0.018, 0.02, 0.02308, 0.00916];
const [u, ua, ub, zf, zt, fa] = [0.04, 0.01228, 0.00449, 0.02, 0.04, 0.01421];

interface AndrewsPlaces {
  /** Centre of mass, and angle against the world. */
  readonly bodies: readonly { readonly center: number[]; readonly angle: number }[];
  /** Between body a and body b, or the world; the first seven turn by the seven angles. */
  readonly hinges: readonly { readonly a: number; readonly b: number | null; readonly at: readonly number[] }[];
  /** The near end of the spring, in the frame of body 2, and its far end. */
  readonly anchor: readonly number[];
  readonly post: readonly number[];
}

/** The point x, y of a frame at p that is turned by an angle. */
const place = (p: readonly number[], angle: number, x: number, y: number): number[] => [
  p[0] + x * cos(angle) - y * sin(angle),
  p[1] + x * sin(angle) + y * cos(angle),
  0,
];

/** From β, Θ, γ, Φ, δ, Ω and ε. */
export function placeAndrews([beta, Theta, gamma, Phi, delta, Omega, epsilon]: readonly number[]): AndrewsPlaces {
  const K = place(O, beta, rr, 0);
  const P = place(K, beta + Theta, -d, 0);
  const G = place(A, delta, zt, 0);
  const H = place(A, epsilon, 0, -u);
  const bodies = [
    { center: place(O, beta, ra, 0), angle: beta },
    { center: place(K, beta + Theta, -da, 0), angle: beta + Theta },
    { center: place(B, gamma, sb, -sa), angle: gamma },
    { center: place(G, Phi + delta, 0, ea - e), angle: Phi + delta },
    { center: place(A, delta, ta, tb), angle: delta },
    { center: place(H, Omega + epsilon, zf - fa, 0), angle: Omega + epsilon },
    { center: place(A, epsilon, -ub, -ua), angle: epsilon },
  ];
  const hinges = [
    { a: 0, b: null, at: O },
    { a: 1, b: 0, at: K },
    { a: 2, b: null, at: B },
    { a: 3, b: 4, at: G },
    { a: 4, b: null, at: A },
    { a: 5, b: 6, at: H },
    { a: 6, b: null, at: A },
    ...[2, 3, 5].map((a) => ({ a, b: 1, at: P })),
  ];
  return { bodies, hinges, anchor: [sd - sb, sa - sc, 0], post: C };
}

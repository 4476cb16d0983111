/**
 * Andrews' squeezing mechanism (IFToMM A03; Hairer and Wanner II, VII.7): seven bodies in a plane, driven by a constant torque,
 * closed in three loops. Angles β, Θ, γ, Φ, δ, Ω, ε, of which Θ, Φ and Ω are those of a body against another; `loops` are the
 * forces in the three closures, x and y each. At t = 0 and at t = 0.03 s, by an index-1 formulation in 30 digits: absolute errors
 * below 3e-14. (Published values are good to 3e-8.) SI units.
 */
const { cos, sin } = Math;

const q = [
  -0.06171389001427645, 0, 0.45527981916307037, 0.22266839016588588, 0.48736497954384256, -0.22266839016588588,
  1.2305474445498212,
];
const [beta, Theta, gamma, Phi, delta, Omega, epsilon] = q;
const A = [-0.06934, -0.00227];
const B = [-0.03635, 0.03273];
const [d, da, e, ea, rr, ra] = [0.028, 0.0115, 0.02, 0.01421, 0.007, 0.00092];
const [sa, sb, sc, sd, ta, tb] = [0.01874, 0.01043, 0.018, 0.02, 0.02308, 0.00916];
const [u, ua, ub, zf, zt, fa] = [0.04, 0.01228, 0.00449, 0.02, 0.04, 0.01421];

/** A body, the other one or the frame, and where they are joined. */
type Joint = readonly [a: number, b: number | null, at: readonly number[]];

const joints: readonly Joint[] = [
  [0, null, [0, 0]],
  [1, 0, [rr * cos(beta), rr * sin(beta)]],
  [2, null, B],
  [3, 4, [A[0] + zt * cos(delta), A[1] + zt * sin(delta)]],
  [4, null, A],
  [5, 6, [A[0] + u * sin(epsilon), A[1] - u * cos(epsilon)]],
  [6, null, A],
];

export const andrews = {
  m: [0.04325, 0.00365, 0.02373, 0.00706, 0.0705, 0.00706, 0.05498],
  I: [2.194e-6, 4.41e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5],
  torque: 0.033,
  stiffness: 4530,
  length: 0.07785,
  /** The spring goes from C to D, on the third body; the loops are closed at P, of the third, fourth and sixth with the second. */
  C: [0.014, 0.072],
  D: [B[0] + sd * cos(gamma) + sc * sin(gamma), B[1] + sd * sin(gamma) - sc * cos(gamma)],
  P: [rr * cos(beta) - d * cos(beta + Theta), rr * sin(beta) - d * sin(beta + Theta)],
  joints,
  start: {
    q,
    accelerations: [14222.443919954114, -10666.832939965585, 0, 0, 0, 0, 0],
    loops: [98.56687039624109, -6.122688344255662, 0, 0, 0, 0],
  },
  end: {
    t: 0.03,
    q: [
      15.810771195153707, -15.756371058411839, 0.0408222401196458, -0.5347301163420796, 0.524409965879954,
      0.5347301163420796, 1.048080741041938,
    ],
    rates: [
      1139.9203022591062, -1424.3792951775401, 11.032911910618594, 19.29337410503204, 0.5735699148295025,
      -19.29337410503204, 0.3231791492491309,
    ],
    accelerations: [
      -24631.763122874636, 51850.31963646423, 324102.6007075786, 566749.4220009954, 16743.635418345446,
      -566749.4220009954, 9826.507801544163,
    ],
    loops: [
      199.17534810453864, -29.755309974971762, 23.06654361162215, 31.452725275771137, 22.64249478639438,
      11.617392352611256,
    ],
  },
};

/** Angle of each body against the frame, and its centre of mass, at the start. */
export function findAndrewsBodies(): { readonly angle: number; readonly center: readonly number[] }[] {
  const bt = beta + Theta;
  const pd = Phi + delta;
  const oe = Omega + epsilon;
  return [
    { angle: beta, center: [ra * cos(beta), ra * sin(beta)] },
    { angle: bt, center: [rr * cos(beta) - da * cos(bt), rr * sin(beta) - da * sin(bt)] },
    { angle: gamma, center: [B[0] + sa * sin(gamma) + sb * cos(gamma), B[1] - sa * cos(gamma) + sb * sin(gamma)] },
    { angle: pd, center: [A[0] + zt * cos(delta) + (e - ea) * sin(pd), A[1] + zt * sin(delta) - (e - ea) * cos(pd)] },
    { angle: delta, center: [A[0] + ta * cos(delta) - tb * sin(delta), A[1] + ta * sin(delta) + tb * cos(delta)] },
    {
      angle: oe,
      center: [A[0] + u * sin(epsilon) + (zf - fa) * cos(oe), A[1] - u * cos(epsilon) + (zf - fa) * sin(oe)],
    },
    {
      angle: epsilon,
      center: [A[0] + ua * sin(epsilon) - ub * cos(epsilon), A[1] - ua * cos(epsilon) - ub * sin(epsilon)],
    },
  ];
}

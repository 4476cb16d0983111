/** References for joints, to many more digits than a double holds, and closed forms. SI units. */

/**
 * A box of sides 1, 0.3 and 0.5 m along x, y and z when it hangs, 6 kg, on a hinge along y through the origin, 0.1 m
 * above its centre. θ: the centre is at (d sin θ, 0, −d cos θ). Released from rest; gravity (0, 0, −10). Jacobi's elliptic
 * functions, errors below 1e-15.
 */
export const physicalPendulum = {
  size: [1, 0.3, 0.5],
  mass: 6,
  distance: 0.1,
  angle: 2.5,
  gravity: 10,
  rows: [
    { t: 1, angle: -0.7022872876993101, rate: -5.235215331933799, force: [13.214089320020083, 0, 70.3602152119665] },
    { t: 2, angle: -2.32176159352308, rate: 1.4426186546667978, force: [-1.7086787353770014, 0, 56.339408120911415] },
    { t: 5, angle: -2.354436105768359, rate: -1.2919602653274975, force: [-1.9183116696214104, 0, 56.65610279311167] },
  ],
} as const;

/**
 * Crank (1 m, 1 kg) on the origin, connecting rod (2.5 m, 2 kg), both uniform thin bars, and a slider (3 kg) on the x
 * axis. Angles from +x; gravity (0, −9.81, 0); no torque, no friction. `guide` is the vertical force on the slider. Index-1
 * equations in 34-digit arithmetic, extrapolated to orders 18 and 24, which agree to 1e-15.
 */
export const sliderCrank = {
  lengths: [1, 2.5],
  masses: [1, 2, 3],
  gravity: 9.81,
  angles: [0.7853981633974483, -0.2867565522115484],
  rates: [4, -1.179535649239177],
  energy: 46.45005713124738,
  rows: [
    { t: 0.5, crank: 3.016268954705877, rod: -0.05001921480219083, x: 1.5047159915005845, v: -0.702078767401274 },
    { t: 1, crank: 6.069035152330463, rod: 0.08510954227279297, x: 3.468108275256025, v: 2.5237202710014413 },
    { t: 2, crank: 11.483722672094855, rod: 0.3610760549077622, x: 2.80778437991609, v: 4.822868234174771 },
    { t: 5, crank: 27.338748043936604, rod: -0.32781877573090934, x: 1.773520297951704, v: -3.078018528262931 },
  ],
  guide: [35.398078091944626, 94.64775735537664, 49.16624323096766, 34.39604325864338],
} as const;

/**
 * A universal joint between shafts at the angle β: speed of the driven shaft over that of the driving one, θ the angle of
 * the driving fork from the plane of the shafts.
 *
 *   cos β/(1 − sin²β cos²θ)
 */
export function universalRatio(beta: number, theta: number): number {
  const s = Math.sin(beta) * Math.cos(theta);
  return Math.cos(beta) / (1 - s * s);
}

/** Where the pin of a slider is, at the crank angle θ: crank r, rod l; and its first two derivatives at θ̇ = w constant. */
export function pistonMotion(r: number, l: number, theta: number, w: number): [x: number, v: number, a: number] {
  const s = Math.sin(theta);
  const c = Math.cos(theta);
  const root = Math.sqrt(l * l - r * r * s * s);
  const first = -r * s - (r * r * s * c) / root;
  const second = -r * c - (r * r * (c * c - s * s)) / root - (r * r * s * c) ** 2 / root ** 3;
  return [r * c + root, first * w, second * w * w];
}

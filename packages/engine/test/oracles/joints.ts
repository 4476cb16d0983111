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
 * A box of 1 × 0.3 × 0.2 m, 2 kg, on a ball joint between the middle of its face at −x and the origin; z up. Rotations
 * [x, y, z, w]; `force` is that of the joint on the box, `first` at the start. Extrapolated to orders 20 and 16 in 32 digits,
 * which agree to 1e-14.
 */
export const boxOnBall = {
  size: [1, 0.3, 0.2],
  mass: 2,
  g: 9.81,
  energy: 4.135300925925926,
  start: {
    x: [0.3333333333333333, 0.3333333333333333, 0.16666666666666666],
    rotation: [0.408248290463863, 0, 0.408248290463863, 0.816496580927726],
    v: [-0.5, 0.5833333333333334, -0.16666666666666666],
    omega: [0.5, 1.0, 2.0],
  },
  first: [1.4542840184588957, 1.6433200369751726, 6.008125222465197],
  rows: [
    {
      t: 0.5,
      x: [-0.11343158148803413, 0.044619475351483126, -0.4849148159630533],
      rotation: [0.14347304712542178, 0.7754350101132911, -0.11014593310074733, 0.6049660347990723],
      v: [-1.1291232042924846, -2.9451767643768223, -0.006875457660574517],
      omega: [-6.351134546088031, 2.437670620873096, -1.1864638880155467],
      force: [11.916508875579826, -4.689205053040021, 57.43515101442385],
    },
    {
      t: 1,
      x: [0.02520680584541171, -0.47077590783739426, 0.1665372677179164],
      rotation: [-0.3815298659325009, 0.14661463439498187, -0.6732736019894245, 0.6161507666528864],
      v: [0.7616491755196654, 0.1015044183487647, 0.17165582334655294],
      omega: [-0.306633825347581, -1.0830410648742226, 2.0009857335679393],
      force: [-0.01759479692508956, -2.1839916573586033, 6.004526130098439],
    },
    {
      t: 2,
      x: [-0.37310890849442724, 0.295998974028467, 0.1522312378462189],
      rotation: [0.3561813803025035, 0.8369720402284186, 0.4154355694572933, -0.005090759410554232],
      v: [-0.3620933116453467, -0.7005882010406936, 0.4747589881412896],
      omega: [1.5872409560890106, 0.013232848346887476, 1.2300980627534457],
      force: [-0.743716553608839, 0.6470927319930916, 5.4068262248742744],
    },
    {
      t: 5,
      x: [-0.15522577441546637, 0.4747407002264593, 0.022939627407825475],
      rotation: [-0.4768762274630295, -0.6794338702809803, 0.43999476170799395, 0.34258325888046925],
      v: [-0.6689166928169868, -0.28866424217903885, 1.4476064589061077],
      omega: [1.8093882276694742, 3.7920005678009425, 1.592245561865718],
      force: [3.1614158639583256, -9.31733198828223, 4.8581144250798065],
    },
  ],
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

/**
 * Reference motions of pendulums and beads, from computations of 26 digits and more; absolute error 1e-15. SI units.
 *
 *   planar pendulums   θ from the vertical below, each rod its own; tension positive where the rod pulls
 *   spherical          z up, pivot in the origin
 *   beads              θ from the lowest point; N is the force of the wire towards its centre
 */

export interface PendulumReference {
  readonly masses: readonly number[];
  readonly lengths: readonly number[];
  readonly angles: readonly number[];
  readonly rates: readonly number[];
  readonly g: number;
  /** What a change of θ₁ at the start has become at the last of the times: |∂(θ, θ̇)/∂θ₁|, at most. */
  readonly sensitivity: number;
  readonly rows: readonly {
    readonly t: number;
    readonly theta: readonly number[];
    readonly thetaDot: readonly number[];
    readonly tensions: readonly number[];
  }[];
}

export const doublePendulum: PendulumReference = {
  masses: [1.0, 1.0],
  lengths: [1.0, 1.0],
  angles: [1.5707963267948966, 1.5707963267948966],
  rates: [0.0, 0.0],
  g: 9.81,
  sensitivity: 12.7,
  rows: [
    {
      t: 1,
      theta: [-0.6250876998063907, -1.0345850856800123],
      thetaDot: [-3.9222795728879767, -1.3030992486963313],
      tensions: [41.63607887258981, 19.945859696509007],
    },
    {
      t: 2,
      theta: [-0.4829715342517544, -1.3240487123023625],
      thetaDot: [3.0652881920734014, 2.949271547571619],
      tensions: [26.97836341728716, 13.341803599801466],
    },
    {
      t: 5,
      theta: [-0.6271867050665307, -1.3013155502098117],
      thetaDot: [2.1254086738429105, 3.8818887272656073],
      tensions: [26.40483776515567, 17.848933490372442],
    },
  ],
};

export const doublePendulumB: PendulumReference = {
  masses: [2.0, 1.0],
  lengths: [1.0, 0.5],
  angles: [0.5, -1.0],
  rates: [1.0, 0.0],
  g: 10.0,
  sensitivity: 41.9,
  rows: [
    {
      t: 1,
      theta: [-0.364465575258653, 0.38659010279629447],
      thetaDot: [0.5039059560936662, -6.945317594535807],
      tensions: [37.653825839899554, 25.253737007409406],
    },
    {
      t: 2,
      theta: [-0.06729220943516638, 0.6170125116823955],
      thetaDot: [-0.8226925905729734, 8.009399713408424],
      tensions: [47.35497311432493, 33.6146329204851],
    },
    {
      t: 5,
      theta: [0.007900075377242409, 1.103461347015244],
      thetaDot: [-1.757571404941369, 3.4246691722956117],
      tensions: [30.06422969245219, 8.49472369809191],
    },
    {
      t: 10,
      theta: [-0.34419895163094927, -0.5004797827784361],
      thetaDot: [1.550811871653128, -7.68032232071781],
      tensions: [63.81667428712749, 40.67543016869272],
    },
  ],
};

export const fivefoldPendulum: PendulumReference = {
  masses: [1.0, 1.0, 1.0, 1.0, 1.0],
  lengths: [0.2, 0.2, 0.2, 0.2, 0.2],
  angles: [0.7853981633974483, 0.7853981633974483, 0.7853981633974483, 0.7853981633974483, 0.7853981633974483],
  rates: [0.0, 0.0, 0.0, 0.0, 0.0],
  g: 9.81,
  sensitivity: 7.17,
  rows: [
    {
      t: 0.5,
      theta: [
        -0.10245805333386745, -0.12768177845493592, -0.1303395398385915, -0.20663480738409612, -0.17372965273372257,
      ],
      thetaDot: [
        -1.7301834704582928, -1.4264986711377907, -2.9924131611245715, -1.6964200125245812, -9.622003162638435,
      ],
      tensions: [77.47744481162631, 67.14154161190065, 56.42350367454318, 44.04291960631106, 31.267833505977134],
    },
    {
      t: 1,
      theta: [-0.5790677559953296, -0.7560314497576537, -0.8422552595591287, -0.859295529313035, -0.829871528711712],
      thetaDot: [-0.4125266519115859, 1.1002646452769476, 1.6757025072661058, 1.624495929533785, 0.8514486521304779],
      tensions: [39.401145942158166, 31.65070045975761, 24.363987734011832, 16.635675838717937, 8.386733985052048],
    },
    {
      t: 2,
      theta: [0.4073651215627962, 0.5101253986446127, 0.696632744008464, 0.9096256477838089, 1.0185310480315846],
      thetaDot: [
        -1.8395242244365522, -0.9257734884265241, -1.6118310362648713, -2.149582990220652, -2.6335374468523267,
      ],
      tensions: [45.52106136887384, 36.02711412169025, 27.071363225617283, 18.64206107656122, 9.959361586495236],
    },
  ],
};

export const sphericalPendulum = {
  length: 1.0,
  polar: 0.8,
  speed: 1.5,
  g: 9.81,
  rows: [
    {
      t: 1,
      position: [-0.669727505995364, -0.24369729960652087, -0.7014817844233158],
      velocity: [0.34936152654716884, -1.4795505140118679, 0.18045435226094825],
      azimuth: 3.4905746755872338,
      tension: 9.225223278186796,
    },
    {
      t: 2,
      position: [0.5366300871282601, 0.44744665724159494, -0.715415710277625],
      velocity: [-0.7141074712482505, 1.409740440526572, 0.3460534757909424],
      azimuth: 6.978203866296905,
      tension: 9.635298716079118,
    },
    {
      t: 5,
      position: [0.06492479626905788, -0.6004843086937669, -0.7969964653886429],
      velocity: [1.8587634315489745, -0.618009453635794, 0.6170476758621297],
      azimuth: 17.386461932519243,
      tension: 12.036220338996374,
    },
    {
      t: 10,
      position: [-0.40323192005120745, 0.1446588493116448, -0.9035916311961103],
      velocity: [-0.8534031235916775, -2.3623671022139763, 0.0026362278748179595],
      azimuth: 34.21307195858257,
      tension: 15.173316068710141,
    },
  ],
} as const;

export const beadOnCircle = {
  radius: 1.0,
  mass: 1.0,
  g: 9.81,
  rate: 7,
  rows: [
    { t: 1, theta: 4.473047569255259, thetaDot: 4.97280872715857, N: 22.403239955356657 },
    { t: 2, theta: 9.624973921046873, thetaDot: 3.18619803904277, N: 0.5377869159999884 },
    { t: 5, theta: 24.034171071638475, thetaDot: 6.189066835824313, N: 42.766822447450565 },
  ],
} as const;

export const beadOnRotatingHoop = {
  radius: 1,
  turning: 5,
  g: 9.81,
  angle: 0.1,
  rows: [
    { t: 1, theta: 1.5503466041340899, thetaDot: 2.370568027524463 },
    { t: 2, theta: 0.21837981463850037, thetaDot: -0.7458428157981968 },
    { t: 5, theta: 0.15860597390572387, thetaDot: 0.475635377342079 },
  ],
} as const;

/**
 * Reference motions of points on constraints: closed forms (Jacobi elliptic functions) that agree with integrations to 26
 * digits. Right to 1e-15. SI units.
 */

/**
 * A mass of 1 kg on a rod of 1 m, released level; θ from the downward vertical, x = sin θ, y = −cos θ; g = 9.81. Also
 * benchmark A01 of IFToMM.
 */
export const pendulumFromLevel = {
  theta0: 1.5707963267948966,
  g: 9.81,
  rows: [
    {
      t: 1,
      x: -0.9862917511318753,
      y: -0.16501085312554117,
      vx: -0.2969055159163158,
      vy: 1.7746436411126556,
      tension: 4.856269407484676,
    },
    {
      t: 2,
      x: 0.7935661953433217,
      y: -0.6084839304437916,
      vx: 2.102437874436126,
      vy: 2.7419353930105093,
      tension: 17.907682072960785,
    },
    {
      t: 5,
      x: 0.9423054350437573,
      y: -0.3347543384140006,
      vx: -0.8579042568859491,
      vy: -2.4149286543704886,
      tension: 9.851820179524037,
    },
    {
      t: 10,
      x: 0.2750874625761169,
      y: -0.961419205099125,
      vx: -4.175598100951729,
      vy: -1.1947490545604753,
      tension: 28.29456720606725,
    },
  ],
};

/** The same, released 1° from the top. */
export const pendulumFromTop = {
  theta0: 3.12413936106985,
  g: 9.81,
  rows: [
    {
      t: 1,
      x: 0.19889846850444934,
      y: 0.9800201014400596,
      vx: 0.6112508708423899,
      vy: -0.12405547794776356,
      tension: -9.224979806412556,
    },
    {
      t: 2,
      x: -0.26861771764754033,
      y: -0.9632468643944948,
      vx: -5.978024838798553,
      vy: 1.6670735691912104,
      tension: 47.96536699809838,
    },
    {
      t: 5,
      x: -0.2596573255886863,
      y: 0.9657008197511955,
      vx: -0.7904375921640847,
      vy: -0.2125326053662935,
      tension: -8.803563346309287,
    },
    {
      t: 10,
      x: -0.9548335672360156,
      y: -0.2971411430269212,
      vx: -1.4989267511196593,
      vy: 4.816652322924549,
      tension: 28.361875618250686,
    },
  ],
};

/**
 * A bead of 1 kg on a circle of 1 m in a vertical plane, from the bottom with 7 m/s: it goes round. N is the force of
 * the wire towards the centre.
 */
export const beadOnCircle = {
  speed: 7,
  g: 9.81,
  rows: [
    { t: 1, x: -0.9714943124912635, y: 0.237062862543097, N: 22.403239955356657 },
    { t: 2, x: -0.1988613810978933, y: 0.9800276277268097, N: 0.5377869159999884 },
    { t: 5, x: -0.8905578780649779, y: -0.45486994384813345, N: 42.766822447450565 },
  ],
};

/** A bead on a hoop of 1 m that turns at 5 rad/s about its vertical diameter; θ from the bottom, in the hoop. */
export const beadOnHoop = {
  rate: 5,
  g: 9.81,
  theta0: 0.1,
  rows: [
    { t: 1, theta: 1.5503466041340899, thetaDot: 2.370568027524463 },
    { t: 2, theta: 0.21837981463850037, thetaDot: -0.7458428157981968 },
    { t: 5, theta: 0.15860597390572387, thetaDot: 0.475635377342079 },
  ],
};

/** A mass on a rod of 1 m, from (sin θ₀, 0, −cos θ₀) with velocity (0, v₀, 0); z up. Tension a kilogram. */
export const sphericalPendulum = {
  theta0: 0.8,
  speed: 1.5,
  g: 9.81,
  rows: [
    {
      t: 1,
      pos: [-0.669727505995364, -0.24369729960652087, -0.7014817844233158],
      vel: [0.34936152654716884, -1.4795505140118679, 0.18045435226094825],
      tensionPerMass: 9.225223278186796,
    },
    {
      t: 2,
      pos: [0.5366300871282601, 0.44744665724159494, -0.715415710277625],
      vel: [-0.7141074712482505, 1.409740440526572, 0.3460534757909424],
      tensionPerMass: 9.635298716079118,
    },
    {
      t: 5,
      pos: [0.06492479626905788, -0.6004843086937669, -0.7969964653886429],
      vel: [1.8587634315489745, -0.618009453635794, 0.6170476758621297],
      tensionPerMass: 12.036220338996374,
    },
    {
      t: 10,
      pos: [-0.40323192005120745, 0.1446588493116448, -0.9035916311961103],
      vel: [-0.8534031235916775, -2.3623671022139763, 0.0026362278748179595],
      tensionPerMass: 15.173316068710141,
    },
  ],
};

/** A mass on a rod of 1 m that goes round at 0.6 rad from the vertical. */
export const conicalPendulum = {
  theta: 0.6,
  g: 9.81,
  speed: 1.946671873506648,
  omega: 3.447618564366689,
  tensionPerMass: 11.886073765365827,
};

/**
 * Seven rods of 0.5 m without mass and six masses of 2 kg between pins at (0, 0) and (2.5, 0.7), at rest; g = 10.
 * endForce is that on the left pin.
 */
export const catenary = {
  length: 0.5,
  mass: 2,
  g: 10,
  points: [
    [0.0, 0.0],
    [0.31012444572498576, -0.3922025346218078],
    [0.720935212919774, -0.6772192245836931],
    [1.2172001770706589, -0.7382199242216572],
    [1.6735100757499684, -0.5338152364885276],
    [2.023751878862701, -0.17698099016070964],
    [2.289983432759717, 0.24624561546514206],
    [2.5, 0.7],
  ],
  endForce: [35.034179517571616, -44.306387950377506],
  tensions: [
    56.48406631678346, 42.64028880839917, 35.29785704045773, 38.388581552767626, 50.01427471850802, 65.79644487054973,
    83.40813293431397,
  ],
};

/** Five masses of 2 kg on rods, one below the other; g = 10. */
export const hangingChain = { mass: 2, g: 10, tensions: [100, 80, 60, 40, 20] };

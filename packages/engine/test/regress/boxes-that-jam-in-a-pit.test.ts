/**
 * Four boxes in the corner of a pit, as they were a moment before forces grew beyond all bounds: what slides jams, and no
 * impulse of an impact without a collision was found for it, or forces were no numbers. The run ended there. Now a moment is
 * gone through at once, and it is said.
 */
import { createBox } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { expect, test } from "vitest";

const [half, wall, high] = [1.25, 1, 20];
const [wide, out] = [2 * (half + wall), half + 0.5 * wall];
const walls = [
  { size: [wide, 1, wide], position: [0, -0.5, 0] },
  { size: [wall, high, wide], position: [out, 0.5 * high, 0] },
  { size: [wall, high, wide], position: [-out, 0.5 * high, 0] },
  { size: [2 * half, high, wall], position: [0, 0.5 * high, out] },
  { size: [2 * half, high, wall], position: [0, 0.5 * high, -out] },
];
const boxes = [
  {
    size: [0.6189389817872949, 0.504082079094831, 0.4180078614727748],
    position: [0.5418403052318703, 0.3094977044107295, 0.4465823477101721],
    rotation: [0.42537926281648236, -0.42545551550644817, 0.5648473092484048, -0.5647898762599101],
    velocity: [-0.013350903208029872, -0.00984198049244656, -0.004313151324739248],
    angularVelocity: [-0.01299500966476318, -0.0022187401752615694, 0.04528751695402348],
  },
  {
    size: [0.6402295289450054, 0.6236311483139535, 0.47979007995967315],
    position: [0.5810144071190624, 0.9706333600828297, 0.4750534256345671],
    rotation: [-0.7169517605329175, -0.6827317315678215, 0.04351361997726657, 0.13403029752868686],
    velocity: [0.016451707698440936, -0.007503693237344971, -0.0550087987657447],
    angularVelocity: [-0.04539774522163612, -0.256544291752574, -0.00178925781790535],
  },
  {
    size: [0.5932884694335079, 0.6579296707406705, 0.6369106246969578],
    position: [0.7866230015461453, 1.5761870429477378, 0.5078096475705727],
    rotation: [-0.6167797651696657, -0.6185474671496232, 0.2920583357138321, 0.3894658915747378],
    velocity: [-0.007337534618150311, -0.04546904765170509, -0.09324996115393049],
    angularVelocity: [-0.23889608174702318, -0.2542793709345909, 0.04700326466740389],
  },
  {
    size: [0.41855292927678456, 0.6463032482270992, 0.41291452121521577],
    position: [0.8744548142793399, 2.0379648909126162, 0.8396883093302385],
    rotation: [0.18444934907859378, -0.6361205569305485, -0.7041108607885328, -0.2560409545258006],
    velocity: [-0.09453884748674905, 0.016945210406884983, -0.12707705891550794],
    angularVelocity: [-0.2840954956615782, -0.11244037444382142, 0.1520894944851596],
  },
];

test("what jams and finds no impulse goes on", () => {
  const world = new World();
  const material = { friction: 0.5, restitution: 0 };
  for (const { size, position } of walls) {
    world.addBody({ shape: createBox({ size }), fixed: true, position, ...material });
  }
  for (const { size, ...motion } of boxes) {
    world.addBody({ shape: createBox({ size }), mass: 500 * size[0] * size[1] * size[2], ...motion, ...material });
  }
  const { kinetic, potential, total } = world.getEnergy();
  const mass = boxes.map(({ size }) => 500 * size[0] * size[1] * size[2]);
  const readFall = () => mass.reduce((sum, m, b) => sum - m * world.system.velocity[3 * (walls.length + b) + 1], 0);
  const first = readFall();
  const check = (t: number) => {
    const { status, worst } = world.advanceTo(t);
    expect(status).toBe("done");
    expect(worst.residual).toBeLessThan(1e-9);
    expect(worst.penetration).toBeLessThan(1e-7);
    return worst.fallbacks;
  };
  expect(check(0.0011)).toContain(
    "time-stepping/unhandled-event: an event could not be handled; a phase of time-stepping (Moreau–Jean) has passed it",
  );
  const between = world.getEnergy();
  // a leap goes on by the velocity v⁺ at its end, and weights do δ m g·v⁺ on that way, where they give δ m g·(v⁻ + v⁺)/2: the
  // total is off by ½ δ g Δ(m v), with leaps of 1e-4 s at most. Measured 1.09e-4 J, of 1.42e-4
  expect(Math.abs(between.total - total)).toBeLessThan(0.5 * 1e-4 * 9.81 * (readFall() - first));
  expect(check(0.002)).toEqual([]);
  const after = world.getEnergy();
  // friction takes
  expect(between.kinetic + between.potential).toBeLessThan(kinetic + potential);
  expect(after.kinetic + after.potential).toBeLessThan(between.kinetic + between.potential);
  // then steps follow the motion: measured 0
  expect(Math.abs(after.total - between.total)).toBeLessThan(1e-14 * total);
});

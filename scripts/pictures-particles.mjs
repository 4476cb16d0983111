/** Draws docs/pictures/jelly.svg: the jelly scene at some instants, side view. Run after a build. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dopri5 } from "@rigor/engine/ode";
import { ParticleSimulation } from "@rigor/engine/particles";
import { jelly } from "@rigor/scenes";

const instants = [0, 0.2, 0.4, 0.62, 0.85, 6];
const view = { left: -1.6, right: 1.6, bottom: -0.06, top: 1.62 };
const scale = 150;
const gap = 14;
const width = scale * (view.right - view.left);
const height = scale * (view.top - view.bottom);
const perRow = 3;

const model = jelly.build();
const simulation = new ParticleSimulation(model.system, dopri5(model.system), { planes: model.planes });
const panels = instants.map((t, index) => {
  simulation.advanceTo(t);
  const x = (index % perRow) * (width + gap);
  const y = Math.floor(index / perRow) * (height + gap);
  return `<g transform="translate(${x} ${y})">${drawPanel(model.system, t)}</g>`;
});
const total = [perRow * (width + gap) - gap, Math.ceil(instants.length / perRow) * (height + gap) - gap];
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${total.map((v) => v.toFixed(0)).join(" ")}" width="${total[0].toFixed(0)}" font-family="system-ui, sans-serif">
<title>A block of masses and springs, thrown between a floor and two walls</title>
<rect width="100%" height="100%" fill="#ffffff"/>
${panels.join("\n")}
</svg>
`;
mkdirSync(new URL("../docs/pictures/", import.meta.url), { recursive: true });
writeFileSync(new URL("../docs/pictures/jelly.svg", import.meta.url), svg);

/** Springs as lines, particles as dots, floor and walls as a frame; particles in contact are red. */
function drawPanel(system, t) {
  const { state, count, contacts, forces } = system;
  const px = (i) => (scale * (state[6 * i] - view.left)).toFixed(1);
  const py = (i) => (scale * (view.top - state[6 * i + 1])).toFixed(1);
  const springs = forces.find(({ name }) => name === "springs");
  const lines = Array.from(
    { length: springs.count },
    (_, s) => `M${px(springs.a[s])} ${py(springs.a[s])}L${px(springs.b[s])} ${py(springs.b[s])}`,
  );
  const dots = Array.from({ length: count }, (_, i) => {
    const held = contacts !== null && contacts.mode[i] !== 0;
    return `<circle cx="${px(i)}" cy="${py(i)}" r="${held ? 3.4 : 2.2}" fill="${held ? "#c8102e" : "#12395b"}"/>`;
  });
  const [wallLeft, wallRight] = [-1.5, 1.5].map((x) => scale * (x - view.left));
  const floor = scale * view.top;
  return [
    `<rect width="${width}" height="${height}" fill="#f6f8fa"/>`,
    `<path d="M${wallLeft} 0V${floor}H${wallRight}V0" fill="none" stroke="#57606a" stroke-width="3"/>`,
    `<path d="${lines.join("")}" fill="none" stroke="#5b8db8" stroke-width="0.6" stroke-opacity="0.55"/>`,
    ...dots,
    `<text x="${wallLeft + 10}" y="20" font-size="14" fill="#24292f">t = ${t} s</text>`,
  ].join("");
}

/**
 * Draws the pictures of docs/contact.md and docs/world.md into docs/pictures, from runs of the scenes:
 * node scripts/pictures-world.mjs
 *
 * overbalanced-bricks.svg: ten bricks that lean too far at three instants, with their contact forces.
 * ball-at-rest.svg: a ball that bounces ever lower and comes to rest, its height and energy, with the events.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createPlane, createSphere } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { overbalancedBricks } from "@rigor/scenes";

const folder = fileURLToPath(new URL("../docs/pictures/", import.meta.url));
const colours = {
  force: "#c92a2a",
  brick: "#ffe8cc",
  edge: "#d9480f",
  ink: "#343a40",
  faint: "#adb5bd",
  line: "#0b7285",
};
const round = (v) => Math.round(10 * v) / 10;

mkdirSync(folder, { recursive: true });
for (const [name, draw] of Object.entries({ "overbalanced-bricks": drawBricks, "ball-at-rest": drawBall })) {
  writeFileSync(`${folder}${name}.svg`, draw());
  console.log(`docs/pictures/${name}.svg`);
}

// --- bricks ------------------------------------------------------------------------------------------------------------

function drawBricks() {
  const { world } = overbalancedBricks.build();
  const times = [0, 0.25, 0.45];
  const panels = times.map((t, k) => {
    const { status, message } = world.advanceTo(t);
    if (status !== "done") throw new Error(message);
    return `<g transform="translate(${20 + 325 * k} 40)">${drawPile(world, t)}</g>`;
  });
  const title = "Ten bricks that lean too far, and what each does to the one above";
  const notes = [
    "N, of the two contacts at each end of an edge together; 1.4 pixels a newton; each brick weighs 9.81 N. White dots: in contact without a force.",
    "At the first instant brick 1 lets go of the left, and the upper two, which lag behind the turn of the others, of the right.",
  ];
  return wrap(
    1000,
    420,
    title,
    [
      `<text x="20" y="28" class="title">${title}</text>`,
      ...panels,
      ...notes.map((note, k) => `<text x="20" y="${394 + 16 * k}" class="small">${note}</text>`),
    ].join("\n"),
  );
}

function drawPile(world, t) {
  const px = ([x, y]) => [68 + 88 * x, 318 - 88 * y];
  const pose = new Float64Array(7);
  const bricks = [];
  for (let body = 1; body < world.system.count; body++) {
    world.system.readPose(pose, 0, body);
    const angle = 2 * Math.atan2(pose[5], pose[6]);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const corners = [
      [-0.5, -0.125],
      [0.5, -0.125],
      [0.5, 0.125],
      [-0.5, 0.125],
    ].map(([x, y]) => px([pose[0] + c * x - s * y, pose[1] + s * x + c * y]).map(round));
    bricks.push(
      `<polygon points="${corners.join(" ")}" fill="${colours.brick}" stroke="${colours.edge}" stroke-width="1"/>`,
    );
  }
  // the two contacts of an edge, front and back, as one
  const forces = new Map();
  for (const { a, b, point, normal, force } of world.getContacts()) {
    const key = `${a} ${b} ${point[0].toFixed(3)} ${point[1].toFixed(3)}`;
    const known = forces.get(key);
    // on the upper of the two
    const sign = normal[1] > 0 ? 1 : -1;
    if (known === undefined) forces.set(key, { at: px(point), n: [sign * normal[0], sign * normal[1]], force });
    else known.force += force;
  }
  const arrows = [...forces.values()].map(({ at, n, force }) => {
    if (force < 1e-6) return drawDot(at, 2.6, "#ffffff", colours.ink);
    const tip = [at[0] + 1.4 * force * n[0], at[1] - 1.4 * force * n[1]];
    const isLabelled = force > 20 && force < 1000;
    const label = `<text x="${round(at[0] + 6)}" y="${round(at[1] + 13)}" class="tiny">${force.toFixed(1)}</text>`;
    return `${drawArrow(at, tip)}${drawDot(at, 2, colours.force)}${isLabelled ? label : ""}`;
  });
  return [
    `<text x="0" y="10" class="heading">${t === 0 ? "at the start" : `${t.toFixed(2)} s`}</text>`,
    `<line x1="-10" x2="300" y1="318" y2="318" stroke="${colours.ink}" stroke-width="1.5"/>`,
    ...bricks,
    ...arrows,
  ].join("\n");
}

// --- a ball ------------------------------------------------------------------------------------------------------------

function drawBall() {
  const [e, h, g, end] = [0.7, 1, 9.81, 3.2];
  const world = new World({ gravity: [0, -g, 0] });
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  world.addBody({ shape: createSphere({ radius: 0.1 }), mass: 1, position: [0, h + 0.1, 0], restitution: e });
  const samples = [];
  for (let k = 0; k <= 640; k++) {
    world.advanceTo((k * end) / 640);
    const { dissipated } = world.getEnergy();
    samples.push([world.time, world.system.state[14] - 0.1, dissipated]);
  }
  const [width, height] = [860, 230];
  const px = (t) => 60 + (width * t) / end;
  const py = (y) => 60 + height * (1 - y);
  const touch = world.events.find(({ type }) => type === "touch");
  const hits = world.events.filter(({ type }) => type === "collision");
  const lost = samples.map(([t, , dissipated]) => [px(t), py(dissipated / (g * h))]);
  const title = "A ball comes to rest: bounces without end in a finite time";
  return wrap(
    960,
    350,
    title,
    [
      `<text x="20" y="30" class="title">${title}</text>`,
      `<rect x="60" y="60" width="${width}" height="${height}" fill="none" stroke="#ced4da"/>`,
      ...hits
        .slice(0, 60)
        .map(
          ({ t }) =>
            `<line x1="${round(px(t))}" x2="${round(px(t))}" y1="${60 + height}" y2="${66 + height}" stroke="${colours.ink}"/>`,
        ),
      `<line x1="${round(px(touch.t))}" x2="${round(px(touch.t))}" y1="60" y2="${60 + height}" stroke="${colours.faint}" stroke-dasharray="3 3"/>`,
      drawLine(lost, colours.line, 1.6, `stroke-dasharray="6 3"`),
      drawLine(
        samples.map(([t, y]) => [px(t), py(y)]),
        colours.force,
        2,
      ),
      `<text x="${round(px(touch.t)) - 6}" y="80" text-anchor="end" class="small">at rest: ${touch.t.toFixed(9)} s</text>`,
      ...[0, 0.5, 1, 1.5, 2, 2.5, 3].map(
        (t) => `<text x="${round(px(t))}" y="${84 + height}" text-anchor="middle" class="small">${t} s</text>`,
      ),
      `<text x="20" y="336" class="small">Red: height, as a part of that from which it fell. Dashed: energy lost in the impacts, as a part of all. Ticks: collisions. e = 0.7; the exact time is √(2h/g) (1 + e)/(1 − e).</text>`,
    ].join("\n"),
  );
}

// --- shapes ------------------------------------------------------------------------------------------------------------

function drawArrow([ax, ay], [bx, by]) {
  const length = Math.hypot(bx - ax, by - ay);
  if (length < 1) return "";
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const head = Math.min(7, 0.6 * length);
  const [cx, cy] = [bx - head * ux, by - head * uy];
  const tip = [
    [bx, by],
    [cx - 0.5 * head * uy, cy + 0.5 * head * ux],
    [cx + 0.5 * head * uy, cy - 0.5 * head * ux],
  ];
  const line = `<line x1="${round(ax)}" y1="${round(ay)}" x2="${round(cx)}" y2="${round(cy)}" stroke="${colours.force}" stroke-width="2"/>`;
  return `${line}<polygon points="${tip.map((p) => p.map(round)).join(" ")}" fill="${colours.force}"/>`;
}

function drawLine(points, colour, width, extra = "") {
  return `<polyline points="${points.map((p) => p.map(round)).join(" ")}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round" ${extra}/>`;
}

function drawDot([x, y], r, fill, stroke = "#ffffff") {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${r}" fill="${fill}" stroke="${stroke}" stroke-width="1"/>`;
}

function wrap(width, height, title, content) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<title>${title}</title>
<style>
text { font: 13px system-ui, sans-serif; fill: ${colours.ink}; }
.tiny { font-size: 9px; }
.small { font-size: 11px; }
.heading { font-size: 13px; font-weight: 600; }
.title { font-size: 16px; font-weight: 600; }
</style>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${content}
</svg>
`;
}

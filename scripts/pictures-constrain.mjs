/**
 * Draws the pictures of docs/constrain.md into docs/pictures, from runs of the scenes: node scripts/pictures-constrain.mjs
 *
 * double-pendulum.svg: its way, with the forces of its rods.
 * hanging-chain.svg: a chain at rest, with the tension of every rod.
 * andrews.svg: Andrews' squeezing mechanism at the start and at the end.
 * bricard.svg: Bricard's linkage in five poses.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Carrier } from "@rigor/engine/constrain";
import { dopri5, integrate } from "@rigor/engine/ode";
import { andrewsSqueezer, bricardLinkage, doublePendulum, hangingChain } from "@rigor/scenes";

const folder = fileURLToPath(new URL("../docs/pictures/", import.meta.url));
const colours = { first: "#c92a2a", second: "#0b7285", ink: "#343a40", faint: "#adb5bd", spring: "#e67700" };
/** Of the bodies K₁ to K₇. */
const bodyColours = ["#c92a2a", "#e67700", "#5f3dc4", "#2b8a3e", "#0b7285", "#66a80f", "#1971c2"];
/** Where the names of the bodies stand beside their middles, pixels. */
const labelShifts = [
  [14, -12],
  [16, 20],
  [0, 4],
  [-16, -2],
  [-4, -8],
  [20, 4],
  [-4, 36],
];
const round = (v) => Math.round(10 * v) / 10;

mkdirSync(folder, { recursive: true });
const pictures = {
  "double-pendulum": drawDoublePendulum,
  "hanging-chain": drawHangingChain,
  andrews: drawAndrews,
  bricard: drawBricard,
};
for (const [name, draw] of Object.entries(pictures)) {
  writeFileSync(`${folder}${name}.svg`, draw());
  console.log(`docs/pictures/${name}.svg`);
}

/** The force of each constraint on its first end, at the state. */
function readForces(mechanism) {
  mechanism.system.computeForces();
  return mechanism.constraints.map((constraint) => {
    const out = new Float64Array(6);
    mechanism.readReaction(out, 0, constraint);
    return out;
  });
}

/** Where the first end of each constraint is. */
function readPoints(mechanism) {
  mechanism.measureError();
  return mechanism.constraints.map(({ ends }) => Array.from(ends[0].at.subarray(0, 3)));
}

/** An arrow from one place to another, in pixels. */
function drawArrow([ax, ay], [bx, by], colour, width = 2) {
  const length = Math.hypot(bx - ax, by - ay);
  if (length < 1) return "";
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const head = Math.min(8, 0.6 * length);
  const [cx, cy] = [bx - head * ux, by - head * uy];
  const tip = [
    [bx, by],
    [cx - 0.5 * head * uy, cy + 0.5 * head * ux],
    [cx + 0.5 * head * uy, cy - 0.5 * head * ux],
  ];
  const line = `<line x1="${round(ax)}" y1="${round(ay)}" x2="${round(cx)}" y2="${round(cy)}" stroke="${colour}" stroke-width="${width}"/>`;
  return `${line}<polygon points="${tip.map((p) => p.map(round)).join(" ")}" fill="${colour}"/>`;
}

function drawLine(points, colour, width, extra = "") {
  return `<polyline points="${points.map((p) => p.map(round)).join(" ")}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round" ${extra}/>`;
}

function drawDot([x, y], r, fill, stroke = "#ffffff") {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${r}" fill="${fill}" stroke="${stroke}" stroke-width="1.2"/>`;
}

/** A place that is fixed to the world. */
function drawGround([x, y]) {
  const base = `<polygon points="${round(x)},${round(y)} ${round(x - 7)},${round(y + 12)} ${round(x + 7)},${round(y + 12)}" fill="#dee2e6" stroke="${colours.ink}" stroke-width="1"/>`;
  return `${base}${drawDot([x, y], 3, "#ffffff", colours.ink)}`;
}

// --- a double pendulum -------------------------------------------------------------------------------------------------

function drawDoublePendulum() {
  const end = 2.4;
  const { mechanism } = doublePendulum.build();
  const stepper = dopri5(mechanism, { tolerance: 1e-10 });
  const samples = Array.from({ length: 481 }, (_, k) => {
    const t = (k * end) / 480;
    integrate(stepper, t);
    const { state } = mechanism.system.particles;
    const forces = readForces(mechanism);
    const places = [0, 1].map((j) => [state[6 * j], state[6 * j + 1]]);
    // along the rod, from the weight to where it hangs
    const tensions = forces.map((f, j) => {
      const from = j === 0 ? [0, 0] : places[0];
      return f[0] * (from[0] - places[j][0]) + f[1] * (from[1] - places[j][1]);
    });
    return { t, places, forces: forces.map((f) => [f[0], f[1]]), tensions };
  });
  const scale = 104;
  const [ox, oy] = [262, 74];
  const px = ([x, y]) => [ox + scale * x, oy - scale * y];
  const newton = 1.5;
  const instants = [0.35, 0.72, 1.05, 1.42, 1.85].map((t) => samples[Math.round((480 * t) / end)]);
  const poses = instants.map(({ t, places, forces }, k) => {
    const [p, q] = places.map(px);
    const arrows = [p, q].map((at, j) =>
      drawArrow(
        at,
        [at[0] + newton * forces[j][0], at[1] - newton * forces[j][1]],
        j === 0 ? colours.first : colours.second,
      ),
    );
    const label = `<text x="${round(q[0])}" y="${round(q[1] + 18)}" text-anchor="middle" class="small">${t.toFixed(2)} s</text>`;
    return [
      drawLine([[ox, oy], p, q], "#495057", 3, `opacity="${0.35 + 0.1 * k}"`),
      drawDot(p, 6, colours.ink),
      drawDot(q, 6, colours.ink),
      ...arrows,
      label,
    ].join("");
  });
  const title = "A double pendulum, and what its rods do to the weights";
  return wrap(
    960,
    370,
    title,
    [
      `<text x="20" y="30" class="title">${title}</text>`,
      drawLine(
        samples.map(({ places }) => px(places[0])),
        colours.first,
        1,
        `opacity="0.3"`,
      ),
      drawLine(
        samples.map(({ places }) => px(places[1])),
        colours.second,
        1.4,
        `opacity="0.55"`,
      ),
      ...poses,
      drawGround([ox, oy]),
      `<g transform="translate(540 50)">${drawTensions(samples, instants, end)}</g>`,
    ].join("\n"),
  );
}

function drawTensions(samples, instants, end) {
  const [width, height] = [390, 250];
  const most = 80;
  const least = -10;
  const px = (t) => 40 + ((width - 50) * t) / end;
  const py = (f) => 20 + (height * (most - f)) / (most - least);
  const grid = [0, 20, 40, 60, 80].map(
    (f) =>
      `<line x1="40" x2="${width - 10}" y1="${round(py(f))}" y2="${round(py(f))}" class="grid" ${f === 0 ? 'style="stroke: #868e96"' : ""}/><text x="34" y="${round(py(f)) + 4}" text-anchor="end" class="small">${f}</text>`,
  );
  const ticks = [0, 0.5, 1, 1.5, 2].map(
    (t) => `<text x="${round(px(t))}" y="${20 + height + 15}" text-anchor="middle" class="small">${t}</text>`,
  );
  const marks = instants.map(
    ({ t }) =>
      `<line x1="${round(px(t))}" x2="${round(px(t))}" y1="20" y2="${20 + height}" stroke="${colours.faint}" stroke-dasharray="3 3"/>`,
  );
  const lines = [colours.first, colours.second].map((colour, j) =>
    drawLine(
      samples.map(({ t, tensions }) => [px(t), py(tensions[j])]),
      colour,
      2,
    ),
  );
  return [
    `<text x="40" y="10" class="heading">tension, N</text>`,
    `<line x1="150" x2="166" y1="6" y2="6" stroke="${colours.first}" stroke-width="3"/><text x="172" y="10" class="small">upper rod</text>`,
    `<line x1="250" x2="266" y1="6" y2="6" stroke="${colours.second}" stroke-width="3"/><text x="272" y="10" class="small">lower rod</text>`,
    `<rect x="40" y="20" width="${width - 50}" height="${height}" fill="none" stroke="#ced4da"/>`,
    ...grid,
    ...marks,
    ...lines,
    ...ticks,
    `<text x="${width / 2 + 15}" y="${20 + height + 34}" text-anchor="middle" class="small">s; dashed: the instants drawn. Below 0 a rod pushes</text>`,
  ].join("\n");
}

// --- a chain at rest ---------------------------------------------------------------------------------------------------

function drawHangingChain() {
  const { mechanism } = hangingChain.build();
  const forces = readForces(mechanism);
  const tensions = forces.map((f) => Math.hypot(f[0], f[1]));
  const { state, count } = mechanism.system.particles;
  const weights = Array.from({ length: count }, (_, j) => [state[6 * j], state[6 * j + 1]]);
  const nails = [
    [0, 0],
    [2.5, 0.7],
  ];
  const px = ([x, y]) => [120 + 190 * x, 244 - 190 * y];
  const joints = [nails[0], ...weights, nails[1]].map(px);
  const rods = tensions.map((T, k) => {
    const [p, q] = [joints[k], joints[k + 1]];
    const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
    const length = Math.hypot(dx, dy);
    // beside the rod, away from the weights' arrows
    const [mx, my] = [(p[0] + q[0]) / 2 + (26 * dy) / length, (p[1] + q[1]) / 2 - (26 * dx) / length];
    const label = `<text x="${round(mx)}" y="${round(my + 4)}" text-anchor="middle" class="small">${T.toFixed(2)}</text>`;
    return `${drawLine([p, q], colours.first, 1 + T / 14)}${label}`;
  });
  const pulls = joints.slice(1, -1).map((p) => drawArrow(p, [p[0], p[1] + 7 + 20], colours.ink, 1.6));
  const ends = [joints[0], joints[7]].map((p, k) => {
    const [q, T] = [joints[k === 0 ? 1 : 6], tensions[k === 0 ? 0 : 6]];
    const length = Math.hypot(q[0] - p[0], q[1] - p[1]);
    const [ux, uy] = [(p[0] - q[0]) / length, (p[1] - q[1]) / length];
    const tip = [p[0] + (T + 6) * ux, p[1] + (T + 6) * uy];
    return drawArrow([p[0] + 6 * ux, p[1] + 6 * uy], tip, colours.second);
  });
  const title = "A chain at rest, and the tension of every rod";
  return wrap(
    720,
    464,
    title,
    [
      `<text x="20" y="30" class="title">${title}</text>`,
      ...pulls,
      ...rods,
      ...ends,
      ...joints.slice(1, -1).map((p) => drawDot(p, 7, colours.ink)),
      ...[joints[0], joints[7]].map((p) => drawDot(p, 5, "#ffffff", colours.ink)),
      `<text x="20" y="436" class="small">N; six weights of 20 N, rods of 0.5 m, nails at (0, 0) and (2.5, 0.7) m.</text>`,
      `<text x="20" y="452" class="small">Arrows, a pixel a newton: the weights, and what the nails give.</text>`,
    ].join("\n"),
  );
}

// --- Andrews' squeezer -------------------------------------------------------------------------------------------------

function drawAndrews() {
  const { mechanism } = andrewsSqueezer.build();
  const poses = [readAndrews(mechanism)];
  const stepper = dopri5(mechanism, { relative: 1e-8, absolute: 1e-11 });
  // the way of the point where four bodies meet
  const way = Array.from({ length: 301 }, (_, k) => {
    integrate(stepper, (andrewsSqueezer.duration * k) / 300);
    return readPoints(mechanism)[7];
  });
  poses.push(readAndrews(mechanism));
  const title = "Andrews’ squeezing mechanism";
  const panels = poses.map((pose, k) => {
    const heading = k === 0 ? "at the start" : "after 0.03 s: the crank has turned two and a half times";
    return `<g transform="translate(${20 + 470 * k} 50)"><text x="0" y="14" class="heading">${heading}</text>${drawSqueezer(pose, k === 0 ? [] : way)}</g>`;
  });
  return wrap(960, 480, title, [`<text x="20" y="30" class="title">${title}</text>`, ...panels].join("\n"));
}

/** Hinge points of every body, those on the world, and the ends of the spring. */
function readAndrews(mechanism) {
  mechanism.measureError();
  const bodies = Array.from({ length: 7 }, () => []);
  const grounds = [];
  for (const { ends } of mechanism.constraints) {
    const p = Array.from(ends[0].at.subarray(0, 2));
    for (const { carrier, index } of ends) if (carrier === Carrier.body) bodies[index].push(p);
    if (ends[1].carrier === Carrier.world) grounds.push(p);
  }
  const { state, count } = mechanism.system.particles;
  const spring = Array.from({ length: count }, (_, j) => [state[6 * j], state[6 * j + 1]]);
  const centers = bodies.map((_, i) => Array.from(mechanism.system.state.subarray(13 * i, 13 * i + 2)));
  return { bodies, grounds, spring, centers };
}

function drawSqueezer({ bodies, grounds, spring, centers }, way) {
  const px = ([x, y]) => [320 + 4100 * x, 330 - 4100 * y];
  // the anchor of the spring is on K₃
  const [anchor, post] =
    distanceTo(spring[0], grounds[1]) < distanceTo(spring[1], grounds[1]) ? spring : [...spring].reverse();
  const shapes = bodies.map((points, i) => {
    const corners = (
      i === 2 ? [...points, anchor] : i === 4 || i === 6 ? [...new Set(points)].concat([centers[i]]) : points
    ).map(px);
    const unique = corners.filter((p, k) => corners.findIndex((q) => distanceTo(p, q) < 0.5) === k);
    return `<polygon points="${unique.map((p) => p.map(round)).join(" ")}" fill="${bodyColours[i]}" fill-opacity="0.28" stroke="${bodyColours[i]}" stroke-width="5" stroke-linejoin="round"/>`;
  });
  const joints = bodies.flat().map((p) => drawDot(px(p), 3.2, "#ffffff", colours.ink));
  const labels = bodies.map((points, i) => {
    const corners = i === 2 ? [...points, anchor] : points;
    const middle = [0, 1].map((c) => corners.reduce((sum, p) => sum + p[c], 0) / corners.length);
    const [x, y] = px(middle);
    const [dx, dy] = labelShifts[i];
    return `<text x="${round(x + dx)}" y="${round(y + dy)}" text-anchor="middle" class="small" style="fill: ${bodyColours[i]}; font-weight: 600">K<tspan dy="2" font-size="8">${i + 1}</tspan></text>`;
  });
  return [
    drawSpring(px(anchor), px(post)),
    ...shapes.reverse(),
    ...grounds.map((p) => drawGround(px(p))),
    drawGround(px(post)),
    way.length === 0 ? "" : drawLine(way.map(px), colours.ink, 2, `stroke-dasharray="0.1 4"`),
    ...joints,
    ...labels,
  ].join("\n");
}

function distanceTo(p, q) {
  return Math.hypot(p[0] - q[0], p[1] - q[1]);
}

function drawSpring(p, q) {
  const turns = 16;
  const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
  const length = Math.hypot(dx, dy);
  const points = Array.from({ length: turns + 1 }, (_, k) => {
    const s = k / turns;
    const side = k === 0 || k === turns ? 0 : k % 2 === 0 ? 6 : -6;
    return [p[0] + s * dx - (side * dy) / length, p[1] + s * dy + (side * dx) / length];
  });
  return drawLine(points, colours.spring, 1.6);
}

// --- Bricard's linkage -------------------------------------------------------------------------------------------------

function drawBricard() {
  const { mechanism } = bricardLinkage.build();
  const stepper = dopri5(mechanism, { tolerance: 1e-9 });
  const times = [0, 0.7, 1.05, 1.35, 1.75];
  const poses = times.map((t) => {
    integrate(stepper, t);
    return readPoints(mechanism);
  });
  const title = "Bricard’s linkage falls through itself, though by count it is rigid";
  const panels = poses.map((points, k) => {
    const label = `<text x="0" y="150" text-anchor="middle" class="small">${times[k].toFixed(2)} s</text>`;
    return `<g transform="translate(${100 + 190 * k} 160)">${drawBars(points)}${label}</g>`;
  });
  const notes = `<text x="20" y="346" class="small">Grey: the bar that is the ground. Blue: the axes of the six hinges, each across its two bars. cos φ + cos ψ + cos φ cos ψ = 0 for the angles of every other hinge.</text>`;
  return wrap(960, 360, title, [`<text x="20" y="30" class="title">${title}</text>`, ...panels, notes].join("\n"));
}

/** Seen from a direction: right, up, and towards the eye. */
function createCamera(direction) {
  const length = Math.hypot(...direction);
  const eye = direction.map((v) => v / length);
  const flat = Math.hypot(eye[0], eye[2]);
  const right = [eye[2] / flat, 0, -eye[0] / flat];
  const up = [eye[1] * right[2], eye[2] * right[0] - eye[0] * right[2], -eye[1] * right[0]];
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return (p) => [dot(p, right), dot(p, up), dot(p, eye)];
}

function drawBars(points) {
  const look = createCamera([0.75, 0.5, 1]);
  const scale = 82;
  // the ground bar stays where it is: its middle, and that of the cube
  const view = (p) => {
    const [a, b, c] = look([p[0] - 0.35, p[1] + 0.45, p[2] - 0.5]);
    return [scale * a, -scale * b, c];
  };
  const parts = points.flatMap((p, k) => {
    const q = points[(k + 1) % 6];
    const before = points[(k + 5) % 6];
    const [u, v] = [p.map((x, i) => x - before[i]), q.map((x, i) => x - p[i])];
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const size = Math.hypot(...n);
    const ends = [-0.14, 0.14].map((s) => view(p.map((x, i) => x + (s * n[i]) / size)));
    const [a, b] = [view(p), view(q)];
    const depth = (a[2] + b[2]) / 2;
    const shade = Math.round(58 - 14 * depth);
    const colour = k === 5 ? "#868e96" : `hsl(12 70% ${Math.max(30, Math.min(72, shade))}%)`;
    const bar = `${drawLine(
      [a, b].map((x) => x.slice(0, 2)),
      "#ffffff",
      11,
    )}${drawLine(
      [a, b].map((x) => x.slice(0, 2)),
      colour,
      8,
    )}`;
    const axis = `${drawLine(
      ends.map((x) => x.slice(0, 2)),
      "#ffffff",
      7,
    )}${drawLine(
      ends.map((x) => x.slice(0, 2)),
      "#1971c2",
      4.5,
    )}`;
    return [
      { depth, text: bar },
      { depth: a[2] + 0.08, text: axis },
    ];
  });
  return parts
    .sort((a, b) => a.depth - b.depth)
    .map(({ text }) => text)
    .join("\n");
}

function wrap(width, height, title, content) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<title>${title}</title>
<style>
text { font: 13px system-ui, sans-serif; fill: ${colours.ink}; }
.small { font-size: 11px; }
.heading { font-size: 13px; font-weight: 600; }
.title { font-size: 16px; font-weight: 600; }
.grid { stroke: #e9ecef; stroke-width: 1; }
</style>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${content}
</svg>
`;
}

/**
 * Draws the pictures of docs/rigid.md into docs/pictures, from runs of the built engine: node scripts/pictures-rigid.mjs
 *
 * tumbling.svg: a box spun about its middle axis turns over, and over again.
 * rigid-work-precision.svg: the error of a tumbling box against the cost, by several methods.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { quat } from "@rigor/engine/math";
import { adams, dopri5, integrate, radau5, rk4 } from "@rigor/engine/ode";
import { boxMass, createBodyFrameProblem, RigidSystem, Slot, splitting } from "@rigor/engine/rigid";

const folder = fileURLToPath(new URL("../docs/pictures/", import.meta.url));
const size = [0.4, 1, 1.7];
const mass = boxMass({ size, mass: 1 });
const colours = { x: "#e67700", y: "#c92a2a", z: "#0b7285", ink: "#343a40", faint: "#adb5bd" };
/** Of the faces +x, −x, +y, −y, +z, −z. */
const faceColours = ["#f2a65a", "#c8701f", "#e03131", "#8c1c1c", "#4dabc0", "#0b7285"];
/** Of the spheres, pixels. */
const radius = 112;
const view = createCamera([0.55, 0.42, 1]);
const round = (v) => Math.round(10 * v) / 10;

mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}tumbling.svg`, drawTumbling());
writeFileSync(`${folder}rigid-work-precision.svg`, drawWorkPrecision());
console.log("docs/pictures/tumbling.svg\ndocs/pictures/rigid-work-precision.svg");

/** The motion from a given spin, sampled: t, q, ω and L/|L| in axes of the body. */
function run(angularVelocity, end, samples) {
  const system = new RigidSystem();
  system.addBody({ mass, angularVelocity });
  const stepper = dopri5(system, { tolerance: 1e-12 });
  const list = [];
  for (let k = 0; k <= samples; k++) {
    integrate(stepper, (k * end) / samples);
    const q = system.state.slice(Slot.q, Slot.q + 4);
    const omega = new Float64Array(3);
    const m = new Float64Array(3);
    quat.rotateVectorInverse(omega, 0, q, 0, system.angularVelocity, 0);
    quat.rotateVectorInverse(m, 0, q, 0, system.state, Slot.L);
    const length = Math.hypot(...m);
    list.push({ t: (k * end) / samples, q, omega, m: m.map((v) => v / length) });
  }
  return list;
}

function drawTumbling() {
  const end = 10;
  const motion = run([0.02, 6, 0.02], end, 4000);
  const flips = motion.filter(({ omega }, k) => k > 0 && omega[1] * motion[k - 1].omega[1] < 0).map(({ t }) => t);
  const parts = [
    `<text x="20" y="30" class="title">A box spun about its middle axis turns over, and over again</text>`,
    drawInstants(motion, flips[0]),
    `<g transform="translate(20 240)">${drawTrace(motion, flips)}</g>`,
    `<g transform="translate(305 240)">${drawPolhodes(motion)}</g>`,
    `<g transform="translate(612 240)">${drawSpins(motion, flips, end)}</g>`,
  ];
  return wrap(960, 556, "A box spun about its middle axis turns over, and over again", parts.join("\n"));
}

// --- the box at some instants ------------------------------------------------------------------------------------------

/** A camera that looks along −direction: right, up, and towards the eye. */
function createCamera(direction) {
  const length = Math.hypot(...direction);
  const eye = direction.map((v) => v / length);
  const flat = Math.hypot(eye[0], eye[2]);
  const right = [eye[2] / flat, 0, -eye[0] / flat];
  const up = [eye[1] * right[2], eye[2] * right[0] - eye[0] * right[2], -eye[1] * right[0]];
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return (p) => [dot(p, right), dot(p, up), dot(p, eye)];
}

/** p from body to world axes. */
function rotate(q, p) {
  const out = Float64Array.from(p);
  quat.rotateVector(out, 0, q, 0, out, 0);
  return out;
}

function drawInstants(motion, flip) {
  const count = 9;
  const spread = 2.4;
  const boxes = Array.from({ length: count }, (_, k) => {
    const t = flip + spread * (k / (count - 1) - 0.5);
    const sample = motion.reduce((best, s) => (Math.abs(s.t - t) < Math.abs(best.t - t) ? s : best));
    const x = 66 + 103.5 * k;
    const label = `<text x="${x}" y="212" text-anchor="middle" class="small">${sample.t.toFixed(2)} s</text>`;
    return `<g transform="translate(${round(x)} 122)">${drawBox(sample.q, 48)}</g>${label}`;
  });
  return boxes.join("\n");
}

/** The faces that look to the eye, and an arrow along the body's y axis. */
function drawBox(q, scale) {
  const h = size.map((s) => s / 2);
  const project = (p) => {
    const [a, b] = view(rotate(q, p));
    return `${round(scale * a)},${round(-scale * b)}`;
  };
  const faces = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [1, -1]) {
      const n = [0, 0, 0];
      n[axis] = side;
      if (view(rotate(q, n))[2] <= 0) continue;
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const corners = [
        [1, 1],
        [-1, 1],
        [-1, -1],
        [1, -1],
      ].map(([a, b]) => {
        const p = [0, 0, 0];
        p[axis] = side * h[axis];
        p[u] = a * h[u];
        p[v] = b * h[v];
        return project(p);
      });
      const fill = faceColours[2 * axis + (side > 0 ? 0 : 1)];
      faces.push(
        `<polygon points="${corners.join(" ")}" fill="${fill}" stroke="#ffffff" stroke-width="1.2" stroke-linejoin="round"/>`,
      );
    }
  }
  const arrow = drawArrow(view(rotate(q, [0, h[1], 0])), view(rotate(q, [0, h[1] + 0.5, 0])), scale);
  // the arrow stands on the red face: behind the box when that looks away
  return view(rotate(q, [0, 1, 0]))[2] > 0 ? faces.join("") + arrow : arrow + faces.join("");
}

function drawArrow([x0, y0], [x1, y1], scale) {
  const [ax, ay, bx, by] = [scale * x0, -scale * y0, scale * x1, -scale * y1];
  const length = Math.hypot(bx - ax, by - ay);
  const line = `<line x1="${round(ax)}" y1="${round(ay)}" x2="${round(bx)}" y2="${round(by)}" stroke="${colours.ink}" stroke-width="2"/>`;
  if (length < 4) return `<circle cx="${round(bx)}" cy="${round(by)}" r="3" fill="${colours.ink}"/>`;
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const tip = [
    [bx + 5 * ux, by + 5 * uy],
    [bx - 3 * ux - 4 * uy, by - 3 * uy + 4 * ux],
    [bx - 3 * ux + 4 * uy, by - 3 * uy - 4 * ux],
  ];
  return `${line}<polygon points="${tip.map(([x, y]) => `${round(x)},${round(y)}`).join(" ")}" fill="${colours.ink}"/>`;
}

// --- paths on spheres --------------------------------------------------------------------------------------------------

/** Points of the unit sphere as lines: those in front strong, those behind faint. */
function drawSphereLine(points, look, { colour, width }) {
  const pieces = [];
  let [lastX, lastY] = [Infinity, Infinity];
  for (const p of points) {
    const [a, b, c] = look(p);
    const front = c >= 0;
    const last = pieces[pieces.length - 1];
    // points nearer than a pixel to the last are not drawn
    if (last !== undefined && last.front === front && Math.hypot(radius * a - lastX, radius * b - lastY) < 1) continue;
    [lastX, lastY] = [radius * a, radius * b];
    const place = `${round(lastX)},${round(-lastY)}`;
    if (last !== undefined && last.front === front) last.places.push(place);
    else pieces.push({ front, places: last === undefined ? [place] : [last.places[last.places.length - 1], place] });
  }
  return pieces
    .map(
      ({ front, places }) =>
        `<polyline points="${places.join(" ")}" fill="none" stroke="${colour}" stroke-width="${front ? width : 0.7 * width}" opacity="${front ? 1 : 0.28}" stroke-linejoin="round"/>`,
    )
    .join("");
}

function drawSphere(content, title, notes) {
  return `<text x="0" y="14" class="heading">${title}</text>
<g transform="translate(${radius + 6} ${radius + 36})"><circle r="${radius}" fill="#f8f9fa" stroke="${colours.faint}"/>${content}</g>
${notes.map((note, k) => `<text x="0" y="${2 * radius + 62 + 15 * k}" class="small">${note}</text>`).join("")}`;
}

/** The arrow's way in space, from one rest to the next. */
function drawTrace(motion, flips) {
  const [from, to] = [flips[0] - 1.6, flips[0] + 1.6];
  const points = motion.filter(({ t }) => t >= from && t <= to).map(({ q }) => rotate(q, [0, 1, 0]));
  const ends = [points[0], points[points.length - 1]].map((p, k) => {
    const [a, b] = view(p);
    const y = -radius * b + (k === 0 ? -8 : 17);
    return `<circle cx="${round(radius * a)}" cy="${round(-radius * b)}" r="4" fill="${colours.y}"/><text x="${round(radius * a)}" y="${round(y)}" text-anchor="middle" class="small">${k === 0 ? "before" : "after"}</text>`;
  });
  const equator = Array.from({ length: 121 }, (_, k) => [
    Math.cos((k * Math.PI) / 60),
    0,
    Math.sin((k * Math.PI) / 60),
  ]);
  const content = [
    drawSphereLine(equator, view, { colour: colours.faint, width: 1 }),
    drawSphereLine(points, view, { colour: colours.y, width: 1.6 }),
    ...ends,
  ];
  return drawSphere(content.join(""), "the arrow’s way in space", ["one turning over; L points up throughout"]);
}

/** L as the body sees it. The momentum sphere, with the curves of equal energy on it. */
function drawPolhodes(motion) {
  const look = createCamera([0.62, 0.95, 0.72]);
  const starts = [];
  for (const tilt of [0.25, 0.5, 0.8, 1.1]) {
    for (const side of [1, -1]) {
      starts.push(
        [side * 3 * Math.cos(tilt), 2.5 * Math.sin(tilt), 0],
        [0, 2.5 * Math.sin(tilt), side * 8 * Math.cos(tilt)],
      );
    }
  }
  const others = starts.map((omega) => {
    const path = run(omega, 14, 700);
    const [first] = path;
    // once round is enough
    let closed = path.findIndex(({ m }, k) => k > 20 && Math.hypot(...m.map((v, c) => v - first.m[c])) < 0.03);
    if (closed < 0) closed = path.length - 1;
    return drawSphereLine([...path.slice(0, closed).map(({ m }) => m), first.m], look, {
      colour: "#868e96",
      width: 0.9,
    });
  });
  const own = drawSphereLine(
    motion.filter(({ t }) => t < 8.2).map(({ m }) => m),
    look,
    { colour: colours.y, width: 2.2 },
  );
  const axes = ["x", "y", "z"].map((name, k) => {
    const tip = [0, 0, 0];
    tip[k] = 1;
    const [a, b] = look(tip);
    return `<circle cx="${round(radius * a)}" cy="${round(-radius * b)}" r="3.5" fill="${colours[name]}"/><text x="${round(1.12 * radius * a + (k === 1 ? 12 : 0))}" y="${round(-1.12 * radius * b + 4)}" text-anchor="middle" class="axis" style="fill: ${colours[name]}">${name}</text>`;
  });
  const notes = [
    "round x and z, the largest and smallest moment,",
    "paths are closed loops; y, the middle one, is a saddle",
  ];
  return drawSphere(others.join("") + own + axes.join(""), "L as the body sees it", notes);
}

// --- ω against time ----------------------------------------------------------------------------------------------------

function drawSpins(motion, flips, end) {
  const [width, height] = [335, 2 * radius];
  const px = (t) => 30 + ((width - 36) * t) / end;
  const py = (w) => 36 + height / 2 - (w * height) / 2 / 7;
  const grid = [-6, -3, 0, 3, 6].map(
    (w) =>
      `<line x1="30" x2="${width - 6}" y1="${round(py(w))}" y2="${round(py(w))}" class="grid"/><text x="24" y="${round(py(w)) + 4}" text-anchor="end" class="small">${String(w).replace("-", "−")}</text>`,
  );
  const ticks = [0, 2, 4, 6, 8, 10].map(
    (t) => `<text x="${round(px(t))}" y="${36 + height + 15}" text-anchor="middle" class="small">${t}</text>`,
  );
  const marks = flips.map(
    (t) =>
      `<line x1="${round(px(t))}" x2="${round(px(t))}" y1="36" y2="${36 + height}" stroke="${colours.faint}" stroke-dasharray="3 3"/>`,
  );
  const lines = ["x", "y", "z"].map((name, k) => {
    const points = motion.filter((_, i) => i % 8 === 0).map(({ t, omega }) => `${round(px(t))},${round(py(omega[k]))}`);
    return `<polyline points="${points.join(" ")}" fill="none" stroke="${colours[name]}" stroke-width="1.8" stroke-linejoin="round"/>`;
  });
  const legend = ["x", "y", "z"].map(
    (name, k) =>
      `<line x1="${200 + 46 * k}" x2="${214 + 46 * k}" y1="10" y2="10" stroke="${colours[name]}" stroke-width="3"/><text x="${218 + 46 * k}" y="14" class="small">ω<tspan dy="2" font-size="8">${name}</tspan></text>`,
  );
  return [
    `<text x="0" y="14" class="heading">ω in axes of the body</text>`,
    `<rect x="30" y="36" width="${width - 36}" height="${height}" fill="#ffffff" stroke="#ced4da"/>`,
    ...grid,
    ...ticks,
    ...marks,
    ...lines,
    ...legend,
    `<text x="${width / 2 + 12}" y="${36 + height + 33}" text-anchor="middle" class="small">rad/s against s; dashed: the middle of each turning over</text>`,
  ].join("\n");
}

// --- error against cost ------------------------------------------------------------------------------------------------

/** Attitude at t = 60 of the box of drawWorkPrecision, from Taylor series of 40 digits: see bench/src/rigid-tumble.ts. */
function measureError(q) {
  const exact = Float64Array.of(-0.03982123792562873, 0.18517115616765617, -0.9542968006254698, -0.23117856355985128);
  const turn = new Float64Array(4);
  quat.conjugate(turn, 0, exact, 0);
  quat.multiply(turn, 0, turn, 0, q, 0);
  return 2 * Math.atan2(Math.hypot(turn[0], turn[1], turn[2]), Math.abs(turn[3]));
}

/** Counts the calls of a method from now on. */
function countCalls(object, name) {
  const count = [0];
  const method = object[name].bind(object);
  object[name] = (...args) => {
    count[0]++;
    method(...args);
  };
  return count;
}

/** A box of sides 1, 2, 3 m tumbles for a minute: error of its attitude against evaluations of the derivative. */
function drawWorkPrecision() {
  const steps = [1 / 4, 1 / 8, 1 / 16, 1 / 32, 1 / 64, 1 / 128, 1 / 256];
  const tolerances = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((k) => 10 ** -k);
  const methods = [
    { name: "Runge–Kutta 4", settings: steps, make: (system, step) => rk4(system, { step }) },
    { name: "splitting", settings: steps, make: (system, step) => splitting(system, { step }) },
    { name: "Dormand–Prince", settings: tolerances, make: (system, tolerance) => dopri5(system, { tolerance }) },
    {
      name: "Dormand–Prince, Chaney’s form",
      settings: tolerances,
      make: (system, tolerance) => dopri5(createBodyFrameProblem(system), { tolerance }),
    },
    { name: "Adams", settings: tolerances, make: (system, tolerance) => adams(system, { tolerance }) },
    { name: "Radau IIA", settings: tolerances.slice(0, 7), make: (system, tolerance) => radau5(system, { tolerance }) },
  ];
  const palette = ["#495057", "#c92a2a", "#0b7285", "#5f3dc4", "#e67700", "#2b8a3e"];
  const [left, top, width, height] = [70, 50, 600, 360];
  const px = (evaluations) => left + (width * (Math.log10(evaluations) - 2.5)) / 2.7;
  const py = (error) => top + (height * -Math.log10(error)) / 12;
  const curves = methods.map(({ settings, make }, k) => {
    const points = settings
      .map((setting) => {
        const system = new RigidSystem();
        system.addBody({ mass: 6, inertia: [6.5, 5, 2.5], angularVelocity: [1, 0, 2] });
        const evaluations = countCalls(system, "derivative");
        integrate(make(system, setting), 60);
        return [evaluations[0], measureError(system.state.subarray(Slot.q, Slot.q + 4))];
      })
      .filter(([, error]) => error < 1)
      .map((point) => [round(px(point[0])), round(py(point[1]))]);
    const dots = points.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3"/>`).join("");
    return `<polyline points="${points.join(" ")}" fill="none" stroke="${palette[k]}" stroke-width="1.8"/><g fill="${palette[k]}">${dots}</g>`;
  });
  const power = (k) => `10<tspan dy="-4" font-size="8">${String(k).replace("-", "−")}</tspan>`;
  const across = [3, 4, 5].map(
    (k) =>
      `<line x1="${round(px(10 ** k))}" x2="${round(px(10 ** k))}" y1="${top}" y2="${top + height}" class="grid"/><text x="${round(px(10 ** k))}" y="${top + height + 18}" text-anchor="middle" class="small">${power(k)}</text>`,
  );
  const up = [0, -3, -6, -9, -12].map(
    (k) =>
      `<line x1="${left}" x2="${left + width}" y1="${round(py(10 ** k))}" y2="${round(py(10 ** k))}" class="grid"/><text x="${left - 8}" y="${round(py(10 ** k)) + 4}" text-anchor="end" class="small">${k === 0 ? 1 : power(k)}</text>`,
  );
  const legend = methods.map(
    ({ name }, k) =>
      `<line x1="${left + 392}" x2="${left + 410}" y1="${top + 20 + 15 * k}" y2="${top + 20 + 15 * k}" stroke="${palette[k]}" stroke-width="3"/><text x="${left + 416}" y="${top + 24 + 15 * k}" class="small">${name}</text>`,
  );
  const title = "A minute of tumbling: error of the attitude against cost";
  const content = [
    `<text x="${left}" y="28" class="title">${title}</text>`,
    ...across,
    ...up,
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="none" stroke="#ced4da"/>`,
    ...curves,
    `<rect x="${left + 384}" y="${top + 8}" width="208" height="98" fill="#ffffff"/>`,
    ...legend,
    `<text x="${left + width / 2}" y="${top + height + 40}" text-anchor="middle">evaluations of the derivative</text>`,
    `<text transform="translate(20 ${top + height / 2}) rotate(-90)" text-anchor="middle">error after 60 s, rad</text>`,
  ];
  return wrap(700, 466, title, content.join("\n"));
}

function wrap(width, height, title, content) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<title>${title}</title>
<style>
text { font: 13px system-ui, sans-serif; fill: ${colours.ink}; }
.small { font-size: 11px; }
.heading { font-size: 13px; font-weight: 600; }
.title { font-size: 16px; font-weight: 600; }
.axis { font-size: 14px; font-weight: 600; font-style: italic; }
.grid { stroke: #e9ecef; stroke-width: 1; }
</style>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${content}
</svg>
`;
}

/**
 * Draws the pictures of docs/collide.md into docs/pictures, from answers of the built engine:
 * node scripts/pictures-collide.mjs
 *
 * contact-regions.svg: six pairs that touch, with the contacts that the engine finds.
 * witness.svg: a box tumbles down on another; the plane between the two, and what was done to find it.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  ContactBuffer,
  collideShapes,
  createBox,
  createCone,
  createConvex,
  createCylinder,
  findContacts,
  frameSize,
  Kind,
  PairCache,
  PairResult,
  PairSlot,
  Witness,
  writeFrame,
} from "@rigor/engine/collide";
import { quat } from "@rigor/engine/math";

const folder = fileURLToPath(new URL("../docs/pictures/", import.meta.url));
const tolerance = 1e-9;
const colours = { ink: "#343a40", faint: "#adb5bd", a: "#4dabf7", b: "#ced4da", region: "#ffd43b", plane: "#37b24d" };
const kinds = [
  { name: "vertex/face", colour: "#c92a2a" },
  { name: "face/vertex", colour: "#c92a2a" },
  { name: "edge/edge", colour: "#5f3dc4" },
  { name: "curved", colour: "#e67700" },
];
const view = createCamera([0.5, 0.5, 1]);
const round = (v) => Math.round(10 * v) / 10;
const add = (p, q, s = 1) => p.map((v, k) => v + s * q[k]);
const dot = (p, q) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const cross = (p, q) => [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
const unit = (p) => p.map((v) => v / Math.hypot(...p));
const middle = (points) => points[0].map((_, k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);

/** A body that hides what is behind it, and one that does not. */
const look = {
  solid: (colour) => ({ fill: colour, opacity: 1, hidden: "none" }),
  glass: (colour) => ({
    fill: colour,
    opacity: 0.22,
    hidden: `stroke="${colours.ink}" stroke-width="0.7" stroke-dasharray="2 3" opacity="0.55"`,
  }),
};

const witnessNames = {
  [Witness.faceA]: { name: "face of A, corner of B", colour: "#1c7ed6" },
  [Witness.faceB]: { name: "corner of A, face of B", colour: "#c92a2a" },
  [Witness.edges]: { name: "edge of A, edge of B", colour: "#5f3dc4" },
  [Witness.points]: { name: "closest points", colour: "#868e96" },
};

/** Of B: a block with a ridge. */
const wedge = [-1, 1].flatMap((x) => [
  [x, -0.42, -0.75],
  [x, -0.42, 0.75],
  [x, 0.12, -0.75],
  [x, 0.12, 0.75],
  [0.75 * x, 0.42, -0.15],
  [0.75 * x, 0.42, 0.15],
]);

mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}contact-regions.svg`, drawRegions());
writeFileSync(`${folder}witness.svg`, drawWitness());
console.log("docs/pictures/contact-regions.svg\ndocs/pictures/witness.svg");

// --- places and shapes -------------------------------------------------------------------------------------------------

/** A camera that looks along −direction: right, up, and towards the eye. */
function createCamera(direction) {
  const eye = direction.map((v) => v / Math.hypot(...direction));
  const flat = Math.hypot(eye[0], eye[2]);
  const right = [eye[2] / flat, 0, -eye[0] / flat];
  const up = [eye[1] * right[2], eye[2] * right[0] - eye[0] * right[2], -eye[1] * right[0]];
  return (p) => [right, up, eye].map((axis) => axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2]);
}

/** The quaternion of turns about given axes, one after the other. */
function turn(...turns) {
  const q = Float64Array.of(0, 0, 0, 1);
  const next = new Float64Array(4);
  for (const [axis, angle] of turns) {
    quat.fromAxisAngle(next, 0, Float64Array.from(unit(axis)), 0, angle);
    quat.multiply(q, 0, next, 0, q, 0);
  }
  return q;
}

function place(shape, position, rotation = turn()) {
  const frame = new Float64Array(frameSize);
  writeFrame(frame, 0, Float64Array.from(position), 0, rotation, 0);
  return { shape, frame };
}

/** A point, or a direction, of a placed shape in the world. */
function toWorld({ frame }, p, isPoint = true) {
  return [0, 1, 2].map((r) => dot([...frame.slice(3 + 3 * r, 6 + 3 * r)], p) + (isPoint ? frame[r] : 0));
}

function collide(a, b, cache = new PairCache(1)) {
  const result = new PairResult();
  collideShapes(result, a.shape, a.frame, 0, b.shape, b.frame, 0, cache, 0, tolerance);
  return result;
}

// --- lines and fills ---------------------------------------------------------------------------------------------------

/** Draws in pixels, with the origin of the world at (x, y). */
function createPen(x, y, scale) {
  const flat = (p) => {
    const [u, v] = view(p);
    return [x + scale * u, y - scale * v];
  };
  const path = (points) => points.map((p) => flat(p).map(round).join(",")).join(" ");
  return {
    flat,
    line: (points, style) => `<polyline points="${path(points)}" fill="none" ${style}/>`,
    area: (points, style) => `<polygon points="${path(points)}" stroke-linejoin="round" ${style}/>`,
    dot: (p, r, style) => `<circle cx="${round(flat(p)[0])}" cy="${round(flat(p)[1])}" r="${r}" ${style}/>`,
  };
}

function drawShape(pen, placed, style) {
  return placed.shape.kind === Kind.polyhedron ? drawPolyhedron(pen, placed, style) : drawAxial(pen, placed, style);
}

/** Faces that look to the eye, shaded by how they lie; edges, dashed if no such face is next to them. */
function drawPolyhedron(pen, placed, { fill, opacity, hidden }) {
  const { vertices, faceStart, faceVertices, facePlanes, faceCount, edgeVertices, edgeFaces, edgeCount } =
    placed.shape.polyhedron;
  const corner = (v) => toWorld(placed, [...vertices.slice(3 * v, 3 * v + 3)]);
  const normal = (f) => toWorld(placed, [...facePlanes.slice(4 * f, 4 * f + 3)], false);
  const isSeen = Array.from({ length: faceCount }, (_, f) => view(normal(f))[2] > 1e-9);
  const faces = isSeen.flatMap((seen, f) => {
    if (!seen) return [];
    const points = [...faceVertices.slice(faceStart[f], faceStart[f + 1])].map(corner);
    const light = 0.35 * (1 - Math.max(0, dot(normal(f), unit([-0.3, 1, 0.45]))));
    const shade = `fill="${colours.ink}" opacity="${round(10 * light * opacity) / 10}"`;
    return [pen.area(points, `fill="${fill}" opacity="${opacity}"`), pen.area(points, shade)];
  });
  const edges = Array.from({ length: edgeCount }, (_, e) => {
    const seen = isSeen[edgeFaces[2 * e]] || isSeen[edgeFaces[2 * e + 1]];
    const ends = [corner(edgeVertices[2 * e]), corner(edgeVertices[2 * e + 1])];
    if (seen) return pen.line(ends, `stroke="${colours.ink}" stroke-width="1.1" stroke-linecap="round"`);
    return hidden === "none" ? "" : pen.line(ends, hidden);
  });
  return [...faces, ...edges].join("");
}

/** A cylinder or cone: its outline and the circles of its caps, dashed where they are behind. */
function drawAxial(pen, placed, { fill, opacity, hidden }) {
  const { kind, radius, halfHeight } = placed.shape;
  const count = 96;
  const circle = (y) =>
    Array.from({ length: count }, (_, k) => {
      const angle = (2 * Math.PI * k) / count;
      return toWorld(placed, [radius * Math.cos(angle), y, radius * Math.sin(angle)]);
    });
  const caps = kind === Kind.cone ? [circle(-halfHeight)] : [circle(-halfHeight), circle(halfHeight)];
  const tip = kind === Kind.cone ? [toWorld(placed, [0, halfHeight, 0])] : [];
  const outline = findOutline([...caps.flat(), ...tip], pen.flat);
  const line = `stroke="${colours.ink}" stroke-width="1.1"`;
  const circles = caps.map((points, k) => {
    const axis = toWorld(placed, [0, kind === Kind.cone || k === 0 ? -1 : 1, 0], false);
    const closed = [...points, points[0]];
    if (view(axis)[2] > 0) return pen.line(closed, line);
    return hidden === "none" ? "" : pen.line(closed, hidden);
  });
  return [
    pen.area(outline, `fill="${fill}" opacity="${opacity}"`),
    pen.area(outline, `fill="none" ${line}`),
    ...circles,
  ].join("");
}

/** The convex hull of points as seen, in order. */
function findOutline(points, flat) {
  const list = points.map((p) => ({ p, at: flat(p) })).sort((s, t) => s.at[0] - t.at[0] || s.at[1] - t.at[1]);
  const side = (a, b, c) => (b.at[0] - a.at[0]) * (c.at[1] - a.at[1]) - (b.at[1] - a.at[1]) * (c.at[0] - a.at[0]);
  const walk = (entries) => {
    const chain = [];
    for (const entry of entries) {
      while (chain.length > 1 && side(chain[chain.length - 2], chain[chain.length - 1], entry) <= 0) chain.pop();
      chain.push(entry);
    }
    return chain.slice(0, -1);
  };
  return [...walk(list), ...walk([...list].reverse())].map(({ p }) => p);
}

function drawArrow(pen, from, to, colour) {
  const [[ax, ay], [bx, by]] = [pen.flat(from), pen.flat(to)];
  const length = Math.hypot(bx - ax, by - ay);
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const tip = [
    [bx + 4 * ux, by + 4 * uy],
    [bx - 4 * ux - 3.4 * uy, by - 4 * uy + 3.4 * ux],
    [bx - 4 * ux + 3.4 * uy, by - 4 * uy - 3.4 * ux],
  ];
  const shaft = `<line x1="${round(ax)}" y1="${round(ay)}" x2="${round(bx)}" y2="${round(by)}" stroke="${colour}" stroke-width="1.7"/>`;
  return `${shaft}<polygon points="${tip.map((p) => p.map(round).join(",")).join(" ")}" fill="${colour}"/>`;
}

// --- six contact regions -----------------------------------------------------------------------------------------------

function listContacts(a, b) {
  const cache = new PairCache(1);
  const result = collide(a, b, cache);
  const buffer = new ContactBuffer();
  findContacts(buffer, result, a.shape, a.frame, 0, b.shape, b.frame, 0, cache, 0, tolerance);
  return Array.from({ length: buffer.count }, (_, c) => ({
    point: [...buffer.point.slice(3 * c, 3 * c + 3)],
    normal: [...buffer.normal.slice(3 * c, 3 * c + 3)],
    kind: buffer.kind[c],
  }));
}

function drawRegions() {
  const cube = createBox({ size: [1, 1, 1] });
  const table = createBox({ size: [2.6, 0.45, 1.7] });
  const half = Math.SQRT1_2;
  const [x, y, z] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const bar = [0.62, 0.62, 1.9];
  const lying = turn([x, Math.PI / 2], [y, 1.25]);
  const scenes = [
    ["a cube on a table", place(cube, [0.1, 0.5, 0], turn([y, 0.25])), place(table, [0, -0.225, 0])],
    ["a cube that hangs over the edge", place(cube, [0.85, 0.5, 0.05]), place(table, [-0.3, -0.225, 0])],
    ["a cube turned by 45° on another", place(cube, [0, 0.7, 0], turn([y, Math.PI / 4])), place(cube, [0, -0.3, 0])],
    [
      "two edges that cross",
      place(createBox({ size: [1.9, 0.62, 0.62] }), [0, 0.2 + 0.62 * half, 0], turn([x, Math.PI / 4], [y, 0.2])),
      place(createBox({ size: bar }), [0, 0.2 - 0.62 * half, 0], turn([z, Math.PI / 4], [y, -0.15])),
    ],
    [
      "a cylinder that lies on a box",
      place(createCylinder({ radius: 0.4, height: 1.5 }), [0.45, 0.4, 0.1], lying),
      place(table, [-0.1, -0.225, 0]),
    ],
    ["a cone on its tip", placeCone(), place(table, [0, -0.225, 0])],
  ];
  const panels = scenes.map(([title, a, b], k) =>
    drawRegion(title, a, b, 160 + 320 * (k % 3), 190 + 275 * Math.floor(k / 3)),
  );
  const legend = [kinds[0], kinds[2], kinds[3]].map(
    ({ colour }, k) =>
      `<circle cx="${520 + 150 * k}" cy="26" r="5" fill="${colour}"/><text x="${531 + 150 * k}" y="30">${["vertex and face", "edge and edge", "curved surface"][k]}</text>`,
  );
  const heading = `<text x="20" y="31" class="title">Contact regions, as the engine finds them</text>`;
  return wrap(960, 600, "Contact regions, as the engine finds them", [heading, ...legend, ...panels].join("\n"));
}

/** A cone upside down, aslant, with its tip at the origin. */
function placeCone() {
  const cone = createCone({ radius: 0.5, height: 1.15 });
  const rotation = turn([[1, 0, 0], Math.PI], [[0, 0, 1], -0.28], [[1, 0, 0], 0.2]);
  const placed = place(cone, [0, 0, 0], rotation);
  return place(
    cone,
    toWorld(placed, [0, 0.575, 0]).map((v) => -v),
    rotation,
  );
}

function drawRegion(title, a, b, x, y) {
  const pen = createPen(x, y, 82);
  const contacts = listContacts(a, b);
  const n = contacts[0].normal;
  const counts = [0, 2, 3]
    .map((kind) => [kind, contacts.filter((c) => c.kind === kind).length])
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kinds[kind].name}`);
  const centre = middle(contacts.map(({ point }) => point));
  const t = unit(cross(n, [0.3, 0.2, 1]));
  const s = cross(n, t);
  const around = contacts
    .map(({ point }) => point)
    .sort(
      (p, q) =>
        Math.atan2(dot(add(p, centre, -1), s), dot(add(p, centre, -1), t)) -
        Math.atan2(dot(add(q, centre, -1), s), dot(add(q, centre, -1), t)),
    );
  const region =
    around.length > 2
      ? pen.area(around, `fill="${colours.region}" opacity="0.6"`)
      : around.length === 2
        ? pen.line(around, `stroke="${colours.region}" stroke-width="5" stroke-linecap="round"`)
        : "";
  const marks = contacts.map(({ point, normal, kind }) => {
    const { colour } = kinds[kind];
    return `${drawArrow(pen, point, add(point, normal, 0.4), colour)}${pen.dot(point, 4, `fill="${colour}" stroke="#ffffff" stroke-width="1.2"`)}`;
  });
  return [
    drawShape(pen, b, look.solid("#dee2e6")),
    drawShape(pen, a, look.glass(colours.a)),
    region,
    ...marks,
    `<text x="${x}" y="${y + 106}" text-anchor="middle" class="heading">${title}</text>`,
    `<text x="${x}" y="${y + 123}" text-anchor="middle" class="small">${counts.join(", ")}</text>`,
  ].join("\n");
}

// --- the witness of a pair in motion -----------------------------------------------------------------------------------

/** The motion: A falls, turning and drifting, until it touches B. */
function runMotion() {
  const shapeA = createBox({ size: [1.05, 0.55, 0.8] });
  const b = place(createConvex({ vertices: wedge }), [0, -0.42, 0], turn([[0, 1, 0], 0.35]));
  const cache = new PairCache(1);
  const step = 1 / 120;
  const samples = [];
  for (let k = 0; k < 400; k++) {
    const t = k * step;
    const position = [-0.6 + 0.45 * t, 1.5 - 0.62 * t * t, 0.8 - 0.25 * t];
    const a = place(shapeA, position, turn([[0, 1, 0], 0.5], [[1, 0, 0.4], 1.3 * t + 0.2]));
    const before = { ...cache.witnesses };
    const result = collide(a, b, cache);
    const done = ["verified", "repaired", "searched"].find((name) => cache.witnesses[name] > before[name]);
    const { witness, featureA, featureB, values } = result;
    samples.push({ t, a, witness, featureA, featureB, values: [...values], done });
    if (values[PairSlot.gap] <= 0) break;
  }
  return { b, samples };
}

function drawWitness() {
  const { b, samples } = runMotion();
  const last = samples.length - 1;
  const chosen = chooseInstants(samples);
  const panels = chosen.map((k, p) => drawInstant(samples, k, chosen[p - 1] ?? -1, b, 118 + 186 * p, 178));
  const heading = `<text x="20" y="31" class="title">The witness of two polyhedra: a plane that separates them, kept from step to step</text>`;
  const plot = `<g transform="translate(20 319)">${drawGaps(samples, chosen, last)}</g>`;
  return wrap(960, 516, "The witness of two polyhedra", [heading, ...panels, plot].join("\n"));
}

/** Five instants: in the middle of the longest stretches with the same witness, and the last. */
function chooseInstants(samples) {
  const stretches = [];
  samples.forEach(({ witness, featureA, featureB }, k) => {
    const key = `${witness} ${featureA} ${featureB}`;
    const current = stretches[stretches.length - 1];
    if (current !== undefined && current.key === key) current.end = k;
    else stretches.push({ key, witness, start: k, end: k });
  });
  const longest = stretches
    .filter(({ end }) => end < samples.length - 1)
    .sort((s, t) => t.end - t.start - (s.end - s.start))
    .slice(0, 4)
    .map(({ start, end }) => Math.round((start + end) / 2));
  return [...longest, samples.length - 1].sort((s, t) => s - t);
}

function drawInstant(samples, k, previous, b, x, y) {
  const { t, a, witness, featureA, featureB, values } = samples[k];
  const pen = createPen(x, y, 58);
  const { name, colour } = witnessNames[witness];
  const n = values.slice(PairSlot.normal, PairSlot.normal + 3);
  const on =
    witness === Witness.faceA
      ? values.slice(PairSlot.pointA, PairSlot.pointA + 3)
      : values.slice(PairSlot.pointB, PairSlot.pointB + 3);
  const u = unit(cross(n, [0.25, 0, 1]));
  const v = cross(n, u);
  const sheet = [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ].map(([p, q]) => add(add(on, u, 0.8 * p), v, 0.62 * q));
  const plane = pen.area(
    sheet,
    `fill="${colours.plane}" fill-opacity="0.2" stroke="${colours.plane}" stroke-width="1"`,
  );
  const bodies = [
    drawShape(pen, b, look.solid("#dee2e6")) + drawFeature(pen, b, witness, featureB, "B", colour),
    plane,
    drawShape(pen, a, look.glass(colours.a)) + drawFeature(pen, a, witness, featureA, "A", colour),
  ];
  if (view(n)[2] < 0) bodies.reverse();
  const since = samples.slice(previous + 1, k + 1);
  const count = (what) => since.filter(({ done }) => done === what).length;
  const tally = ["verified", "repaired", "searched"]
    .filter((what) => count(what) > 0)
    .map((what) => `${what} ${count(what)}`);
  const gap = values[PairSlot.gap];
  const line = pen.line(
    [values.slice(PairSlot.pointA, PairSlot.pointA + 3), values.slice(PairSlot.pointB, PairSlot.pointB + 3)],
    `stroke="${colours.ink}" stroke-width="1.4"`,
  );
  return [
    ...bodies,
    line,
    `<text x="${x}" y="${y + 82}" text-anchor="middle" class="heading">${t.toFixed(2)} s, gap ${Math.abs(gap).toFixed(2)} m</text>`,
    `<text x="${x}" y="${y + 98}" text-anchor="middle" class="small" style="fill: ${colour}">${name}</text>`,
    `<text x="${x}" y="${y + 113}" text-anchor="middle" class="small">${tally.join(", ")}</text>`,
  ].join("\n");
}

/** The corner, edge or face that the plane goes through, or is measured to. */
function drawFeature(pen, placed, witness, feature, side, colour) {
  const { vertices, edgeVertices, faceStart, faceVertices } = placed.shape.polyhedron;
  const corner = (v) => toWorld(placed, [...vertices.slice(3 * v, 3 * v + 3)]);
  if (witness === Witness.points) return "";
  if (witness === Witness.edges) {
    const ends = [corner(edgeVertices[2 * feature]), corner(edgeVertices[2 * feature + 1])];
    return pen.line(ends, `stroke="${colour}" stroke-width="3.2" stroke-linecap="round"`);
  }
  if ((witness === Witness.faceA) === (side === "A")) {
    const points = [...faceVertices.slice(faceStart[feature], faceStart[feature + 1])].map(corner);
    return pen.area(points, `fill="${colour}" fill-opacity="0.3" stroke="${colour}" stroke-width="1.8"`);
  }
  return pen.dot(corner(feature), 4.2, `fill="${colour}" stroke="#ffffff" stroke-width="1"`);
}

/** The gap against time, coloured by the kind of witness; ticks where it had to be moved. */
function drawGaps(samples, chosen, last) {
  const [width, height] = [900, 120];
  const end = samples[last].t;
  const top = Math.ceil(5 * samples[0].values[0]) / 5;
  const px = (t) => 34 + ((width - 34) * t) / end;
  const py = (gap) => 22 + height * (1 - gap / top);
  const pieces = samples.slice(1).map(({ t, witness, values }, k) => {
    const from = samples[k];
    return `<line x1="${round(px(from.t))}" y1="${round(py(from.values[0]))}" x2="${round(px(t))}" y2="${round(py(values[0]))}" stroke="${witnessNames[witness].colour}" stroke-width="2.4" stroke-linecap="round"/>`;
  });
  const changes = samples
    .filter(({ done }) => done !== "verified")
    .map(({ t, done }) => {
      const x = round(px(t));
      const tick = `<line x1="${x}" y1="${22 + height}" x2="${x}" y2="${8 + height}" stroke="${colours.ink}" stroke-width="1.4"/>`;
      return done === "searched" ? `${tick}<circle cx="${x}" cy="${8 + height}" r="3" fill="${colours.ink}"/>` : tick;
    });
  const marks = chosen.map((k) => {
    const { t, values } = samples[k];
    return `<circle cx="${round(px(t))}" cy="${round(py(values[0]))}" r="4" fill="#ffffff" stroke="${colours.ink}" stroke-width="1.4"/>`;
  });
  const labels = [0, 0.5, 1, 1.5, 2, 2.5]
    .filter((t) => t <= end)
    .map((t) => `<text x="${round(px(t))}" y="${height + 38}" text-anchor="middle" class="small">${t}</text>`);
  const levels = [0, top / 2, top].map(
    (gap) =>
      `<line x1="34" x2="${width}" y1="${round(py(gap))}" y2="${round(py(gap))}" class="grid"/><text x="28" y="${round(py(gap)) + 4}" text-anchor="end" class="small">${gap.toFixed(1)}</text>`,
  );
  const seen = [Witness.faceA, Witness.faceB, Witness.edges, Witness.points].filter((w) =>
    samples.some(({ witness }) => witness === w),
  );
  const legend = seen.map((w, k) => {
    const x = 270 + 165 * k;
    return `<line x1="${x}" x2="${x + 18}" y1="6" y2="6" stroke="${witnessNames[w].colour}" stroke-width="3"/><text x="${x + 23}" y="10" class="small">${witnessNames[w].name}</text>`;
  });
  const note = `<text x="${width / 2}" y="${height + 56}" text-anchor="middle" class="small">m against s, 120 steps a second; ticks below: steps in which the witness no longer held and was repaired; with a dot: searched from scratch</text>`;
  return [
    `<text x="0" y="10" class="heading">gap</text>`,
    ...levels,
    ...labels,
    ...pieces,
    ...changes,
    ...marks,
    ...legend,
    note,
  ].join("\n");
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

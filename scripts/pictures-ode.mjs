/**
 * Draws the pictures of docs/ode.md into docs/pictures, from runs of the built engine: node scripts/pictures-ode.mjs
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { adams, createProblem, dopri5, euler, integrate, midpoint, rk4 } from "@rigor/engine/ode";
import { arenstorf, createReferenceProblem, measureReferenceError, pleiades } from "@rigor/scenes";

const folder = fileURLToPath(new URL("../docs/pictures/", import.meta.url));
const colours = ["#0b7285", "#c92a2a", "#e67700", "#5f3dc4", "#2b8a3e", "#495057"];

let plots = 0;

mkdirSync(folder, { recursive: true });
write("euler-spiral", drawSpiral());
write("euler-explosion", drawExplosion());
write("arenstorf", drawArenstorf());
write("work-precision", drawWorkPrecision());

function write(name, svg) {
  writeFileSync(`${folder}${name}.svg`, svg);
  console.log(`docs/pictures/${name}.svg`);
}

/** The circle that Euler turns into a spiral. */
function drawSpiral() {
  const run = (method, step, end) => {
    const problem = createProblem([1, 0], (y, out) => {
      out[0] = -y[1];
      out[1] = y[0];
    });
    const stepper = method(problem, { step });
    const path = [[1, 0]];
    integrate(stepper, end, { onStep: ({ state }) => void path.push([state[0], state[1]]) });
    return path;
  };
  const plot = createPlot({ width: 420, height: 450, x: [-3.4, 3.4], y: [-3.4, 3.4], margin: [44, 14, 14, 14] });
  const exact = Array.from({ length: 181 }, (_, i) => [Math.cos((i * Math.PI) / 90), Math.sin((i * Math.PI) / 90)]);
  plot.line(run(euler, 0.3, 7.5), { colour: colours[1], dots: 2.4 });
  plot.line(run(euler, 0.1, 20), { colour: colours[2], width: 1.2 });
  plot.line(exact, { colour: "#868e96", width: 4, opacity: 0.45 });
  plot.line(run(rk4, 0.3, 4 * Math.PI), { colour: colours[0], width: 0, dots: 2.6 });
  plot.title("Euler turns a circle into a spiral");
  plot.legend([
    ["Euler, h = 0.3", colours[1]],
    ["Euler, h = 0.1", colours[2]],
    ["Runge–Kutta 4, h = 0.3", colours[0]],
  ]);
  return plot.finish();
}

/** ẋ = −kx by Euler, below, at and beyond h = 2/k. */
function drawExplosion() {
  const k = 1;
  const panels = [
    { h: 0.5, text: "h = 0.5/k: decays" },
    { h: 1.5, text: "h = 1.5/k: swings, and decays" },
    { h: 2, text: "h = 2/k: swings for ever" },
    { h: 2.3, text: "h = 2.3/k: off to Neptune" },
  ];
  const parts = panels.map(({ h, text }, i) => {
    const stepper = euler(
      createProblem([1], (y, out) => {
        out[0] = -k * y[0];
      }),
      { step: h },
    );
    const path = [[0, 1]];
    for (let t = 0; t + h <= 16.2; t += h) {
      stepper.step();
      path.push([stepper.state[1], stepper.state[0]]);
    }
    const plot = createPlot({ width: 340, height: 190, x: [0, 16], y: [-4, 4], margin: [30, 12, 26, 34] });
    plot.axes([0, 4, 8, 12, 16], [-4, -2, 0, 2, 4]);
    plot.line(
      Array.from({ length: 81 }, (_, j) => [j / 5, Math.exp((-k * j) / 5)]),
      { colour: "#868e96", width: 4, opacity: 0.45 },
    );
    plot.line(path, { colour: i === 3 ? colours[1] : colours[0], dots: 2.4, width: 1.2 });
    plot.title(text);
    return plot.group((i % 2) * 350, Math.floor(i / 2) * 200);
  });
  return wrap(690, 390, parts.join("\n"));
}

/** One period of Arenstorf's orbit. */
function drawArenstorf() {
  const run = (stepper, dots) => {
    const path = [[0.994, 0]];
    const out = new Float64Array(5);
    integrate(stepper, arenstorf.rows[3].t, {
      onStep: ({ state, previous }) => {
        const pieces = dots ? 1 : 12;
        for (let i = 1; i <= pieces; i++) {
          out[4] = previous[4] + (i / pieces) * (state[4] - previous[4]);
          stepper.interpolate(out);
          path.push([out[0], out[1]]);
        }
      },
    });
    return path.filter(([x, y]) => Math.abs(x) < 4 && Math.abs(y) < 4);
  };
  const problem = () => createReferenceProblem(arenstorf);
  const T = arenstorf.rows[3].t;
  const plot = createPlot({ width: 560, height: 440, x: [-1.75, 1.6], y: [-1.4, 1.4], margin: [44, 14, 14, 14] });
  plot.line(run(euler(problem(), { step: T / 24000 })), { colour: colours[2], width: 1.2 });
  plot.line(run(rk4(problem(), { step: T / 6000 })), { colour: colours[1], width: 1.2 });
  const good = dopri5(problem(), { tolerance: 1e-7 });
  plot.line(run(good), { colour: colours[0], width: 1.6 });
  plot.line(run(dopri5(problem(), { tolerance: 1e-7 }), true), { colour: colours[0], width: 0, dots: 2.2 });
  plot.dot(-0.012277471, 0, 6, "#1864ab");
  plot.text(-0.012277471, -0.13, "earth");
  plot.dot(1 - 0.012277471, 0, 3.5, "#868e96");
  plot.text(1.16, -0.03, "moon");
  plot.title("Arenstorf’s orbit: step sizes decide");
  plot.legend([
    ["Euler, 24 000 equal steps", colours[2]],
    ["Runge–Kutta 4, 6 000 equal steps", colours[1]],
    [`Dormand–Prince, ${good.counts[0]} steps`, colours[0]],
  ]);
  return plot.finish();
}

/** Error against evaluations, both logarithmic. */
function drawWorkPrecision() {
  const methods = [
    { name: "Euler", make: (p, s) => euler(p, { step: s }), steps: [3e2, 1e3, 3e3, 1e4, 3e4, 1e5] },
    { name: "midpoint", make: (p, s) => midpoint(p, { step: s }), steps: [3e2, 1e3, 3e3, 1e4, 3e4, 1e5] },
    { name: "Runge–Kutta 4", make: (p, s) => rk4(p, { step: s }), steps: [2e2, 5e2, 1e3, 3e3, 1e4, 3e4] },
    { name: "Dormand–Prince", make: (p, tolerance) => dopri5(p, { tolerance }), tolerances: [3, 5, 7, 9, 11, 13, 15] },
    { name: "Adams", make: (p, tolerance) => adams(p, { tolerance }), tolerances: [3, 5, 7, 9, 11, 13, 15] },
  ];
  const parts = [arenstorf, pleiades].map((reference, i) => {
    const plot = createPlot({ width: 360, height: 330, x: [2, 5.6], y: [-13, 1.2], margin: [44, 12, 40, 62] });
    plot.axes([2, 3, 4, 5], [-12, -9, -6, -3, 0], (v) => `10${superscript(v)}`);
    const last = reference.rows.length - 1;
    const end = reference.rows[last].t;
    methods.forEach(({ make, steps, tolerances }, m) => {
      const settings = steps ? steps.map((count) => end / count) : tolerances.map((digits) => 10 ** -digits);
      const points = settings.map((setting) => {
        const stepper = make(createReferenceProblem(reference), setting);
        const report = integrate(stepper, end);
        return [Math.log10(report.evaluations), Math.log10(measureReferenceError(reference, last, stepper.state))];
      });
      const seen = points.filter(([x, y]) => y < 1 && x < 5.6);
      plot.line(seen, { colour: colours[[1, 2, 5, 0, 3][m]], dots: 2.8, width: 1.6 });
    });
    plot.title(reference.name === "arenstorf" ? "Arenstorf’s orbit" : "The Pleiades");
    plot.label("evaluations of f", i === 0 ? "error" : "");
    if (i === 0)
      plot.legend(
        methods.map(({ name }, m) => [name, colours[[1, 2, 5, 0, 3][m]]]),
        "bottom",
      );
    return plot.group(i * 370, 0);
  });
  return wrap(730, 330, parts.join("\n"));
}

function superscript(value) {
  return String(value).replace(/[-0-9]/g, (c) => ({ "-": "⁻" })[c] ?? "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)]);
}

/** A small plot: data coordinates in, SVG elements out. Margins are top, right, bottom, left. */
function createPlot({ width, height, x, y, margin }) {
  const [top, right, bottom, left] = margin;
  const px = (v) => left + ((v - x[0]) / (x[1] - x[0])) * (width - left - right);
  const py = (v) => height - bottom - ((v - y[0]) / (y[1] - y[0])) * (height - top - bottom);
  const round = (v) => Math.round(10 * v) / 10;
  const clip = `clip-${++plots}`;
  const inside = [];
  const outside = [];
  return {
    line(points, { colour, width: stroke = 1.6, dots = 0, opacity = 1 }) {
      // points nearer than a pixel to the last are not drawn
      let [lastX, lastY] = [Infinity, Infinity];
      const list = [];
      for (const [a, b] of points) {
        if (Math.hypot(px(a) - lastX, py(b) - lastY) < 1) continue;
        [lastX, lastY] = [px(a), py(b)];
        list.push(`${round(lastX)},${round(lastY)}`);
      }
      if (stroke > 0) {
        inside.push(
          `<polyline points="${list.join(" ")}" fill="none" stroke="${colour}" stroke-width="${stroke}" stroke-linejoin="round" opacity="${opacity}"/>`,
        );
      }
      if (dots > 0) {
        const circles = points.map(([a, b]) => `<circle cx="${round(px(a))}" cy="${round(py(b))}" r="${dots}"/>`);
        inside.push(`<g fill="${colour}">${circles.join("")}</g>`);
      }
    },
    dot: (a, b, r, colour) =>
      void outside.push(`<circle cx="${round(px(a))}" cy="${round(py(b))}" r="${r}" fill="${colour}"/>`),
    text: (a, b, words) =>
      void outside.push(
        `<text x="${round(px(a))}" y="${round(py(b))}" text-anchor="middle" class="small">${words}</text>`,
      ),
    title: (words) => void outside.push(`<text x="${left}" y="${top > 40 ? 24 : 19}" class="title">${words}</text>`),
    label(across, up) {
      outside.push(`<text x="${(left + width - right) / 2}" y="${height - 8}" text-anchor="middle">${across}</text>`);
      if (up)
        outside.push(
          `<text transform="translate(14 ${(top + height - bottom) / 2}) rotate(-90)" text-anchor="middle">${up}</text>`,
        );
    },
    axes(xs, ys, format = String) {
      for (const v of xs) {
        inside.push(
          `<line x1="${round(px(v))}" x2="${round(px(v))}" y1="${top}" y2="${height - bottom}" class="grid"/>`,
        );
        outside.push(
          `<text x="${round(px(v))}" y="${height - bottom + 15}" text-anchor="middle" class="small">${format(v)}</text>`,
        );
      }
      for (const v of ys) {
        inside.push(
          `<line x1="${left}" x2="${width - right}" y1="${round(py(v))}" y2="${round(py(v))}" class="grid"/>`,
        );
        outside.push(
          `<text x="${left - 6}" y="${round(py(v)) + 4}" text-anchor="end" class="small">${format(v)}</text>`,
        );
      }
    },
    legend(entries, place = "top") {
      const base = place === "top" ? top + 8 : height - bottom - 14 * entries.length - 4;
      const widest = Math.max(...entries.map(([words]) => words.length));
      outside.push(
        `<rect x="${left + 3}" y="${base - 3}" width="${36 + 6 * widest}" height="${14 * entries.length + 4}" fill="#ffffff" opacity="0.85"/>`,
      );
      entries.forEach(([words, colour], i) => {
        const row = base + 14 * i + 6;
        outside.push(
          `<line x1="${left + 8}" x2="${left + 26}" y1="${row}" y2="${row}" stroke="${colour}" stroke-width="3"/>`,
        );
        outside.push(`<text x="${left + 32}" y="${row + 4}" class="small">${words}</text>`);
      });
    },
    group(dx, dy) {
      const box = `<rect x="${left}" y="${top}" width="${width - left - right}" height="${height - top - bottom}"`;
      return `<g transform="translate(${dx} ${dy})">
<clipPath id="${clip}">${box}/></clipPath>
${box} class="frame"/>
<g clip-path="url(#${clip})">
${inside.join("\n")}
</g>
${outside.join("\n")}
</g>`;
    },
    finish() {
      return wrap(width, height, this.group(0, 0));
    },
  };
}

function wrap(width, height, content) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>
text { font: 13px system-ui, sans-serif; fill: #343a40; }
.small { font-size: 11px; }
.title { font-size: 15px; font-weight: 600; }
.grid { stroke: #e9ecef; stroke-width: 1; }
.frame { fill: #ffffff; stroke: #ced4da; }
</style>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${content}
</svg>
`;
}

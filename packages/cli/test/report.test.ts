/** The report: one file that needs nothing else, with everything that it promises. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { catalogue } from "@rigor/scenes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addReport } from "../src/verbs/report.js";
import { bounce, briefMechanism, type MadeRun, makeFolder, makeRun, patience } from "./support/make-run.js";
import { runVerb } from "./support/run-verb.js";

const folder = makeFolder();
afterAll(folder.remove);
let falls: MadeRun;
beforeAll(() => {
  falls = makeRun(join(folder.path, "bounce"), bounce);
}, patience);

async function report(dir: string): Promise<string> {
  const { code, stdout } = await runVerb(addReport, ["report", dir, "--out", "-"]);
  expect(code).toBe(0);
  return stdout;
}

/** Elements that are not closed, in order. */
function listOpen(html: string): string[] {
  const open: string[] = [];
  const empty = new Set(["meta", "link", "rect", "line", "path"]);
  for (const [, slash, name, end] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*?(\/?)>/g)) {
    if (slash) expect(open.pop()).toBe(name);
    else if (!end && !empty.has(name)) open.push(name);
  }
  return open;
}

test("is written into the folder, and refers to nothing outside", async () => {
  const { stdout } = await runVerb(addReport, ["report", falls.dir]);
  expect(stdout).toBe(`${join(falls.dir, "report.html")}\n`);
  const html = readFileSync(join(falls.dir, "report.html"), "utf8");
  expect(html.replaceAll('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(/https?:|<script|url\(|@import|src=/);
  expect(listOpen(html)).toEqual([]);
});

test("tells the curves, forces, certificates and events", async () => {
  const html = await report(falls.dir);
  expect([...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title)).toEqual([
    "Curves",
    "Forces",
    "Certificates",
    "Events",
    "Scene",
  ]);
  expect(html.match(/<svg /g)).toHaveLength(6);
  // m g at the end, and the sum of the impulses: that of the fall and of all bounces, m √(2gh) (1+ε)/(1−ε)
  const impulse = (2 * Math.sqrt(2 * 9.81) * 1.5) / 0.5;
  expect(html).toContain(`<td>ball on floor</td><td class="n">19.6</td>`);
  expect(html).toContain(`<td class="n">${impulse.toPrecision(3)}</td></tr>`);
  // depth twice, energy, forces, positions, dissipated energy
  expect(html.match(/✓ holds/g)).toHaveLength(6);
  expect(html).toContain("force and moment balance of every body");
  expect(html).toContain("0.451524");
  expect(html).toContain(String(JSON.parse(readFileSync(join(falls.dir, "summary.json"), "utf8")).stateHash));
});

test("of constraints tells forces and errors", async () => {
  const { dir } = makeRun(join(folder.path, "mechanism"), briefMechanism);
  const html = await report(dir);
  expect(html).toMatch(/<td>h<\/td><td>hinge<\/td>/);
  expect(html).toContain("Constraint error");
});

test("takes for zero what is rounding beside the forces of the run, and tells notes apart from warnings", async () => {
  const cradle = catalogue.find(({ name }) => name === "newtons-cradle")!.create();
  const { dir } = makeRun(join(folder.path, "cradle"), { ...cradle, run: { ...cradle.run, duration: 1.7 } });
  const path = join(dir, "summary.json");
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), notes: ["forces are not unique"] }));
  const html = await report(dir);
  const forces = html.slice(html.indexOf("<h2>Forces"), html.indexOf("<h2>Certificates"));
  const numbers = [...forces.matchAll(/<td class="n">([^<]+)<\/td>/g)].map(([, text]) => Number(text));
  // strings bear 10 N; errors of constraints are in the last column of their table, and are told as they are
  const [pairs] = forces.split("<td>distance</td>");
  expect(pairs).not.toMatch(/e-1\d/);
  expect(numbers.length).toBeGreaterThan(20);
  expect(html).toContain("<li>Note: forces are not unique</li>");
  expect(html).toContain("No warnings.");
});

describe("what is not well", () => {
  test("is said: a run that failed, a bound that does not hold, warnings", async () => {
    const path = join(falls.dir, "summary.json");
    const summary = readFileSync(path, "utf8");
    const bad = {
      ...JSON.parse(summary),
      status: "failed",
      error: "it broke <here>",
      worstPenetration: 1e-3,
      warnings: ["w < 1"],
    };
    writeFileSync(path, JSON.stringify(bad));
    const html = await report(falls.dir);
    writeFileSync(path, summary);
    expect(html).toContain('<span class="status failed">failed</span>');
    expect(html).toContain("it broke &lt;here&gt;");
    expect(html).toContain("✗ does not hold");
    expect(html).toContain("w &lt; 1");
  });

  test("a complete run whose audit is off is not green", async () => {
    const path = join(falls.dir, "summary.json");
    const summary = readFileSync(path, "utf8");
    const warnings = ["fallback: balance/positions: a body is not where its velocities lead"];
    writeFileSync(path, JSON.stringify({ ...JSON.parse(summary), worstKinematicError: 1e-3, warnings }));
    const html = await report(falls.dir);
    writeFileSync(path, summary);
    expect(html).not.toContain('class="status complete"');
    expect(html).toContain('<span class="status failed">complete, off its bounds</span>');
    expect(html.match(/✗ does not hold/g)).toHaveLength(1);
  });

  test.each([
    ["the energy", { worstEnergyError: 1e-6 }],
    ["the depth", { worstPenetration: 1e-6 }],
    ["a figure that is no number", { worstForceBalance: null }],
    ["a warning of joints", { warnings: ["fallback: joints/error: joints are off by more than the tolerance allows"] }],
  ])("nor one where %s is off", async (_, change) => {
    const path = join(falls.dir, "summary.json");
    const summary = readFileSync(path, "utf8");
    writeFileSync(path, JSON.stringify({ ...JSON.parse(summary), ...change }));
    const html = await report(falls.dir);
    writeFileSync(path, summary);
    expect(html).toContain('<span class="status failed">complete, off its bounds</span>');
  });

  test("a run with fixed steps says that nothing is audited, and shows no figures of an audit", async () => {
    const { dir } = makeRun(join(folder.path, "fixed"), { ...bounce, method: { integrator: "rk4", step: 1e-3 } });
    const summary = JSON.parse(readFileSync(join(dir, "summary.json"), "utf8"));
    expect(summary.notes.join()).toContain("steps are fixed: forces and motion are not audited");
    expect(["worstForceBalance", "worstKinematicError", "worstDissipationDrop"].some((key) => key in summary)).toBe(
      false,
    );
    const html = await report(dir);
    expect(html).toContain('<span class="status interrupted">complete, not audited</span>');
    expect(html).not.toContain("force and moment balance");
  });

  test("names cannot break the page", async () => {
    const id = '</style></pre><script>alert("1")</script>';
    const bodies = [...(bounce.bodies ?? []).slice(0, 1), { ...(bounce.bodies ?? [])[1], id }];
    const { dir } = makeRun(join(folder.path, "nasty"), { ...bounce, name: id, description: id, bodies });
    const html = await report(dir);
    expect(html).not.toContain("<script");
    expect(listOpen(html)).toEqual([]);
  });
});

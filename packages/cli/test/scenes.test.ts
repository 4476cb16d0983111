/** Every built-in scene through `rigor run`, as it comes and to its end, with what must hold of each. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Sample } from "@rigor/engine/scene";
import { catalogue } from "@rigor/scenes";
import { describe, expect, test } from "vitest";
import { sample } from "../../../test/support/campaign.js";
import { command, makeFolder, readJson, readLines, waitFor } from "./support/command.js";

const folder = makeFolder();

/** The catalogue goes by kinds: chains, collisions, friction, joints, single bodies, particles. */
const names = sample(
  catalogue.map(({ name }) => name),
  4,
  2,
);

describe.concurrent("rigor run", () => {
  test.each(names)("%s", async (name) => {
    const args = ["run", name, "--out", name, "--quiet"];
    const child = spawn(process.execPath, [command, ...args], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
    let stderr = "";
    child.stderr.on("data", (text: Buffer) => {
      stderr += text.toString();
    });
    const { code } = await waitFor(child);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    const summary = readJson<Record<string, number>>(folder, name, "summary.json");
    expect(summary).toMatchObject({ status: "complete", scene: name });
    expect(summary.worstPenetration).toBeLessThan(1e-7);
    expect(summary.worstConstraintError).toBeLessThan(1e-9);
    expect(summary.worstEnergyError).toBeLessThan(1e-6);
    // measured 7.3e-9, of stick-slip; 6.2e-8 m, of bowling, where pins are moved and turned as gaps close; 6e-16, of billiard-break
    expect(summary.worstForceBalance).toBeLessThan(1e-8);
    expect(summary.worstKinematicError).toBeLessThan(7e-8);
    expect(summary.worstDissipationDrop).toBeLessThan(1e-14);
    const samples = readLines<Sample>(folder, name, "trajectory.ndjson");
    const scene = catalogue.find((entry) => entry.name === name) as (typeof catalogue)[number];
    for (const sample of samples) {
      for (const { what, exact, got } of scene.check?.(sample, samples[0]) ?? []) {
        const allowed = (scene.accuracy ?? 1e-6) * Math.max(1, Math.abs(exact));
        expect([what, sample.t, Math.abs(got - exact) <= allowed]).toEqual([what, sample.t, true]);
      }
    }
    expect(samples.at(-1)?.t).toBe(summary.duration);
    expect(readLines(join(folder, name, "events.ndjson")).length).toBe(
      Object.values(summary.events as unknown as Record<string, number>).reduce((sum, count) => sum + count, 0),
    );
  });
});

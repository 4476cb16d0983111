/** check, info, diff, scenes and completion, and what is the same of all verbs. */
import { spawnSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { catalogue } from "@rigor/scenes";
import { beforeAll, describe, expect, test } from "vitest";
import { listDifferences } from "../src/scene-diff.js";
import { mergeOverrides, parseSetting } from "../src/scene-overrides.js";
import { suggest } from "../src/suggest.js";
import { bouncingScene, makeFolder, readLines, rigorIn, writeScene } from "./support/command.js";

const folder = makeFolder();

beforeAll(() => {
  writeScene(folder, bouncingScene);
  expect(rigorIn(folder, "run", "scene.json", "--out", "a", "-q").status).toBe(0);
});

describe("rigor check", () => {
  test("a good scene: what is in it", () => {
    expect(rigorIn(folder, "check", "scene.json")).toEqual({
      status: 0,
      stdout: "Bouncing: good; 2 bodies\n",
      stderr: "",
    });
  });

  test("all problems at once, a line each; or as JSON", () => {
    const bodies = [{ id: "a", shape: { type: "sphere", radius: -1 }, mass: 0 }, { shape: { type: "cube" } }];
    writeScene(folder, { rigor: 1, bodies }, "bad.json");
    const { status, stdout, stderr } = rigorIn(folder, "check", "bad.json");
    expect(status).toBe(2);
    expect(stdout).toBe("");
    for (const path of ["bodies[0].shape.radius", "bodies[0].mass", "bodies[1].id", "bodies[1].shape.type"]) {
      expect(stderr).toMatch(new RegExp(`^${path.replaceAll(/[[\].]/g, "\\$&")}: `, "m"));
    }
    const json = rigorIn(folder, "check", "bad.json", "--json");
    expect(json.status).toBe(2);
    const found = JSON.parse(json.stdout) as { valid: boolean; problems: { path: string; message: string }[] };
    expect(found.valid).toBe(false);
    expect(found.problems.map(({ message }) => message).join("\n")).toBe(stderr.trim());
  });

  test("what only building finds is told with the rest", () => {
    const box = { type: "box", size: [1, 1, 1] };
    const bodies = [
      { id: "a", shape: box, mass: -1 },
      { id: "b", shape: box, position: [0.5, 0, 0] },
      { id: "c", shape: { type: "mesh", file: "none.obj" } },
    ];
    const constraints = [{ type: "distance", a: "a", b: "b", length: 4 }];
    writeScene(folder, { rigor: 1, bodies, constraints }, "bad.json");
    const { status, stdout } = rigorIn(folder, "check", "bad.json", "--json");
    expect(status).toBe(2);
    const { problems } = JSON.parse(stdout) as { problems: { path: string; message: string }[] };
    expect(problems.map(({ path }) => path)).toEqual([
      "bodies[0].mass",
      "bodies[2].shape.file",
      "constraints[0]",
      "bodies[1]",
    ]);
  });
});

describe("rigor info", () => {
  test("counts what the folder has", () => {
    const { status, stdout } = rigorIn(folder, "info", "a", "--json");
    expect(status).toBe(0);
    const info = JSON.parse(stdout) as Record<string, unknown>;
    expect(info).toMatchObject({ samples: 41, firstTime: 0, lastTime: 0.8, events: 1, bodies: ["floor", "ball"] });
    expect(Object.keys(info.files as object)).toContain("animation.glb");
    expect(rigorIn(folder, "info", "a").stdout).toMatch(/samples +41, t = 0 … 0\.800 s/);
  });

  test("a folder that is none", () => {
    const { status, stderr } = rigorIn(folder, "info", "nowhere");
    expect(status).toBe(2);
    expect(stderr).toContain("nowhere");
  });
});

describe("rigor diff", () => {
  test("of a run and itself: none", () => {
    const { status, stdout } = rigorIn(folder, "diff", "a", "a");
    expect([status, stdout]).toEqual([0, "the same, in all 41 samples\n"]);
  });

  test("tells the first time and body, and by how much; up to a tolerance there is none", () => {
    cpSync(join(folder, "a"), join(folder, "b"), { recursive: true });
    const lines = readLines<{ t: number; bodies: { ball: { p: number[] } } }>(folder, "b", "trajectory.ndjson");
    lines[7].bodies.ball.p[1] += 1e-9;
    lines[9].bodies.ball.p[0] += 1e-8;
    writeFileSync(join(folder, "b", "trajectory.ndjson"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const { status, stdout } = rigorIn(folder, "diff", "a", "b");
    expect(status).toBe(1);
    expect(stdout).toMatch(/^first differ at t = 0\.14 s in body "ball" p\[1\]: by 1\.0000/);
    expect(stdout).toMatch(/positions differ most at t = 0\.18 s in body "ball" p\[0\]/);
    const json = JSON.parse(rigorIn(folder, "diff", "a", "b", "--json").stdout) as Record<
      string,
      Record<string, unknown>
    >;
    expect(json.first).toMatchObject({ t: 0.14, kind: "bodies", id: "ball", key: "p[1]" });
    expect(json.largest).toMatchObject({ t: 0.18, key: "p[0]", by: 1e-8 });
    expect(rigorIn(folder, "diff", "a", "b", "--tolerance", "1e-7").status).toBe(0);
    expect(rigorIn(folder, "diff", "a", "b", "--tolerance", "5e-9").status).toBe(1);
    writeFileSync(join(folder, "b", "trajectory.ndjson"), `${JSON.stringify(lines[0])}\n`);
    const shorter = rigorIn(folder, "diff", "a", "b");
    expect([shorter.status, shorter.stdout]).toEqual([1, "41 samples and 1; 1 were compared\n"]);
  });

  test("of other scenes names the fields that differ", () => {
    const [floor, ball] = bouncingScene.bodies;
    const changed = {
      ...bouncingScene,
      gravity: [0, -1.62, 0],
      bodies: [
        { id: "post", shape: { type: "box", size: [1, 1, 1] }, position: [9, 5, 0] },
        floor,
        { ...ball, mass: 3 },
      ],
    };
    writeScene(folder, changed, "changed.json");
    expect(rigorIn(folder, "run", "changed.json", "--out", "c", "-q").status).toBe(0);
    const { status, stdout } = rigorIn(folder, "diff", "a", "c");
    expect(status).toBe(1);
    expect(stdout.slice(stdout.indexOf("the scenes"))).toBe(
      [
        "the scenes are not the same:",
        '  bodies[1].mass is 2 in the first and 3 in the other ("ball")',
        '  bodies[0] is not given in the first and {"id":"post","shape":{"type":"box","size… in the other ("post")',
        "  gravity is not given in the first and [0,-1.62,0] in the other",
        "",
      ].join("\n"),
    );
    const json = JSON.parse(rigorIn(folder, "diff", "a", "c", "--json").stdout) as Record<string, unknown>;
    expect(json).toMatchObject({ sameScene: false, fieldCount: 3 });
    expect(json.fields).toContainEqual({ path: "bodies[1].mass", id: "ball", a: 2, b: 3 });
  });

  test("of scenes that differ in one place names that one, whatever it is", () => {
    const leaves = (data: unknown, path: string): string[] =>
      typeof data === "object" && data !== null && !(Array.isArray(data) && typeof data[0] === "number")
        ? Object.entries(data).flatMap(([key, value]) =>
            leaves(value, Array.isArray(data) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`),
          )
        : [path];
    for (const { create } of catalogue.slice(0, 30)) {
      const scene = JSON.parse(JSON.stringify(create())) as object;
      expect(listDifferences(scene, structuredClone(scene))).toEqual([]);
      for (const path of leaves(scene, "").slice(0, 60)) {
        const other = mergeOverrides(scene, { set: { [path]: "other" } });
        const told = listDifferences(scene, other).map((difference) => difference.path);
        // another id is another thing
        if (/\]\.id$/.test(path)) expect(told).toEqual([path.slice(0, -3), path.slice(0, -3)]);
        else expect(told).toEqual([path]);
      }
    }
    const [one, two] = [{ bodies: [{ id: "a" }, { id: "b" }] }, { bodies: [{ id: "b" }, { id: "a" }] }];
    expect(listDifferences(one, two)).toEqual([{ path: "order of bodies", a: ["a", "b"], b: ["b", "a"] }]);
  });
});

describe("rigor scenes", () => {
  test("a line each, or JSON with parameters", () => {
    const { status, stdout } = rigorIn(folder, "scenes");
    expect(status).toBe(0);
    const names = stdout
      .trim()
      .split("\n")
      .map((line) => line.split(" ")[0]);
    expect(names.sort()).toEqual(catalogue.map(({ name }) => name).sort());
    const scenes = JSON.parse(rigorIn(folder, "scenes", "--json").stdout) as { name: string; parameters: object }[];
    expect(scenes.find(({ name }) => name === "dominoes")?.parameters).toHaveProperty("count.default");
  });

  test("their parameters are set by --set", () => {
    const args = ["run", "dominoes", "--set", "count=3", "--duration", "0.01", "-q", "--out", "dominoes"];
    expect(rigorIn(folder, ...args).status).toBe(0);
    const [{ bodies }] = readLines<{ bodies: object }>(folder, "dominoes", "trajectory.ndjson");
    expect(Object.keys(bodies)).toHaveLength(4);
    const wrong = rigorIn(folder, "check", "dominoes", "--set", "cuont=3");
    expect([wrong.status, wrong.stderr.startsWith("cuont: must be a parameter of dominoes")]).toEqual([2, true]);
  });
});

describe("rigor completion", () => {
  /** What a shell makes of lines that are begun: by its own machinery, with the script that the command prints. */
  const complete: Readonly<Record<string, (script: string, lines: readonly string[]) => string[]>> = {
    bash(script, lines) {
      const asked = lines.map((line) => {
        const words = line.split(" ").map((word) => `'${word}'`);
        return `COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _rigor; echo "\${COMPREPLY[@]}"`;
      });
      return ask("bash", ["-c", [script, ...asked].join("\n")]);
    },
    zsh(script, lines) {
      writeFileSync(join(folder, "rigor.zsh"), script);
      // a terminal, in which a key completes a line and tells what came of it
      const session = `
        zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell 'PS1=; autoload -U compinit; compinit -D -u; source rigor.zsh
          try() { BUFFER=$LINE; CURSOR=$#BUFFER; zle complete-word; print -r -- "<<$BUFFER>>"; BUFFER=; zle accept-line }
          zle -N try; bindkey "^T" try; print RE""ADY'
        zpty -r -m shell text "*READY*"
        for line in ${lines.map((line) => `"${line}"`).join(" ")}; do
          zpty -w shell "LINE='$line'"
          zpty -w -n shell $'\\x14'
          zpty -r -m shell text "*<<*>>*"
          print -r -- \${\${\${text##*<<}%%>>*}% }
        done`;
      return ask("zsh", ["-f", "-c", session]).map((line) => line.split(" ").at(-1) ?? "");
    },
    fish(script, lines) {
      writeFileSync(join(folder, "rigor.fish"), script);
      const asked = lines.map((line) => `echo (complete -C '${line}' | string replace -r '\\t.*' '')`);
      return ask("fish", ["--no-config", "-c", ["source rigor.fish", ...asked].join("\n")]);
    },
  };
  const ask = (shell: string, args: readonly string[]) =>
    spawnSync(shell, args, { encoding: "utf8", cwd: folder, timeout: 60_000 }).stdout.trim().split("\n");
  const lines = [
    ["rigor che", "check"],
    ["rigor run --res", "--resume"],
    ["rigor run newtons-cradle-", "newtons-cradle-at-once"],
    ["rigor view newtons-cradle-", "newtons-cradle-at-once"],
    ["rigor info scene.j", "scene.json"],
    ["rigor completion z", "zsh"],
    ["rigor help ver", "verify"],
  ] as const;

  test.each(["bash", "zsh", "fish"])("%s: verbs, options and scenes", (shell) => {
    const { status, stdout } = rigorIn(folder, "completion", shell);
    expect(status).toBe(0);
    for (const word of ["run", "diff", "newtons-cradle", "resume"]) expect(stdout).toContain(word);
    // in the shell itself, where there is one
    if (spawnSync(shell, ["-c", "true"]).status !== 0) return;
    const begun = lines.map(([line]) => line);
    expect(complete[shell](stdout, begun)).toEqual(lines.map(([, word]) => word));
  });

  test("another shell is refused", () => {
    expect(rigorIn(folder, "completion", "cmd").status).toBe(2);
  });
});

describe("every verb", () => {
  test("has help with examples", () => {
    const help = rigorIn(folder, "--help").stdout;
    const verbs = [...help.matchAll(/^ {2}([a-z]+) .*$/gm)].map(([, verb]) => verb).filter((verb) => verb !== "rigor");
    expect(verbs).toEqual(expect.arrayContaining(["run", "check", "info", "diff", "scenes", "completion", "start"]));
    for (const verb of new Set(verbs)) {
      if (verb === "help") continue;
      expect([verb, rigorIn(folder, verb, "--help").stdout.includes("Examples:")]).toEqual([verb, true]);
    }
  });
});

describe("words", () => {
  test("that are near are suggested, others not", () => {
    const names = ["destructive-chain", "hanging-chain", "gears"];
    expect(suggest("gaers", names)).toBe("Did you mean gears?");
    expect(suggest("destructivechain", names)).toBe("Did you mean destructive-chain?");
    expect(suggest("zzz", names)).toBe("");
  });

  test("key=value is JSON, or else text", () => {
    expect(parseSetting("b=x=y", parseSetting("a=[1,2]"))).toEqual({ a: [1, 2], b: "x=y" });
    expect(() => parseSetting("=3")).toThrow("key=value");
  });
});

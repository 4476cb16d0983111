/** What the documents say of the repository holds: modules, sources, equations, commands, numbers of scenes. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { catalogue, extremeKinds, mechanismScenes, randomKinds, worldScenes } from "@rigor/scenes";
import { describe, expect, test } from "vitest";
import { listFiles, read, readJson, root } from "./support/repository.js";

const documents = ["README.md", "CONTRIBUTING.md", ...listFiles("docs", ".md")];

/** The cells of the rows of a table whose last cell is "here" or "planned". */
function listStates(text: string): { name: string; state: string }[] {
  return [...text.matchAll(/^\| (.+?) \|.*\| (here|planned) \|$/gm)].map(([, name, state]) => ({
    name: name.replace(/^\[(.+)\].*$/, "$1").replaceAll("`", ""),
    state,
  }));
}

describe("the README", () => {
  const text = read("README.md");
  const states = listStates(text);

  test("calls those modules here that there are, and no others", () => {
    const exported = Object.keys(readJson("packages/engine/package.json").exports as object);
    expect(states.length).toBeGreaterThan(10);
    for (const { name, state } of states) {
      expect(exported.includes(`./${name}`) ? "here" : "planned", name).toBe(state);
      expect(existsSync(join(root, "packages/engine/src", name, "index.ts")), name).toBe(state === "here");
    }
  });

  test("does not name among what is there what is planned", () => {
    const opening = text.split("\n## ")[0].split("What is here, and what is to come")[0];
    const planned = states.filter(({ state }) => state === "planned").map(({ name }) => name);
    expect(planned.length).toBeGreaterThan(0);
    for (const name of planned) expect(opening.toLowerCase()).not.toContain(name);
  });
});

test("the architecture calls those rooms here that there are", () => {
  for (const { name, state } of listStates(read("docs/architecture.md"))) {
    expect(existsSync(join(root, name)), name).toBe(state === "here");
  }
});

test("README and the first page of the documents name every source whose equations are cited", () => {
  const chapters = readJson("docs/equations.json") as Record<string, { source: string }>;
  const notes = "Physically Based Modeling";
  const sources = Object.entries(chapters).map(([name, { source }]) => (source.startsWith(notes) ? notes : name));
  expect(new Set(sources).size).toBe(4);
  for (const document of ["README.md", "docs/README.md"]) {
    // of "Baraff 1989" and "Chaney" the author, and the year where it is part of the name
    for (const name of sources) {
      for (const word of name.startsWith("Baraff") ? name.split(" ") : [name]) expect(read(document)).toContain(word);
    }
  }
});

test("equations that the documents cite exist", () => {
  const chapters = readJson("docs/equations.json") as Record<string, { equations: Record<string, string> }>;
  const known = new Set(Object.values(chapters).flatMap(({ equations }) => Object.keys(equations)));
  for (const document of documents) {
    for (const [cited, section, number] of read(document).matchAll(/\(([A-Z]|\d+)–(\d+)\)/g)) {
      expect(known.has(`${section}–${number}`), `${document}: ${cited}`).toBe(true);
    }
  }
});

test("commands that the documents give exist", () => {
  const scripts = Object.keys(readJson("package.json").scripts as object);
  const verbs = listFiles("packages/cli/src/verbs", ".ts").map((path) => path.replace(/^.*\/|\.ts$/g, ""));
  for (const document of documents) {
    const text = read(document);
    for (const [, name] of text.matchAll(/npm run ([a-z][\w:-]*)/g)) expect(scripts, document).toContain(name);
    for (const [, name] of text.matchAll(/npm run bench ([a-z]+)/g)) {
      expect(existsSync(join(root, "bench/src", `${name}.ts`)), `${document}: bench ${name}`).toBe(true);
    }
    for (const [, name] of text.matchAll(/npx rigor ([a-z]+)/g)) expect(verbs, document).toContain(name);
  }
});

test("numbers of scenes, kinds and engines that the documents give are right", () => {
  const words = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen";
  const say = (count: number) => words.split(" ")[count] ?? String(count);
  const accuracy = read("docs/accuracy.md");
  const scenes = [...accuracy.split("## Scene by scene")[1].split("\n## ")[0].matchAll(/^### /gm)].length;
  const engines = [
    ...accuracy
      .split("## The engines")[1]
      .split("\n## ")[0]
      .matchAll(/^\| (?!---|engine)/gm),
  ].length;
  for (const [document, pattern, count] of [
    ["CHANGELOG.md", /(\w+) scenes of mechanisms with known answers/g, mechanismScenes.length],
    ["CHANGELOG.md", /(\w+) scenes of the exact engine/g, worldScenes.length],
    ["CHANGELOG.md", /`npm run bench accuracy`: (\w+) scenes/g, scenes],
    ["docs/world.md", /on scenes of (\w+) kinds by number/g, randomKinds.length + extremeKinds.length],
    ["docs/command.md", /The (\w+) built-in scenes together/g, catalogue.length],
    ["docs/results.md", /in the (\w+) built-in scenes together/g, catalogue.length],
    ["docs/README.md", /(\w+) scenes with known answers/g, scenes],
    ["docs/README.md", /this engine beside (\w+) others/g, engines - 1],
    ["docs/accuracy.md", /(\w+) small scenes with known solutions/g, scenes],
    ["README.md", /in this engine and in (\w+) others/g, engines - 1],
  ] as const) {
    const found = [...read(document).matchAll(pattern)].map(([, word]) => word.toLowerCase());
    expect(found, `${document}: ${pattern}`).toEqual([say(count)]);
  }
});

test("what is chaotic is given as a range", () => {
  const rows = read("docs/friction.md")
    .match(/^\| boxes of 0\.4 to 0\.7 m into a pit.*\n(?:\|.*\n)+/m)![0]
    .trim()
    .split("\n");
  const heaps = rows.slice(2).map((row) => row.split(" | "));
  expect(heaps.map(([size]) => size.replace("| ", ""))).toEqual(["20", "50", "100", "200"]);
  for (const [size, rest, , , time] of heaps) {
    expect(rest, size).toMatch(/^\d\S* to \d\S* s$/);
    expect(time, size).toMatch(/^\d[\d ]* to \d[\d ]* s\b/);
  }
});

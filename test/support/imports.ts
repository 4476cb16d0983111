/**
 * The import line: who may import whom.
 *
 *   math → linalg → ode → particles → rigid → collide → contact → constrain → lagrange → cloth → world → scene
 *
 * A file of the engine imports from its own room, from an earlier room of its module through the door of that room (see
 * rooms.ts), or from an earlier module through its index. Scenes see the engine's public modules alone; everything else sees public
 * modules of engine and scenes, and whatever packages it declares.
 */
import { posix } from "node:path";
import ts from "typescript";
import { rooms } from "./rooms.js";

export const line = [
  "math",
  "linalg",
  "ode",
  "particles",
  "rigid",
  "collide",
  "contact",
  "constrain",
  "lagrange",
  "cloth",
  "world",
  "scene",
];

const engine = "packages/engine/src/";

/** What is wrong with the imports of the file at `path` (from the root), each as a sentence with the line. */
export function checkImports(path: string, text: string): string[] {
  return listImports(text).flatMap(({ specifier, row }) => {
    const problem = specifier === undefined ? "imports a computed name; write it out" : judge(path, specifier);
    return problem === undefined ? [] : [`${path}:${row}: ${problem}`];
  });
}

/** Every module named in a source: static, type, re-export, `import()` as expression and as type, `require`. */
export function listImports(text: string): { specifier: string | undefined; row: number }[] {
  const source = ts.createSourceFile("source.ts", text, ts.ScriptTarget.ES2022, true);
  const found: { specifier: string | undefined; row: number }[] = [];
  const visit = (node: ts.Node): void => {
    const target = findTarget(node);
    if (target !== null) {
      const row = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      found.push({ specifier: target !== undefined && ts.isStringLiteralLike(target) ? target.text : undefined, row });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The expression that names a module, or null where the node imports nothing. */
function findTarget(node: ts.Node): ts.Node | undefined | null {
  if (ts.isImportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isExportDeclaration(node)) return node.moduleSpecifier ?? null;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  if (!ts.isCallExpression(node)) return null;
  const called = node.expression;
  const loads = called.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(called) && called.text === "require");
  return loads ? node.arguments[0] : null;
}

/** The rule that an import breaks, or undefined. */
function judge(path: string, specifier: string): string | undefined {
  const inEngine = path.startsWith(engine);
  if (!/^\.\.?\//.test(specifier)) {
    if (inEngine) return `the engine has no dependencies, and imports "${specifier}"`;
    if (path.startsWith("packages/scenes/src/")) {
      const module = specifier.replace(/^@rigor\/engine\//, "");
      return line.includes(module) ? undefined : `scenes import nothing but @rigor/engine/<module>, not "${specifier}"`;
    }
    return judgePackage(specifier);
  }
  const target = posix.join(posix.dirname(path), specifier).replace(/\.js$/, ".ts");
  if (!specifier.endsWith(".js")) return `"${specifier}" must end in .js`;
  return inEngine ? judgeFolders(path, target, specifier) : judgeHome(path, target, specifier);
}

/** Outside the engine and the scenes: any package, but of ours only what is public. */
function judgePackage(specifier: string): string | undefined {
  if (!specifier.startsWith("@rigor/")) return undefined;
  if (specifier === "@rigor/scenes" || specifier === "@rigor/highs") return undefined;
  if (line.some((module) => specifier === `@rigor/engine/${module}`)) return undefined;
  return `"${specifier}" is not public; import @rigor/engine/<module>, @rigor/scenes or @rigor/highs`;
}

/** Inside the engine: the own module, or an earlier one through its index. */
function judgeFolders(path: string, target: string, specifier: string): string | undefined {
  const [own, ...place] = path.slice(engine.length).split("/") as [string, ...string[]];
  if (!line.includes(own)) return `"${own}" is no folder of the line ${line.join(" → ")}`;
  if (!target.startsWith(engine)) return `"${specifier}" leaves the engine`;
  const [folder, ...rest] = target.slice(engine.length).split("/") as [string, ...string[]];
  if (folder === own) return judgeRooms(own, place, rest);
  if (!line.includes(folder)) return `"${folder}" is no folder of the line ${line.join(" → ")}`;
  if (line.indexOf(folder) > line.indexOf(own))
    return `${own} comes before ${folder} in the line and may not import it`;
  return rest.join("/") === "index.ts" ? undefined : `reaches into ${folder}; import "../${folder}/index.js"`;
}

/** Inside a module: the own room, or an earlier one through its door. Files beside the rooms come last. */
function judgeRooms(module: string, place: string[], target: string[]): string | undefined {
  if (target.join("/") === "index.ts") return "imports its own index; import the neighbour itself";
  const order = rooms[module] ?? [];
  const room = place.length > 1 ? place[0]! : null;
  const other = target.length > 1 ? target[0]! : null;
  for (const name of [room, other]) {
    if (name !== null && !order.includes(name))
      return `"${name}" is no room of ${module}; its rooms are in test/support/rooms.ts`;
  }
  if (room === other) return target[1] === "index.ts" ? "imports its own door; import the neighbour itself" : undefined;
  if (other === null) return `${room} comes before the files beside the rooms of ${module} and may not import them`;
  if (room !== null && order.indexOf(other) > order.indexOf(room))
    return `${room} comes before ${other} among the rooms of ${module} and may not import it`;
  return target[1] === "index.ts"
    ? undefined
    : `reaches into ${other}; import "${room === null ? "." : ".."}/${other}/index.js"`;
}

/** Cycles of imports among sources, type imports included: each as the files of it, in the order in which they import one another. */
export function findCycles(sources: ReadonlyMap<string, string>): string[][] {
  const targets = new Map(
    [...sources].map(([path, text]) => [
      path,
      listImports(text).flatMap(({ specifier }) => {
        const target = posix.join(posix.dirname(path), specifier ?? "").replace(/\.js$/, ".ts");
        return specifier?.startsWith(".") && sources.has(target) ? [target] : [];
      }),
    ]),
  );
  const isDone = new Map<string, boolean>();
  const cycles: string[][] = [];
  const visit = (path: string, way: string[]): void => {
    if (isDone.get(path)) return;
    if (isDone.has(path)) {
      cycles.push(way.slice(way.indexOf(path)));
      return;
    }
    isDone.set(path, false);
    for (const target of targets.get(path)!) visit(target, [...way, path]);
    isDone.set(path, true);
  };
  for (const path of sources.keys()) visit(path, []);
  return cycles;
}

/** Outside the engine: a relative import stays within the package's own src. */
function judgeHome(path: string, target: string, specifier: string): string | undefined {
  const home = path.slice(0, path.indexOf("/src/") + "/src/".length);
  return target.startsWith(home) ? undefined : `"${specifier}" leaves ${home}; import the package by name`;
}

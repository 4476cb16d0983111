/**
 * The import line: who may import whom.
 *
 *   math → linalg → ode → particles → rigid → collide → contact → constrain → lagrange → cloth → world → scene
 *
 * A file of the engine imports from its own folder, or from an earlier one through its index. Scenes see the engine's
 * public modules alone; everything else sees public modules of engine and scenes, and whatever packages it declares.
 */
import { posix } from "node:path";
import ts from "typescript";

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

/** Inside the engine: own folder, or an earlier one through its index. */
function judgeFolders(path: string, target: string, specifier: string): string | undefined {
  const own = path.slice(engine.length).split("/")[0]!;
  if (!line.includes(own)) return `"${own}" is no folder of the line ${line.join(" → ")}`;
  if (!target.startsWith(engine)) return `"${specifier}" leaves the engine`;
  const [folder, ...rest] = target.slice(engine.length).split("/") as [string, ...string[]];
  if (folder === own) {
    return rest.join("/") === "index.ts" ? "imports its own index; import the neighbour itself" : undefined;
  }
  if (!line.includes(folder)) return `"${folder}" is no folder of the line ${line.join(" → ")}`;
  if (line.indexOf(folder) > line.indexOf(own))
    return `${own} comes before ${folder} in the line and may not import it`;
  return rest.join("/") === "index.ts" ? undefined : `reaches into ${folder}; import "../${folder}/index.js"`;
}

/** Outside the engine: a relative import stays within the package's own src. */
function judgeHome(path: string, target: string, specifier: string): string | undefined {
  const home = path.slice(0, path.indexOf("/src/") + "/src/".length);
  return target.startsWith(home) ? undefined : `"${specifier}" leaves ${home}; import the package by name`;
}

/**
 * The rules of the engine's interior: sizes of folders, cycles of imports, doc comments, words, branches and exported state.
 * A rule applies to the modules of `checkedModules`; a module joins the list when it satisfies all of them.
 *
 *   folders       at most `largestRoom` sources each
 *   cycles        none among files, type imports included
 *   docs          a doc comment before every exported declaration; no doc comment begins with "The same" or "What"
 *   words         no word of `privateWords` in comments, identifiers and names of files: the field has its own
 *   branches      at most `mostBranches` in a function, and at most `mostBranchy` functions with more than `manyBranches`
 *   state         no exported variable, and no exported container that is made to be written, but for `registers`
 *   files         sources that a comment names are there
 *   types         in `world`, no class or interface with more than `mostImporters` importers, or more than `mostFields` fields, but for
 *                 `records`
 */
import { posix } from "node:path";
import ts from "typescript";
import { findCycles } from "./imports.js";
import { listFiles } from "./repository.js";
import { largestRoom } from "./rooms.js";

/** The modules of the engine that satisfy the rules, and are held to them. */
export const checkedModules: readonly string[] = [
  "math",
  "ode",
  "linalg",
  "particles",
  "rigid",
  "collide",
  "contact",
  "constrain",
  "lagrange",
  "world",
  "scene",
];

/** The greatest cyclomatic complexity of a function. */
export const mostBranches = 25;
/** The complexity above which a function counts as branchy: a numerical kernel may be, other functions are divided. */
export const manyBranches = 15;
/** The largest number of branchy functions in the modules together. */
export const mostBranchy = 25;

/** The largest number of files of `world` that import a type of `world`: a type that more depend on knows too much. */
export const mostImporters = 15;
/** The largest number of fields of a class or an interface of `world`. */
export const mostFields = 12;

/** Types whose fields are data that users read or keep: events, figures of a report, islands of a snapshot. */
const records: readonly string[] = ["WorldEvent", "Worst", "IslandSnapshot"];

/** The exported containers that are written by design: the registers of the kernels of `math`, see math/numbers/README.md. */
const registers: readonly string[] = [
  "packages/engine/src/math/numbers/bits.ts double",
  "packages/engine/src/math/numbers/bits.ts word",
  "packages/engine/src/math/numbers/double-double.ts parts",
];

/** Words that the literature does not use for what they stood for here, with the words of the field. */
const replacements: Readonly<Record<string, string>> = {
  "leap leaps leaping": "time-stepping",
  "storm storms storming": "chattering",
  "rub rubs rubbing": "friction",
  "squeeze squeezes squeezing squeezed": "self-stress",
  told: "reported",
  books: "energy balance",
  "crowd crowds crowding crowded": "many contacts",
  "haste hasty hasting": "budget",
  "hop hops hopping": "micro-bounce",
  dormant: "partial sleep",
  "rouse rouses rousing": "wake",
  spent: "released, used",
};

/** The word of the field for each private word. */
const privateWords: ReadonlyMap<string, string> = new Map(
  Object.entries(replacements).flatMap(([words, better]) => words.split(" ").map((word) => [word, better] as const)),
);

/** Returns the violations of all rules by the sources, given by their paths from the root, each as a sentence with the place. */
export function checkHouse(sources: ReadonlyMap<string, string>): string[] {
  const problems = checkFolders([...sources.keys()]);
  for (const cycle of findCycles(sources)) problems.push(`${cycle[0]}: imports itself by ${cycle.slice(1).join(", ")}`);
  problems.push(...checkTypes(sources), ...checkFileReferences(sources));
  const branchy: string[] = [];
  for (const [path, text] of sources) {
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
    problems.push(
      ...checkFileName(path),
      ...checkDeclarations(source),
      ...checkComments(source),
      ...checkWords(source),
    );
    for (const { name, row, branches } of listFunctions(source)) {
      const place = `${path}:${row}: ${name} has ${branches} branches`;
      if (branches > mostBranches) problems.push(`${place}, more than ${mostBranches}`);
      if (branches > manyBranches) branchy.push(place);
    }
  }
  if (branchy.length > mostBranchy)
    problems.push(`${branchy.length} functions have more than ${manyBranches} branches:\n${branchy.join("\n")}`);
  return problems;
}

/** Returns the sources that comments name and that are not there: by a path from the engine or the repository, or by the name alone. */
function checkFileReferences(sources: ReadonlyMap<string, string>): string[] {
  const paths = listFiles("packages", ".ts").filter((path) => !path.includes("/dist/"));
  const known = [...paths, ...listFiles("test", ".ts"), ...sources.keys()];
  return [...sources].flatMap(([path, text]) =>
    listComments(ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true)).flatMap(({ text: comment, row }) => {
      const names = [...comment.matchAll(/(?<![\w/.@"-])(?:[a-z0-9-]+\/)*[a-z0-9]+(?:-[a-z0-9]+)*\.ts\b/g)].map(
        ([name]) => name,
      );
      const gone = names.filter((name) => !known.some((file) => file === name || file.endsWith(`/${name}`)));
      return gone.map((name) => `${path}:${row}: "${name}" is no source`);
    }),
  );
}

/** Returns the types of `world` that too many of its files import, or that have too many fields. */
function checkTypes(sources: ReadonlyMap<string, string>): string[] {
  const problems: string[] = [];
  const importers = new Map<string, number>();
  const places = new Map<string, string>();
  for (const [path, text] of sources) {
    if (!path.startsWith("packages/engine/src/world/")) continue;
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
    for (const statement of source.statements) {
      for (const name of listImported(statement)) importers.set(name, (importers.get(name) ?? 0) + 1);
      if (!ts.isClassDeclaration(statement) && !ts.isInterfaceDeclaration(statement)) continue;
      const name = statement.name?.text ?? "default";
      const place = `${path}:${rowOf(source, statement)}: ${name}`;
      places.set(name, place);
      const fields = countFields(statement);
      if (fields > mostFields && !records.includes(name)) {
        problems.push(`${place} has ${fields} fields, more than ${mostFields}; group what belongs together`);
      }
    }
  }
  for (const [name, place] of places) {
    const count = importers.get(name) ?? 0;
    if (count > mostImporters) problems.push(`${place} has ${count} importers, more than ${mostImporters}`);
  }
  return problems;
}

/** Returns the names that an import declaration brings in from other files of the engine. */
function listImported(statement: ts.Statement): string[] {
  if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
  const list = statement.importClause?.namedBindings;
  if (list === undefined || !ts.isNamedImports(list) || !statement.moduleSpecifier.text.startsWith(".")) return [];
  return list.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
}

/** Returns the number of declared fields, parameter properties included. */
function countFields(node: ts.ClassDeclaration | ts.InterfaceDeclaration): number {
  let count = 0;
  for (const member of node.members) {
    if (ts.isPropertyDeclaration(member) || ts.isPropertySignature(member)) count++;
    else if (ts.isConstructorDeclaration(member)) {
      count += member.parameters.filter((parameter) => ts.isParameterPropertyDeclaration(parameter, member)).length;
    }
  }
  return count;
}

/** Returns the folders with more sources than a room may have. */
function checkFolders(paths: readonly string[]): string[] {
  const sizes = new Map<string, number>();
  for (const path of paths) sizes.set(posix.dirname(path), (sizes.get(posix.dirname(path)) ?? 0) + 1);
  return [...sizes]
    .filter(([, size]) => size > largestRoom)
    .map(([folder, size]) => `${folder}: has ${size} sources, more than ${largestRoom}; divide it into rooms`);
}

/** Returns the private words in the name of a file. */
function checkFileName(path: string): string[] {
  return listPrivateWords(posix.basename(path, ".ts").split("-")).map((word) => describeWord(path, word));
}

/** Returns the exported declarations without a doc comment, and those that export state. */
function checkDeclarations(source: ts.SourceFile): string[] {
  const problems: string[] = [];
  const exported = listExportedNames(source);
  for (const statement of source.statements) {
    for (const { name, node } of listDeclared(statement)) {
      if (!hasExportKeyword(statement) && !exported.has(name)) continue;
      const place = `${source.fileName}:${rowOf(source, node)}`;
      if (!isDocumented(source, statement)) problems.push(`${place}: "${name}" is exported and has no doc comment`);
      const isRegister = registers.includes(`${source.fileName} ${name}`);
      if (!isRegister && ts.isVariableDeclaration(node) && isMutable(node)) {
        problems.push(`${place}: "${name}" is exported state; make it an argument, or a field of an owner`);
      }
    }
  }
  return problems;
}

/** Returns the names that a source exports by a list, `export { a, b as c }`, without a module. */
function listExportedNames(source: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  for (const statement of source.statements) {
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier !== undefined) continue;
    const list = statement.exportClause;
    if (list === undefined || !ts.isNamedExports(list)) continue;
    for (const { name, propertyName } of list.elements) names.add((propertyName ?? name).text);
  }
  return names;
}

/** Returns the names that a statement declares, each with its node. */
function listDeclared(statement: ts.Statement): { name: string; node: ts.Node }[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map((node) => ({ name: node.name.getText(), node }));
  }
  if (ts.isExportAssignment(statement)) return [{ name: "default", node: statement }];
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isModuleDeclaration(statement);
  return isNamed ? [{ name: statement.name?.getText() ?? "default", node: statement }] : [];
}

/** Returns whether a statement is exported where it stands. */
function hasExportKeyword(statement: ts.Statement): boolean {
  if (ts.isExportAssignment(statement)) return true;
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

/** Returns whether the comment directly before a statement is a doc comment, and not the header of the file. */
function isDocumented(source: ts.SourceFile, statement: ts.Statement): boolean {
  const last = ts.getLeadingCommentRanges(source.text, statement.getFullStart())?.at(-1);
  return last !== undefined && last.pos > 0 && source.text.startsWith("/**", last.pos);
}

const containers =
  /^(?:(?:Big)?(?:Float|Int|Uint)\d+(?:Clamped)?Array|Array|ArrayBuffer|DataView|Map|Set|WeakMap|WeakSet)$/;

/** Returns whether an exported variable can be assigned, or is a container that begins empty or can be written by its type. */
function isMutable(node: ts.VariableDeclaration): boolean {
  if (!(ts.getCombinedNodeFlags(node) & ts.NodeFlags.Const)) return true;
  const { initializer, type } = node;
  if (initializer === undefined || (type !== undefined && /^(?:readonly\b|Readonly)/.test(type.getText())))
    return false;
  if (ts.isArrayLiteralExpression(initializer) || ts.isObjectLiteralExpression(initializer)) return true;
  if (!ts.isNewExpression(initializer) || !containers.test(initializer.expression.getText())) return false;
  // a table of constants is made from a list
  const contents = initializer.arguments?.[0];
  return contents === undefined || !ts.isArrayLiteralExpression(contents);
}

/** Returns the doc comments with a beginning that does not stand alone, and the private words in all comments. */
function checkComments(source: ts.SourceFile): string[] {
  return listComments(source).flatMap(({ text, row }) => {
    const place = `${source.fileName}:${row}`;
    const beginning = /^\/\*\*[\s*]*(The same|What)\b/.exec(text)?.[1];
    const words = listPrivateWords(text.split(/[^\p{L}\p{N}_]+/u)).map((word) => describeWord(place, word));
    if (beginning === undefined) return words;
    return [`${place}: a doc comment begins with "${beginning}"; give it a noun for its subject`, ...words];
  });
}

/** Returns every comment of a source once. */
function listComments(source: ts.SourceFile): { text: string; row: number }[] {
  const ranges = new Map<number, ts.CommentRange>();
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return;
    const found = [
      ...(ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source.text, node.getEnd()) ?? []),
    ];
    for (const range of found) ranges.set(range.pos, range);
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return [...ranges.values()].map(({ pos, end }) => ({
    text: source.text.slice(pos, end),
    row: source.getLineAndCharacterOfPosition(pos).line + 1,
  }));
}

/** Returns the private words in the parts of identifiers. */
function checkWords(source: ts.SourceFile): string[] {
  const problems: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      const parts = node.text.split(/[_#$\d]+|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
      const place = `${source.fileName}:${rowOf(source, node)}`;
      problems.push(...listPrivateWords(parts).map((word) => describeWord(place, word)));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

function listPrivateWords(words: readonly string[]): string[] {
  return words.map((word) => word.toLowerCase()).filter((word) => privateWords.has(word));
}

function describeWord(place: string, word: string): string {
  return `${place}: "${word}" is a private word; the field says ${privateWords.get(word)}`;
}

/** Returns the functions of a source with their cyclomatic complexity; a closure counts for the function around it as well. */
function listFunctions(source: ts.SourceFile): { name: string; row: number; branches: number }[] {
  const found: { name: string; row: number; branches: number }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      const name = node.name?.getText(source) ?? "a function";
      found.push({ name, row: rowOf(source, node), branches: 1 + countBranches(node.body as ts.Node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function countBranches(node: ts.Node): number {
  let count = isBranch(node) ? 1 : 0;
  ts.forEachChild(node, (child) => {
    count += countBranches(child);
  });
  return count;
}

const logical = new Set(["&&", "||", "??", "&&=", "||=", "??="]);

function isBranch(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node)) return logical.has(node.operatorToken.getText());
  const isConditional = ts.isIfStatement(node) || ts.isConditionalExpression(node) || ts.isCaseClause(node);
  return isConditional || ts.isIterationStatement(node, false);
}

function rowOf(source: ts.SourceFile, node: ts.Node): number {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

/**
 * The concordance: which file follows which equation of the notes, and where.
 *
 * Reads docs/equations.json (every numbered equation there is) and the comments of packages/<name>/src, and makes
 * docs/concordance.md. A citation is, in a comment,
 *   - a number with an en-dash in parentheses, anywhere,
 *   - a plain number in parentheses at the end of a line, after at least two spaces,
 *   - a plain number in parentheses after "eq.", "eqs.", "equation" or "equations".
 * It belongs to the one chapter, among those that the file's header names behind "Follows:", that has this number; where
 * two have it, the chapter named on the same line decides. An equation that nothing computes as it stands, a step of a
 * derivation for example, is named under "notComputed" in docs/equations.json, with the reason.
 *
 * Usage: node scripts/concordance.mjs --write | --check [--root <folder>]
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import ts from "typescript";

const usage = "usage: node scripts/concordance.mjs --write | --check [--root <folder>]\n";

/**
 * The document for the repository at `root`, what is wrong with its citations, and which equations are neither cited nor
 * said not to be computed, or both.
 */
export function makeConcordance(root) {
  const chapters = JSON.parse(readFileSync(join(root, "docs/equations.json"), "utf8"));
  const problems = [];
  const citations = listSources(root).flatMap((path) => {
    const text = readFileSync(join(root, path), "utf8");
    return collectCitations(path, text, chapters, problems);
  });
  return { document: describe(chapters, citations), problems, unaccounted: listUnaccounted(chapters, citations) };
}

/** Equations that are neither cited nor said not to be computed, and those that are both. */
function listUnaccounted(chapters, citations) {
  return Object.entries(chapters).flatMap(([name, chapter]) => {
    const reasons = listReasons(chapter);
    const unknown = reasons.filter(({ number }) => !(number in chapter.equations)).map(({ number }) => number);
    const odd = Object.keys(chapter.equations).filter((number) => {
      const isCited = citations.some((citation) => citation.chapter === name && citation.number === number);
      return isCited === reasons.some((reason) => reason.number === number);
    });
    return [...unknown, ...odd].map((number) => `${name} (${number})`);
  });
}

/** Of a chapter, the equations that nothing computes as they stand: { number, reason }. */
function listReasons({ notComputed = {} }) {
  return Object.entries(notComputed).flatMap(([reason, numbers]) =>
    numbers.split(" ").map((number) => ({ number, reason })),
  );
}

/** The command: returns the exit code; `tell` is given what goes to stderr. */
export function main(args, tell) {
  const known = { write: { type: "boolean" }, check: { type: "boolean" }, root: { type: "string" } };
  let options;
  try {
    options = parseArgs({ args, options: known }).values;
  } catch (error) {
    tell(`${error.message}\n${usage}`);
    return 2;
  }
  if (Boolean(options.write) === Boolean(options.check)) {
    tell(usage);
    return 2;
  }
  const root = resolve(options.root ?? fileURLToPath(new URL("..", import.meta.url)));
  const { document, problems } = makeConcordance(root);
  if (problems.length > 0) {
    tell(`${problems.join("\n")}\n`);
    return 1;
  }
  return deliver(join(root, "docs/concordance.md"), document, options.write === true, tell);
}

/** Writes the document, or compares it with the one that is there. */
function deliver(target, document, write, tell) {
  if (write) {
    writeFileSync(target, document);
    return 0;
  }
  if (existsSync(target) && readFileSync(target, "utf8") === document) return 0;
  tell("docs/concordance.md is out of date; run `npm run concordance`\n");
  return 1;
}

/** The TypeScript sources of all packages, as paths from the root with forward slashes, in a fixed order. */
function listSources(root) {
  const paths = [];
  for (const name of readdirSync(join(root, "packages"))) {
    const folder = join(root, "packages", name, "src");
    if (!existsSync(folder)) continue;
    for (const entry of readdirSync(folder, { recursive: true })) {
      if (entry.endsWith(".ts")) paths.push(`packages/${name}/src/${entry.replaceAll("\\", "/")}`);
    }
  }
  return paths.sort();
}

/** What every citation has, every chapter and every mistake that is looked for, in comments or not. */
const candidate = /Follows:|–\d+\)|\(([A-D]|\d+)-\d+\)|\beqs?\.|\bequations?\b|\s{2}\(\d+\)\s*$/im;

/** Every citation in one file, in order: { path, line, chapter, number }. Adds what is wrong to `problems`. */
function collectCitations(path, text, chapters, problems) {
  // most files have nothing that could be one: they need not be parsed
  if (!candidate.test(text)) return [];
  const lines = listCommentLines(text);
  const followed = readFollows(path, lines, chapters, problems);
  const citations = [];
  for (const { line, comment } of lines) {
    if (comment.includes("Follows:")) continue;
    const place = `${path}:${line}`;
    for (const number of findNumbers(comment)) {
      const chapter = chooseChapter(place, number, comment, followed, chapters, problems);
      if (chapter !== undefined) citations.push({ path, line, chapter, number });
    }
    for (const [, section, number] of comment.matchAll(/\(([A-D]|\d+)-(\d+)\)/g)) {
      const meant = `${section}–${number}`;
      if (followed.some((chapter) => meant in chapters[chapter].equations)) {
        problems.push(`${place}: (${section}-${number}) has a hyphen; write (${meant}), with an en-dash`);
      }
    }
  }
  return citations;
}

/** The numbers cited in one line of comment, each once. */
function findNumbers(comment) {
  const numbers = new Set();
  for (const match of comment.matchAll(/\(([A-Z]|\d+)–(\d+)\)/g)) numbers.add(`${match[1]}–${match[2]}`);
  for (const match of comment.matchAll(/\b(?:eqs?\.|equations?)((?:(?:,|\s|and|to)*\(\d+\))+)/gi)) {
    for (const [, number] of match[1].matchAll(/\((\d+)\)/g)) numbers.add(number);
  }
  const last = /(?:^|\S)\s{2,}\((\d+)\)$/.exec(comment);
  if (last) numbers.add(last[1]);
  return numbers;
}

/** The chapter that a citation means, or undefined with a problem that says what to do. */
function chooseChapter(place, number, comment, followed, chapters, problems) {
  let having = followed.filter((name) => number in chapters[name].equations);
  if (having.length > 1) having = having.filter((name) => comment.includes(name));
  if (having.length === 1) return having[0];
  const elsewhere = Object.keys(chapters).filter((name) => number in chapters[name].equations);
  problems.push(`${place}: (${number}) ${explain(number, followed, elsewhere, chapters)}`);
  return undefined;
}

function explain(number, followed, elsewhere, chapters) {
  const both = followed.filter((name) => number in chapters[name].equations);
  if (both.length > 1) {
    return `is in ${both.join(" and in ")}, and the file follows all of them; name the chapter on the same line`;
  }
  const cure =
    elsewhere.length === 0
      ? "no chapter of the notes has this number: mend it (a range of values is better written “1 to 5”)"
      : `if ${elsewhere.join(" or ")} is meant, add it to the line “Follows:” of the header`;
  if (followed.length === 0) return `is cited, but the header has no line “Follows: <chapter>”; ${cure}`;
  return `is not in ${followed.join(" or ")}; ${cure}`;
}

/** The chapters named behind "Follows:" in the header, the comments before the first statement. */
function readFollows(path, lines, chapters, problems) {
  const names = Object.keys(chapters);
  const followed = [];
  const start = lines.findIndex(({ header, comment }) => header && /^Follows:/.test(comment.trim()));
  if (start < 0) return followed;
  let list = lines[start].comment.trim().slice("Follows:".length);
  for (let i = start + 1; /[;,]$/.test(list) && i < lines.length; i++) list += ` ${lines[i].comment.trim()}`;
  for (const entry of list.split(";").map((part) => part.trim())) {
    const name = names.find(
      (candidate) =>
        entry === candidate || (/^[\s,.]/.test(entry.slice(candidate.length)) && entry.startsWith(candidate)),
    );
    if (name !== undefined) followed.push(name);
    else
      problems.push(
        `${path}:${lines[start].line}: “${entry}” is no chapter; “Follows:” may name ${names.join(" | ")}, separated by “;”`,
      );
  }
  return followed;
}

/**
 * The comments of a source, line by line, without their markers: { line, comment, header }. The parser finds them, so a
 * number in a string is none; header tells that no statement stands before.
 */
function listCommentLines(text) {
  const source = ts.createSourceFile("source.ts", text, ts.ScriptTarget.ES2022, true);
  const ranges = new Map();
  const visit = (node) => {
    const children = node.getChildren(source).filter((child) => !ts.isJSDoc(child));
    for (const child of children) visit(child);
    if (children.length > 0) return;
    for (const range of ts.getTrailingCommentRanges(text, node.pos) ?? []) ranges.set(range.pos, range);
    for (const range of ts.getLeadingCommentRanges(text, node.pos) ?? []) ranges.set(range.pos, range);
  };
  visit(source);
  const firstStatement = source.statements[0]?.getStart(source) ?? text.length;
  return [...ranges.values()]
    .sort((a, b) => a.pos - b.pos)
    .flatMap((range) => {
      const first = source.getLineAndCharacterOfPosition(range.pos).line + 1;
      const body = text.slice(range.pos, range.end).replace(/\s*\*\/$/, "");
      return body.split(/\r?\n/).map((piece, i) => ({
        line: first + i,
        comment: piece.replace(/^\s*(?:\/\*\*?|\*|\/\/+)/, "").trimEnd(),
        header: range.end <= firstStatement,
      }));
    });
}

/** docs/concordance.md, both ways. */
function describe(chapters, citations) {
  const parts = [
    "# Concordance",
    "",
    "Which equation of the sources is computed where, and which equations a file follows. Made from the comments of the",
    "sources by `npm run concordance`; do not edit it by hand. A test fails when it is out of date, and when a comment cites",
    "an equation that does not exist, or when an equation is neither cited nor said not to be computed. The numbers and",
    "what they say are in [equations.json](equations.json).",
    "",
    "## Sources",
    "",
    "| chapter | title | authors | source | equations | cited |",
    "| --- | --- | --- | --- | --- | --- |",
  ];
  const names = Object.keys(chapters);
  for (const name of names) {
    const { title, authors, source, equations } = chapters[name];
    const cited = new Set(citations.filter((c) => c.chapter === name).map((c) => c.number)).size;
    parts.push(`| ${name} | ${title} | ${authors} | ${source} | ${Object.keys(equations).length} | ${cited} |`);
  }
  parts.push("", "## From equation to file", "");
  for (const name of names) parts.push(...describeChapter(name, chapters[name], citations));
  parts.push("## From file to equation", "", "| file | equations |", "| --- | --- |");
  for (const path of new Set(citations.map((c) => c.path))) {
    const own = citations.filter((c) => c.path === path);
    const groups = names
      .map((name) => describeGroup(name, chapters[name].equations, own))
      .filter((group) => group !== "");
    parts.push(`| ${link(path)} | ${groups.join("; ")} |`);
  }
  return `${parts.join("\n")}\n`;
}

function describeChapter(name, chapter, citations) {
  const { equations, notComputed = {} } = chapter;
  const rows = [];
  for (const number of Object.keys(equations)) {
    const places = citations.filter((c) => c.chapter === name && c.number === number);
    if (places.length === 0) continue;
    rows.push(`| (${number}) | ${equations[number]} | ${places.map((c) => link(c.path, c.line)).join(", ")} |`);
  }
  if (rows.length === 0) return [];
  const reasons = Object.entries(notComputed).map(
    ([reason, numbers]) => `- ${numbers.replace(/\S+/g, "($&)").replaceAll(" ", ", ")}: ${reason}`,
  );
  const rest = reasons.length === 0 ? [] : ["Nothing computes these as they stand:", "", ...reasons, ""];
  return [`### ${name}`, "", "| equation | what it says | where |", "| --- | --- | --- |", ...rows, "", ...rest];
}

function describeGroup(name, equations, citations) {
  const cited = new Set(citations.filter((c) => c.chapter === name).map((c) => c.number));
  const numbers = Object.keys(equations).filter((number) => cited.has(number));
  return numbers.length === 0 ? "" : `${name} ${numbers.map((number) => `(${number})`).join(", ")}`;
}

/** A link to a source, labelled by package-relative path. */
function link(path, line) {
  const label = path.replace(/^packages\/engine\/src\//, "").replace(/^packages\/(\w+)\/src\//, "$1: ");
  return line === undefined ? `[${label}](../${path})` : `[${label}:${line}](../${path}#L${line})`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = main(process.argv.slice(2), (text) => process.stderr.write(text));
}

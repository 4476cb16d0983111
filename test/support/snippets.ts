/**
 * The programs in the documents: every fence tagged `ts`, as it stands.
 *
 * A comment that begins with "→" or "prints:" behind a console.log says what that call prints; where it prints several
 * times, the further lines follow in comments of their own below. "…" in it stands for any text. Any other comment behind
 * a console.log is an error: it would look like a promise, and never be kept.
 */
import ts from "typescript";

export interface Snippet {
  /** The document, from the root. */
  readonly document: string;
  /** The line of the document that holds the snippet's first line. */
  readonly line: number;
  readonly text: string;
}

/** What the console.log on one line of a snippet must print. */
export interface Expectation {
  /** Line in the snippet, from 1. */
  readonly line: number;
  readonly texts: string[];
}

/** All programs of a document. */
export function listSnippets(document: string, markdown: string): Snippet[] {
  const snippets: Snippet[] = [];
  let fence: { mark: string; program: boolean; line: number; lines: string[] } | undefined;
  for (const [i, row] of markdown.split(/\r?\n/).entries()) {
    const found = /^ {0,3}(`{3,}|~{3,})\s*(\S*)/.exec(row);
    if (fence === undefined) {
      if (found) fence = { mark: found[1]!, program: found[2] === "ts", line: i + 2, lines: [] };
    } else if (found && found[2] === "" && found[1]!.startsWith(fence.mark)) {
      if (fence.program) snippets.push({ document, line: fence.line, text: `${fence.lines.join("\n")}\n` });
      fence = undefined;
    } else {
      fence.lines.push(row);
    }
  }
  if (fence !== undefined) throw new Error(`${document}:${fence.line - 1}: the fence is never closed`);
  return snippets;
}

const promise = /^\/\/\s*(?:→|prints:)\s?(.*)$/;

/** The expectations of a program, and the comments that look like one but belong to no console.log. */
export function readExpectations(text: string): { expectations: Expectation[]; stray: number[] } {
  const source = ts.createSourceFile("snippet.ts", text, ts.ScriptTarget.ES2022, true);
  const rows = text.split("\n");
  const ends = new Map(listLogs(source).map((log) => [log.lastLine, log.line]));
  const expectations: Expectation[] = [];
  const stray: number[] = [];
  for (let row = 1; row <= rows.length; row++) {
    const comment = findComment(rows[row - 1]!);
    const said = comment === undefined ? null : promise.exec(comment);
    const own = rows[row - 1].trim() === comment;
    if (said === null) {
      // a result without its mark would never be compared
      if (comment !== undefined && !own && ends.has(row)) stray.push(row);
      continue;
    }
    const previous = expectations.at(-1);
    if (!own && ends.has(row)) expectations.push({ line: ends.get(row)!, texts: [said[1]!.trim()] });
    else if (own && ends.has(row - 1) && previous?.line !== ends.get(row - 1)) {
      expectations.push({ line: ends.get(row - 1)!, texts: [said[1]!.trim()] });
    } else if (own && previous !== undefined && promise.test(findComment(rows[row - 2]!) ?? "")) {
      previous.texts.push(said[1]!.trim());
    } else stray.push(row);
  }
  return { expectations, stray };
}

/** The comment at the end of a row, by the scanner, so that "//" in a string is none. */
function findComment(row: string): string | undefined {
  const scanner = ts.createScanner(ts.ScriptTarget.ES2022, false, ts.LanguageVariant.Standard, row);
  let comment: string | undefined;
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (kind === ts.SyntaxKind.SingleLineCommentTrivia) comment = scanner.getTokenText();
  }
  return comment?.trim();
}

interface Log {
  /** Where "console" stands. */
  readonly start: number;
  readonly end: number;
  /** First and last line of the call, from 1. */
  readonly line: number;
  readonly lastLine: number;
}

function listLogs(source: ts.SourceFile): Log[] {
  const logs: Log[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText(source) === "console.log") {
      const object = (node.expression as ts.PropertyAccessExpression).expression;
      const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
      const start = object.getStart(source);
      logs.push({ start, end: object.end, line: lineOf(start), lastLine: lineOf(node.end) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return logs;
}

/** The program as JavaScript, in which each console.log tells its line: `consoleAt(12).log(…)`. */
export function compileSnippet(text: string): string {
  const source = ts.createSourceFile("snippet.ts", text, ts.ScriptTarget.ES2022, true);
  let marked = text;
  for (const { start, end, line } of listLogs(source).reverse()) {
    marked = `${marked.slice(0, start)}consoleAt(${line})${marked.slice(end)}`;
  }
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  return prelude + ts.transpileModule(marked, { compilerOptions }).outputText;
}

/** Writes [line, text] as a line of JSON for each call. */
const prelude = `import { format as formatForLog } from "node:util";
const consoleAt = (line) => ({
  log: (...values) => process.stdout.write(JSON.stringify([line, formatForLog(...values)]) + "\\n"),
});
`;

/** What a run printed, as [line, text], from its stdout. */
export function readPrints(stdout: string): [number, string][] {
  return stdout
    .split("\n")
    .filter((row) => row !== "")
    .map((row) => JSON.parse(row) as [number, string]);
}

/** Compares what was printed with what was promised; returns the differences as sentences. */
export function comparePrints(
  snippet: Snippet,
  expectations: readonly Expectation[],
  prints: readonly [number, string][],
): string[] {
  return expectations.flatMap(({ line, texts }) => {
    const printed = prints
      .filter(([at]) => at === line)
      .flatMap(([, text]) => text.split("\n").map((row) => row.trim()));
    const same = printed.length === texts.length && texts.every((text, i) => matches(text, printed[i]!));
    if (same) return [];
    return [
      `${snippet.document}:${snippet.line + line - 1}: says\n  ${texts.join("\n  ")}\nprints\n  ${printed.join("\n  ")}`,
    ];
  });
}

/** Whether a text is as promised, "…" standing for anything. */
function matches(promised: string, printed: string): boolean {
  const pattern = promised.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${pattern.join(".*")}$`).test(printed);
}

/** Links in Markdown: which there are, and which lead nowhere. */
import { existsSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { read, root } from "./repository.js";

/** The targets of links and pictures in a document, with their lines; code is no link. */
function listLinks(markdown: string): { target: string; line: number }[] {
  const links: { target: string; line: number }[] = [];
  let fenced = false;
  for (const [i, row] of markdown.split(/\r?\n/).entries()) {
    if (/^ {0,3}(```|~~~)/.test(row)) fenced = !fenced;
    if (fenced) continue;
    const text = row.replaceAll(/(`+)(?!`).*?\1/g, "");
    for (const [, target] of text.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g))
      links.push({ target: target!, line: i + 1 });
    for (const [, target] of text.matchAll(/^\s*\[[^\]]+\]:\s+(\S+)/g)) links.push({ target: target!, line: i + 1 });
    for (const [, target] of text.matchAll(/<(?:img|a)\b[^>]*?\b(?:src|href)="([^"]+)"/g))
      links.push({ target: target!, line: i + 1 });
  }
  return links;
}

/** What is wrong with the links of a document, each as a sentence. Links to other sites are not followed. */
export function checkLinks(document: string, markdown: string): string[] {
  return listLinks(markdown).flatMap(({ target, line }) => {
    if (/^[a-z]+:/i.test(target)) return [];
    const [path = "", anchor] = target.split("#") as [string, string | undefined];
    const file = path === "" ? document : posix.join(posix.dirname(document), decodeURIComponent(path));
    const place = `${document}:${line}: ${target}`;
    if (file.startsWith("..") || !existsSync(join(root, file))) return [`${place}: there is no ${file}`];
    if (anchor === undefined || statSync(join(root, file)).isDirectory()) return [];
    return hasAnchor(file, file === document ? markdown : read(file), anchor)
      ? []
      : [`${place}: ${file} has no #${anchor}`];
  });
}

/** A heading of a document, or a line of a source. */
function hasAnchor(file: string, text: string, anchor: string): boolean {
  const rows = text.split(/\r?\n/);
  const line = /^L(\d+)$/.exec(anchor);
  if (line) return Number(line[1]) <= rows.length;
  if (!file.endsWith(".md")) return false;
  return rows.some((row) => /^#{1,6}\s/.test(row) && makeAnchor(row) === anchor);
}

/** The anchor that a heading gets: lowercase, no punctuation, hyphens for spaces. */
function makeAnchor(heading: string): string {
  const text = heading
    .replace(/^#+\s+/, "")
    .trim()
    .toLowerCase();
  return text.replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, "").replaceAll(" ", "-");
}

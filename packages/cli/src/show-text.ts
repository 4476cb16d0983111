/**
 * Text of others on its way to a terminal. Names and ids in files may hold anything: sequences that move the cursor, set
 * colours or the title, answer in the user's name; marks that turn the direction of writing; letters that are not seen. All
 * of these are shown as `\u001b`, and a name stays on its line.
 */

/**
 * Control characters (C0, DEL, C1), format characters (bidirectional marks, joiners, tags), surrogates without their other
 * half, separators of lines and paragraphs, and whatever else is drawn as nothing. Variation selectors stay: they choose how
 * the character before them is drawn.
 */
const hidden = /(?![\uFE00-\uFE0F])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A name, an id, a path or a sentence of others on one line, as it may be written to a terminal. */
export function showName(text: string): string {
  return text.replace(hidden, writeEscape);
}

/** A message of several lines in which control characters are escaped and its own line ends are kept. */
export function showLines(text: string): string {
  return text.split("\n").map(showName).join("\n");
}

/** A name cut to so many characters. */
export function showShort(text: string, most: number): string {
  const shown = showName(text);
  return shown.length > most ? `${Array.from(shown).slice(0, most).join("")}…` : shown;
}

/** JSON in which nothing is hidden: the same data, with escapes in the place of what a terminal would obey. */
export function formatJson(value: unknown, indent = 0): string {
  return showLines(JSON.stringify(value, null, indent));
}

/** Of each half where there are two, as JSON has it. */
function writeEscape(character: string): string {
  let text = "";
  for (let k = 0; k < character.length; k++) text += `\\u${character.charCodeAt(k).toString(16).padStart(4, "0")}`;
  return text;
}

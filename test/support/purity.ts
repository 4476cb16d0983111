/**
 * What the engine's sources may not use, because it does not give the same bits everywhere, or reaches outside:
 * the inexact functions of Math (`math/elementary` has our own), clocks, chance, locales, the console, and `**`, except
 * between literals: engines do not agree on x ** 3.
 */
import ts from "typescript";

const exactFunctions = "sqrt abs floor ceil trunc round min max sign fround imul clz32".split(" ");
const constants = "PI E LN2 LN10 LOG2E LOG10E SQRT2 SQRT1_2".split(" ");
const allowedOfMath = new Set([...exactFunctions, ...constants]);
const forbiddenGlobals = new Set(["Date", "performance", "Intl", "console", "globalThis", "eval", "Function"]);
const forbiddenMembers = new Set(["localeCompare", "toLocaleString", "toLocaleLowerCase", "toLocaleUpperCase"]);

/** What is impure in a source, each as a sentence with the line. */
export function checkPurity(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const problems: string[] = [];
  const visit = (node: ts.Node): void => {
    const problem = judge(node);
    if (problem !== undefined) {
      problems.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}: ${problem}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

function judge(node: ts.Node): string | undefined {
  if (ts.isBinaryExpression(node)) return judgePower(node);
  if (!ts.isIdentifier(node)) return undefined;
  if (isMemberName(node)) {
    return forbiddenMembers.has(node.text) ? `${node.text} depends on the locale; compare by code units` : undefined;
  }
  if (node.text === "Math") return judgeMath(node.parent);
  return forbiddenGlobals.has(node.text) ? `${node.text} is not allowed in the engine` : undefined;
}

/** `**` is exact between literals only. */
function judgePower(node: ts.BinaryExpression): string | undefined {
  const { AsteriskAsteriskToken, AsteriskAsteriskEqualsToken } = ts.SyntaxKind;
  const operator = node.operatorToken.kind;
  if (operator === AsteriskAsteriskEqualsToken) return "`**=` differs between engines; multiply";
  if (operator !== AsteriskAsteriskToken) return undefined;
  const whole = /^-?\d+$/.test(node.right.getText());
  return whole && ts.isNumericLiteral(node.left)
    ? undefined
    : "`**` differs between engines; multiply, or use math/elementary";
}

function judgeMath(parent: ts.Node): string | undefined {
  if (!ts.isPropertyAccessExpression(parent)) return "Math may only be used as Math.<name>";
  const member = parent.name.text;
  return allowedOfMath.has(member)
    ? undefined
    : `Math.${member} differs between engines; use math/elementary or math/random`;
}

/** Whether an identifier is the name of a member (`a.name`, `{ name: … }`, a method), not a variable. */
function isMemberName(node: ts.Identifier): boolean {
  const parent = node.parent;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isQualifiedName(parent)) return parent.right === node;
  const named =
    ts.isPropertyAssignment(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isMethodSignature(parent);
  return named && parent.name === node;
}

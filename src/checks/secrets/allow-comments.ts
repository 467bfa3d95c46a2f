/**
 * Comments by which people already tell other scanners that a line is meant as it is:
 * https://github.com/gitleaks/gitleaks#gitleaksallow https://github.com/Yelp/detect-secrets#inline-allowlisting
 * https://secretlint.github.io/docs/en/ignore https://docs.trufflesecurity.com/ (2026-11-22)
 */
const sameLine =
  /gitleaks:allow|pragma: ?allowlist secret|pragma: ?whitelist secret|\bnosecret\b|secretlint-disable-line|trufflehog:ignore|\bggignore\b/i;
const nextLine = /pragma: ?allowlist nextline secret|secretlint-disable-next-line/i;
/** As much of a long line as is read. */
const reach = 500;

/** Whether a comment on the line of a finding, or on the line before, allows it. */
export function allowComment(text: string, lineStart: number, end: number): boolean {
  const behind = text.slice(end, end + reach);
  const lineEnd = behind.indexOf('\n');
  const rest = text.slice(Math.max(lineStart, end - reach), end) + (lineEnd === -1 ? behind : behind.slice(0, lineEnd));
  if (sameLine.test(rest)) return true;
  if (lineStart === 0) return false;
  const before = text.slice(Math.max(0, lineStart - reach), lineStart - 1);
  return nextLine.test(before.slice(before.lastIndexOf('\n') + 1));
}

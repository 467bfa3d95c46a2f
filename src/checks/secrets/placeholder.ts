/** Words that stand in the place of a secret. */
const words =
  /example|placeholder|redacted|removed|change[-_ ]?(?:me|it|this)|replace[-_ ]?(?:me|this|with)|your[-_ ]?|<[a-z]|dummy|insert[-_ ]|\btodo\b|fixme|not[-_ ]?(?:a[-_ ])?real|lorem|(?:put|enter|fill)[-_ ]|x{4}|\*{3}|\.{3}|…|_here\b|hunter2|masked|sanitized|obfuscated|censored/i;

/** A reference that is filled in later, in the forms of shells, template engines, formatters and build tools. */
const references =
  /^\$[\w{(]|\$\{|\{\{|^\{[\w.:-]*\}$|%\(|^%[\w{-]|<%|%>|^@[\w.]+@$|#\{|\$\(|^<[^>]*>?$|^\[[^\]]*\]$|^__\w+__$|%[sdv]\b|\{\d?\}/;

/** Whether a value is a reference that is filled in later. */
export function isReferenceValue(value: string): boolean {
  return references.test(value);
}

/** Whether a value only shows where a secret would stand. */
export function isPlaceholder(value: string): boolean {
  return references.test(value) || words.test(value) || isSequence(value);
}

/** Signs that repeat or count up: `xxxx`, `0123456789abcdef`, `abcabcabc`, `deadbeefdeadbeef`. */
export function isSequence(value: string): boolean {
  const { length } = value;
  if (length < 6) return new Set(value).size <= 1;
  const distinct = new Set(value).size;
  if (distinct <= 3 || (length >= 16 && distinct <= 5)) return true;
  let steps = 0;
  for (let i = 1; i < length; i += 1) if (Math.abs(value.charCodeAt(i) - value.charCodeAt(i - 1)) <= 1) steps += 1;
  if (steps >= (length - 1) * 0.55) return true;
  return length >= 12 && isRepeatedPart(value);
}

/** Whether a value is one short part, again and again. */
function isRepeatedPart(value: string): boolean {
  for (let size = 1; size <= Math.min(16, Math.floor(value.length / 2)); size += 1)
    if (value.slice(size) === value.slice(0, value.length - size)) return true;
  return false;
}

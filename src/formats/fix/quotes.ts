/** Whether a quote that is set here would touch another: one of the two may have been a character of the text. */
export function touchesQuote(patched: string, at: number): boolean {
  return /["'\\]/.test(patched.charAt(at - 1)) || /["']/.test(patched.charAt(at + 1));
}

/**
 * Whether a text whose second quote snap sets can be trusted: anything in it that looks like a part of the file, or like what was
 * something else before one character of it changed, is a reason not to.
 *
 * @param value What it reads as
 */
export function isPlausibleText(value: string): boolean {
  if (/\u2019(?!\p{L})|(?<!\p{L})\u2019/u.test(value)) return false;
  if (value === '' || value !== value.trim() || /[\p{Cc}"'\\\u201C-\u201F\u2018\u201A\u00AB\u00BB\u2039\u203A]/u.test(value)) return false;
  if (/\d/.test(value) && /^[-+eE\d]*\.?[-+eE\d]*$|^0?[box][\da-fA-F_]*$/.test(value)) return false;
  if (/^.?(?:rue|alse|ull)$|^(?:tru|fals|nul).?$|^[-+]?(?:nan?|inf?|.?an|.?nf)$/i.test(value) || !/[\p{L}\p{N}]/u.test(value)) return false;
  if (/^\d[\d-]*[Tt ]?[\d:.]*(?:[Zz]|[-+][\d:]*)?$/.test(value)) return false;
  return !/: |:$|,$|, |=\s|\/\/ |\/\*| #/.test(value) && isBalanced(value);
}

function isBalanced(value: string): boolean {
  let depth = '';
  const closers: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };
  for (const character of value) {
    const closer = closers[character];
    if (closer !== undefined) depth += closer;
    else if ('}])'.includes(character)) {
      if (!depth.endsWith(character)) return false;
      depth = depth.slice(0, -1);
    }
  }
  return depth === '';
}

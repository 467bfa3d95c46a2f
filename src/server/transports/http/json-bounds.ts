const [quote, backslash, comma, openObject, openList, closeObject, closeList] = Buffer.from('"\\,{[}]');

/**
 * Whether a JSON text nests no deeper than `depth` and has at most `elements` values, seen without reading it as JSON: what is deeper or wider
 * costs a parser, and everything after it, more than its bytes say.
 */
export function isWithinBounds(text: Uint8Array, bounds: { readonly depth: number; readonly elements: number }): boolean {
  let depth = 0;
  let elements = 1;
  let isText = false;
  for (let i = 0; i < text.length; i += 1) {
    const byte = text[i];
    if (isText) {
      if (byte === backslash) i += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === openObject || byte === openList) {
      depth += 1;
      elements += 1;
      if (depth > bounds.depth) return false;
    } else if (byte === closeObject || byte === closeList) depth -= 1;
    else if (byte === comma) elements += 1;
    if (elements > bounds.elements) return false;
  }
  return true;
}

/** A JSON text as a value; `undefined` where it is none. For text from other programs, which may be invalid. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The only thing it throws for.
    return undefined;
  }
}

/** Whether a value is an object with keys: no list, and not null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object with keys; an empty one for anything else. */
export function recordIn(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** A text; `undefined` for anything else. */
export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The texts of a list; none of anything else. */
export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

const lineBreaks = /[\u0085\u2028\u2029]/g;

/** A value as one line of JSON for every reader: characters at which some end a line although JSON allows them in texts are escaped. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replaceAll(lineBreaks, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

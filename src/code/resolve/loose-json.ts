/** JSON with comments and commas at the end, as tsconfig.json has them; `undefined` when it is no object. */
export function looseJson(text: string): Readonly<Record<string, unknown>> | undefined {
  const plain = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g, (_, string: string | undefined) => string ?? ' ')
    .replaceAll(/("(?:[^"\\]|\\.)*")|,(?=\s*[\]}])/g, (_, string: string | undefined) => string ?? '');
  try {
    const value: unknown = JSON.parse(plain);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

import type * as z from 'zod';

const maxProblems = 20;

/**
 * As much of a value as fits the schema: what does not is left out, key by key, and reported in a sentence that names the key, never the value:
 * it may be a secret.
 */
export function checked<Output>(
  schema: z.ZodType<Output>,
  value: unknown,
): { readonly values: Output | Record<string, never>; readonly problems: readonly string[] } {
  const problems: string[] = [];
  let rest: unknown = value;
  // Each round removes at least one key; beyond this only the first mistakes are reported.
  for (let round = 0; round < 200; round += 1) {
    const result = schema.safeParse(rest);
    if (result.success) return { values: result.data, problems };
    const [issue] = result.error.issues;
    if (issue === undefined) break;
    const { path, sentence } = explained(issue);
    if (problems.length < maxProblems) problems.push(sentence);
    else if (problems.length === maxProblems) problems.push('there are more mistakes than are listed here. Correct these first.');
    if (path.length === 0) break;
    rest = without(rest, path);
  }
  return { values: {}, problems };
}

function explained(issue: z.core.$ZodIssue): { readonly path: readonly PropertyKey[]; readonly sentence: string } {
  if (issue.code === 'unrecognized_keys') {
    const path = [...issue.path, issue.keys[0] ?? ''];
    return { path, sentence: `snap has no setting ${shownKey(path)}. Remove it, or correct its name; docs/settings.md lists them.` };
  }
  if (issue.path.length === 0) return { path: [], sentence: `the file ${issue.message}. None of it is used.` };
  return { path: whatGoes(issue.path), sentence: `${shownKey(issue.path)} ${issue.message}. It is left out until that is corrected.` };
}

/** One pattern may go alone. Half a goal is none, and a command without one of its words would be another command. */
function whatGoes(path: readonly PropertyKey[]): readonly PropertyKey[] {
  const at = path.indexOf('goals');
  return at === -1 ? path : path.slice(0, at + 2);
}

/** A key that is long enough to be a token, or has characters that no setting has, is not repeated. */
function shownKey(path: readonly PropertyKey[]): string {
  const steps = path.map((step) =>
    typeof step === 'number' ? `[${step}]` : /^[\w$-]{1,24}$/.test(String(step)) ? `.${String(step)}` : '.…',
  );
  return `"${steps.join('').replace(/^\./, '')}"`;
}

/** A copy that lacks what the path leads to. */
function without(value: unknown, path: readonly PropertyKey[]): unknown {
  const [key, ...rest] = path;
  if (Array.isArray(value)) {
    const at = Number(key);
    return rest.length === 0 ? value.filter((_, i) => i !== at) : value.map((item: unknown, i) => (i === at ? without(item, rest) : item));
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const entries: readonly [string, unknown][] = Object.entries(value);
  return Object.fromEntries(
    entries.flatMap(([name, item]) => (name !== String(key) ? [[name, item]] : rest.length === 0 ? [] : [[name, without(item, rest)]])),
  );
}

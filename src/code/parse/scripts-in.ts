import type { WorkspacePath } from '../../workspace/index.ts';

/** Files that hold scripts among other things. */
export function holdsScripts(path: WorkspacePath): boolean {
  return /\.(?:vue|svelte|astro)$/.test(path);
}

/**
 * The scripts of a Vue, Svelte or Astro file, as a text of the same lines and length, with white space for the rest.
 * @returns also the name under which it is read: its language is TypeScript, which reads JavaScript too.
 */
export function scriptsIn(path: WorkspacePath, text: string): { readonly path: WorkspacePath; readonly text: string } {
  const blank = (part: string): string => part.replaceAll(/[^\n]/g, ' ');
  const front = path.endsWith('.astro') ? /^(\s*---\r?\n)([^]*?)\r?\n---/.exec(text) : null;
  let result = '';
  let at = 0;
  const keep = (start: number, end: number): void => {
    result += blank(text.slice(at, start)) + text.slice(start, end);
    at = end;
  };
  if (front !== null) keep((front[1] ?? '').length, (front[1] ?? '').length + (front[2] ?? '').length);
  for (const found of text.matchAll(/<script\b(?:"[^"]*"|'[^']*'|[^>"'])*>([^]*?)<\/script\s*>/gi)) {
    const body = found[1] ?? '';
    const start = found.index + found[0].lastIndexOf(body, found[0].length - 9);
    if (start >= at) keep(start, start + body.length);
    // Two scripts of a file are two statements.
    if (text.charAt(at) === '<') {
      result += ';';
      at += 1;
    }
  }
  return { path: `${path}.ts`, text: result + blank(text.slice(at)) };
}

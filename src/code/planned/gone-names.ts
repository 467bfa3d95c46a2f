import { elementMakers, type ModuleSymbols } from '../module-record.ts';
import { nodeIn, nodesIn, type Node } from '../parse/tree.ts';
import { UseFinder } from '../parse/use-finder.ts';
import type { GoneName } from './read-texts-job.ts';

/** Names that a browser, a test runner or CommonJS provides; those of Node are asked of this process. */
const provided = new Set(
  (
    'window document navigator location history screen self top parent frames localStorage sessionStorage indexedDB caches alert confirm prompt ' +
    'HTMLElement Element Node Text Event CustomEvent MouseEvent KeyboardEvent XMLHttpRequest Image Audio Option FileReader File FileList Worker ' +
    'requestAnimationFrame cancelAnimationFrame requestIdleCallback MutationObserver ResizeObserver IntersectionObserver customElements ' +
    'getComputedStyle matchMedia name status event length origin open close stop print find focus blur CSS crypto performance fetch ' +
    'describe it test expect suite context specify before after beforeEach afterEach beforeAll afterAll vi jest cy browser page assert sinon chai ' +
    'require module exports __dirname __filename define Deno Bun process Buffer global arguments undefined'
  ).split(' '),
);

/** Where one of these makes names, imports may be gone and the names still be there. */
const makers = new Set<string>(elementMakers);

/** See {@link GoneName}. Only of modules: scripts share their names. */
export function goneNames(
  before: ModuleSymbols,
  after: ModuleSymbols,
  program: Node,
  text: string,
  lineOf: (at: number) => number,
): readonly GoneName[] {
  const had = new Map<string, boolean>();
  for (const { name } of before.declarations) had.set(name, false);
  for (const { local } of before.imports) had.set(local, true);
  for (const { name } of after.declarations) had.delete(name);
  for (const { local } of after.imports) had.delete(local);
  const candidates = new Set(
    [...had.keys()].filter((name) => name !== '' && name !== 'default' && !isProvided(name) && !isBound(name, text)),
  );
  if (candidates.size === 0) return [];
  const found: GoneName[] = [];
  for (const statement of nodesIn(program, 'body')) {
    // `import { a as b } from` and `export { a } from` name what another module has.
    if (nodeIn(statement, 'source') !== undefined) continue;
    const { typeUses, uses } = new UseFinder([], candidates).usesOf([statement]);
    for (const name of [...uses, ...typeUses]) {
      const isImport = had.get(name) === true;
      // Types of the platform have the names of some that are imported.
      if ((isImport && !uses.includes(name)) || !candidates.delete(name)) continue;
      const at = new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`).exec(text.slice(statement.start, statement.end))?.index;
      if (at !== undefined) found.push({ name, line: lineOf(statement.start + at), isImport });
    }
  }
  return found;
}

function isProvided(name: string): boolean {
  return provided.has(name) || makers.has(name) || name in globalThis;
}

/** A longer declaration is not searched to its end: a text may have very many of them. */
const maxVar = 2_000;

/** Whether a `var` or a function in some block declares the name: it reaches further than its block. */
function isBound(name: string, text: string): boolean {
  const escaped = name.replaceAll('$', '\\$');
  return new RegExp(
    `\\bvar\\s[^;]{0,${maxVar}}(?<![\\w$.])${escaped}(?![\\w$])|\\bfunction\\s*\\*?\\s+${escaped}(?![\\w$])|\\binfer\\s+${escaped}\\b`,
  ).test(text);
}

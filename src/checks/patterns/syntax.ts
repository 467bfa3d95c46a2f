import { nativePackage } from '../../system/index.ts';
import { positionAt } from '../../text/index.ts';
import type { Engine } from './engine.ts';
import { type Grammar, grammarOf, type PatternHit } from './style-rule.ts';

const endings: readonly (readonly [RegExp, string])[] = [
  [/^\s*<(?:!doctype|html|head|body|div|span|p|ul|ol|table|form|section|main|nav|template|svg|script|style)\b/i, 'code.html'],
  [/^\s*(?:package\s+\w+\s*$|func\s+(?:\(\w+ [^)]+\)\s*)?\w+\()/m, 'code.go'],
  [/^\s*(?:pub\s+)?(?:fn\s+\w+\s*(?:<[^>]*>)?\(|impl\b.*\{|use\s+\w+(?:::\w+)+;|let\s+mut\s)/m, 'code.rs'],
  [/^\s*(?:public|private|protected)\s+(?:static\s+)?(?:final\s+)?(?:class|interface|void|[A-Z]\w*)\s+\w+/m, 'Code.java'],
  [
    /^\s*(?:def\s+\w+\(.*\).*:|class\s+\w+(?:\(.*\))?:|from\s+[\w.]+\s+import\s|(?:if|for|while|with)\s.*:\s*$|elif\s|import\s+[\w.]+(?:\s+as\s+\w+)?\s*$)/m,
    'code.py',
  ],
  [/^\s*(?:[.#@]?[\w-][\w\s.#:>,()[\]="'*+~-]*\{\s*(?:[\w-]+\s*:[^{}]+;?\s*)*\}\s*)+$/, 'code.css'],
];

/** A name for a text without one, by which its language is known: by its first words. JavaScript and TypeScript where nothing says another. */
export function guessedName(code: string): string {
  return endings.find(([looks]) => looks.test(code))?.[1] ?? 'code.tsx';
}

/** Mistakes in the form of a text. `undefined`: there is no parser for its language. */
export async function syntaxErrors(
  path: string,
  text: string,
  engine: Engine,
  isFragment: boolean,
): Promise<readonly PatternHit[] | undefined> {
  const grammar = grammarOf(path);
  if (grammar === undefined) return undefined;
  return grammar === 'Html' || grammar === 'Css' ? brokenNodes(grammar, text, engine) : scriptErrors(path, text, isFragment);
}

const maxErrors = 20;

async function scriptErrors(path: string, text: string, isFragment: boolean): Promise<readonly PatternHit[]> {
  const { parseSync } = await nativePackage('oxc-parser', async () => import('oxc-parser'));
  // Without a name it may be any of them: `<T>x` is a cast in one and a tag in another.
  const names = isFragment ? [path, 'code.ts', 'code.jsx'] : [path];
  let best: readonly PatternHit[] | undefined;
  for (const name of names) {
    const errors = parseSync(name, text).errors.filter(({ message }) => !(isFragment && inBody.test(message)));
    const hits = errors.slice(0, maxErrors).map(({ message, labels }) => hit(text, labels[0]?.start ?? 0, message));
    if (hits.length === 0) return [];
    if (best === undefined || hits.length < best.length) best = hits;
  }
  return best ?? [];
}

/** A piece out of a function may return, await and yield. */
const inBody = /'return' statement|\bawait\b|\byield\b|`await`|`yield`|'await'/;

function brokenNodes(grammar: Grammar, text: string, engine: Engine): readonly PatternHit[] {
  const nodes = engine.parse(grammar, text).findAll({ rule: { kind: 'ERROR' } });
  return nodes.slice(0, maxErrors).map((node) => hit(text, node.range().start.index, `This is no ${grammar === 'Html' ? 'HTML' : 'CSS'}.`));
}

function hit(text: string, at: number, message: string): PatternHit {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return {
    rule: 'syntax',
    from: 'syntax',
    severity: 'error',
    message: sentence,
    ...positionAt(text, at),
  };
}

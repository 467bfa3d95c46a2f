import type { ParserOptions } from 'oxc-parser';
import { nativePackage } from '../../system/index.ts';
import { positionAt } from '../../text/index.ts';
import { maxProblems, type SyntaxProblem } from './problem.ts';

export type ScriptSyntax = (path: string, text: string, dialects: Dialects) => readonly SyntaxProblem[];

export interface Dialects {
  /** `.js` may hold types of Flow, which no parser here reads. */
  readonly hasFlow: boolean;
}

const script = /\.(?:[cm]?js|jsx)$/i;
/** As the file may be meant: a `.js` holds JSX in many projects, and is no module in others. */
const attempts: readonly ParserOptions[] = [
  { lang: 'jsx', sourceType: 'module' },
  { lang: 'jsx', sourceType: 'commonjs' },
  { lang: 'js', sourceType: 'script' },
];

/** Loads the parser. A file is wrong where it parses in none of the ways in which it may be meant. @throws MissingBinding */
export async function scriptSyntax(): Promise<ScriptSyntax> {
  const { parseSync } = await nativePackage('oxc-parser', async () => import('oxc-parser'));
  const errorsOf = (path: string, text: string, options?: ParserOptions) =>
    parseSync(path, text, options).errors.filter(({ severity }) => isError(severity));
  return (path, text, { hasFlow }) => {
    const errors = errorsOf(path, text);
    if (errors.length === 0) return [];
    if (script.test(path)) {
      if (attempts.some((options) => errorsOf(path, text, options).length === 0)) return [];
      if (hasFlow || /@flow\b/.test(text.slice(0, 5_000))) return [];
    }
    return errors.slice(0, maxProblems).map(({ labels, message, helpMessage }) => ({
      ...positionAt(text, labels[0]?.start ?? 0),
      message: `${message.replace(/\.$/, '')}${helpMessage === null ? '' : `. ${helpMessage.replace(/\.$/, '')}`}.`,
      severity: 'error' as const,
      rule: 'syntax',
      source: 'oxc',
    }));
  };
}

/** The type of the package is an enum without values at run time. */
function isError(severity: string): boolean {
  return severity === 'Error';
}

import { lineIndex, lineTextAt } from '../../text/index.ts';
import { threats } from './rules/index.ts';
import type { Script } from './script.ts';
import type { Hit, Severity, Threat } from './threat.ts';

/** What was found in one file. */
export interface FoundThreat {
  readonly rule: string;
  readonly line: number;
  readonly column: number;
  readonly severity: Severity;
  readonly message: string;
  readonly fix: string;
}

/** Parses a file of JavaScript or TypeScript; `undefined` when the parser is not there. Called only for files that need it. */
export type ParseScript = (text: string, path: string) => Script | undefined;

const isScript = /\.[cm]?[jt]sx?$/i;
/** Tests, fixtures, examples and documentation: what is dangerous there runs on no user's data. */
const lessTrusted =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|spec|e2e|fixtures?|testdata|examples?|samples?|demos?|_examples?|playground|bench(?:marks?)?|docs?)\/|[._-](?:test|spec|bench|stories)\.[cm]?\w+$|(?:^|\/)test_\w+\.py$|_test\.(?:go|py)$|(?:^|\/)tests?\.py$|\.mdx?$/i;
/** What the project itself has accepted, in the words of its own tools. */
const accepted = /\bnosec\b|\bNOSONAR\b|eslint-disable(?:-next)?-line\b[^\n]*(?:eval|new-func|security)|\bsnap-ignore\b/;
/** Code in such a line was written by a program. */
const maxLine = 1_000;

/** Written so that no person reads them. */
const generated = /\.min\.[cm]?js$|(?:^|\/)(?:dist|vendor|third_party|node_modules)\/|\.bundle\.js$/i;

const maxHits = 50;

/** Threats in one file, in the order of the file. Pure but for the parser it is given. */
export function findThreats(path: string, text: string, parse: ParseScript): readonly FoundThreat[] {
  const isGenerated = generated.test(path) || isMinified(text);
  const found: { readonly threat: Threat; readonly hit: Hit }[] = [];
  let script: Script | undefined | null = null;
  for (const threat of threats) {
    const always: readonly Hit[] = [...(threat.text?.(text, path) ?? [])];
    const hits: Hit[] = [];
    if (isScript.test(path) && threat.javascript?.keyword.test(text) === true && !isGenerated) {
      if (script === null) script = parse(text, path);
      if (script !== undefined) hits.push(...threat.javascript.find(script));
    }
    found.push(...[...always, ...hits.filter(({ at }) => !isLeftOut(text, at))].slice(0, maxHits).map((hit) => ({ threat, hit })));
  }
  const { positionAt } = lineIndex(text);
  const seen = new Set<string>();
  return found
    .toSorted((one, other) => one.hit.at - other.hit.at)
    .flatMap(({ threat, hit }) => {
      const place = positionAt(hit.at);
      const key = `${threat.id} ${place.line}`;
      if (seen.has(key)) return [];
      seen.add(key);
      return [
        {
          rule: threat.id,
          ...place,
          severity: rank(hit.severity ?? threat.severity, threat, path, text),
          message: hit.message ?? threat.message,
          fix: hit.fix ?? threat.fix,
        },
      ];
    });
}

/** Few line ends in much text. */
function isMinified(text: string): boolean {
  return text.length > 20_000 && text.length / (text.split('\n').length + 1) > 300;
}

/** In a line of a program's making, or accepted on the line or the one before it. */
function isLeftOut(text: string, at: number): boolean {
  const from = text.lastIndexOf('\n', at - 1) + 1;
  const line = lineTextAt(text, at);
  if (line.length > maxLine) return true;
  const before = from === 0 ? '' : lineTextAt(text, from - 1);
  return accepted.test(line) || (/next-line|snap-ignore|^\s*(?:\/\/|#)/.test(before) && accepted.test(before));
}

/** Hidden text and texts for assistants are as dangerous in a fixture as anywhere: assistants read it there too. */
const everywhere = new Set(['hidden-text', 'assistant-instructions', 'install-script']);

/** Programs of the developers: what a shell gets there is seldom anybody else's. */
const forDevelopers =
  /(?:^|\/)(?:scripts?|tools?|\.ci|ci|build|dev)\/|(?:^|\/)(?:Gruntfile|gulpfile|Jakefile|setup|conf|noxfile|tasks)\.\w+$/;
/** A copy of somebody else's file. */
const copied = /(?:^|\/)(?:public|static|assets|wwwroot|libs?|plugins|vendors?|third[-_]?party|external)\//;
const banner = /^\s*(?:\/\*!|\/\*\*?[\s\S]{0,400}?(?:@license|@version|[Ll]icensed under|MIT [Ll]icense|\bv?\d+\.\d+\.\d+\b))/;

function rank(severity: Severity, { id }: Threat, path: string, text: string): Severity {
  if (everywhere.has(id)) return severity;
  const isLess =
    lessTrusted.test(path) ||
    ((id === 'shell-command' || id === 'dynamic-code') && forDevelopers.test(path)) ||
    (copied.test(path) && banner.test(text.slice(0, 1_000)));
  if (!isLess) return severity;
  return severity === 'error' ? 'warning' : 'info';
}

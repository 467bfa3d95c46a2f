import type { PlannedChange } from '../change/contents.ts';
import type { SourceContext } from '../../sources/index.ts';
import { cleanLine, quoted } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { ChangeFinding, ChangeQuestion } from './validation.ts';

const maxTitle = 160;

/** What servers said that concerns the change. Their texts are data. */
export function findingsOfSources(
  context: SourceContext,
  change: PlannedChange,
  { relatedIssues }: ChangeQuestion,
): readonly ChangeFinding[] {
  const [first] = change.keys();
  if (first === undefined) return [];
  const own = (files: readonly string[]): WorkspacePath => files.find((file) => change.has(file)) ?? first;
  // Prose throws no errors, so a match of its file name in the error tracker is chance.
  const code = [...change.keys()].filter((file) => !/\.(?:md|mdx|rst|txt|adoc)$/i.test(file));
  const [firstOfCode] = code;
  const tracked = firstOfCode === undefined ? [] : (context.error_tracker?.recentErrors ?? []);
  const errors = tracked.map(({ id, title, events, files }): ChangeFinding => ({
    file: code.find((file) => files.includes(file)) ?? firstOfCode ?? first,
    type: 'error_prone',
    severity: (events ?? 0) >= 100 ? 'medium' : 'low',
    message: `${cleanLine(id)} has this file in its stack${events === undefined ? '' : `, seen ${events} times`}: ${quoted(title, maxTitle)}`,
    source: 'error_tracker',
    confidence: code.some((file) => files.includes(file)) ? 70 : 40,
  }));
  const deprecated = (context.docs_source?.deprecations ?? []).flatMap(({ library, text }): readonly ChangeFinding[] => {
    const file = [...change].find(([, { after }]) => after?.includes(library) === true)?.[0];
    // What names code that the file does not have is about other callers.
    return file === undefined || isElsewhere(text, change.get(file)?.after ?? '')
      ? []
      : [
          {
            file,
            type: 'deprecation',
            severity: 'medium',
            message: `${cleanLine(library)}: ${quoted(text, 200)}`,
            source: 'docs_source',
            // The text says that something is deprecated, not that this change uses it.
            confidence: isUsed(text, change.get(file)?.after ?? '') ? 75 : 35,
          },
        ];
  });
  const wanted = new Set(relatedIssues.map((issue) => issue.replace(/^.*[#/]/, '')));
  const issues = (context.code_host?.issues ?? [])
    .filter(({ number, state }) => state === 'open' && wanted.has(`${number}`))
    .map(({ number, title, files }): ChangeFinding => ({
      file: own(files),
      type: 'error_prone',
      severity: 'low',
      message: `issue #${number} is open: ${quoted(title, maxTitle)}`,
      source: 'code_host',
      confidence: 50,
    }));
  return [...errors, ...deprecated, ...issues];
}

/** Whether a name of code in the sentence is in the file. */
function isUsed(sentence: string, text: string): boolean {
  return (sentence.match(/\b[a-z]\w*(?:[A-Z_]\w*|(?=\())/g) ?? []).some((name) => name.length >= 4 && text.includes(name));
}

/** Whether the sentence names calls, and the file has none of them. */
function isElsewhere(sentence: string, text: string): boolean {
  const calls = Array.from(sentence.matchAll(/\b([A-Za-z_]\w+)\(/g), ([, name = '']) => name);
  return calls.length > 0 && !calls.some((name) => new RegExp(`\\b${name}\\s*\\(`).test(text));
}

import { defineStartDiagnostic, type CommandEntry } from '../judging/programs/command-entries.ts';
import type { Node } from '../../formats/index.ts';
import { textsOf } from '../judging/entries/fields.ts';
import { maskText } from '../../secrets/index.ts';

/** In a quoted text `\t` is a tab and `\n` the end of a line, also in the middle of a Windows path. */
export default defineStartDiagnostic({
  id: 'escaped-backslash',
  severity: 'error',
  summary: 'A Windows path lost its backslashes: inside quotes each one has to be written twice.',
  *judge(entry) {
    const { text } = entry.file;
    if (text === undefined) return;
    for (const { detail, node } of texts(entry)) {
      const raw = text.slice(node.start, node.end);
      const whole = raw.includes('\\') ? withDoubledBackslashes(raw) : undefined;
      if (whole === undefined || !isPath(whole)) continue;
      yield {
        message: `The path ${maskText(raw)} in "${entry.entry.name}" does not mean what it shows: ${letters(raw)} ${letters(raw).includes(',') ? 'are' : 'is'} read as a tab or the end of a line, so ${entry.client.name} does not find it.`,
        hint: `Write every backslash twice, or use "/" instead: ${maskText(whole)}`,
        span: node,
        fix: {
          kind: 'safe',
          says: 'write every backslash twice',
          edit: { kind: 'splices', path: entry.file.path, splices: [{ start: node.start, end: node.end, text: whole }] },
        },
        detail,
      };
    }
  },
});

/** The texts of an entry that may be paths. */
function texts(entry: CommandEntry): readonly { readonly node: Node; readonly detail: string }[] {
  return textsOf(entry).map(({ kind, index, name, node }) => ({
    node,
    detail: kind === 'argument' ? `argument ${index ?? 0}` : (name ?? kind),
  }));
}

/** A drive and names, between backslashes that are all written twice. */
function isPath(whole: string): boolean {
  const isWhole = /^"[A-Za-z]:(\\\\[^\\/:*?"<>|\n\t]+)+(\\\\)?"$/.test(whole);
  // One name of several words may be a sentence: "Q:\nwhat is it".
  return isWhole && !/^"[A-Za-z]:\\\\[^\\]*\s/.test(whole);
}

const torn = /\\([tnrfb])/g;

/** The same text with each single backslash doubled; `undefined` when there is none, or when it is not in quotes. */
function withDoubledBackslashes(raw: string): string | undefined {
  if (!/^".*"$/s.test(raw) || raw.startsWith('"""')) return undefined;
  const whole = raw.replaceAll(/\\(\\|.)/gs, (all, letter: string) => (/[tnrfb]/.test(letter) ? `\\\\${letter}` : all));
  return whole === raw ? undefined : whole;
}

/** The pairs that were read as something else: `\t, \n`. */
function letters(raw: string): string {
  return [...new Set([...raw.replaceAll('\\\\', '').matchAll(torn)].map(([pair]) => `"${pair}"`))].join(', ');
}

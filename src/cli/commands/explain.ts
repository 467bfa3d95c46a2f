import { dirname, join } from 'node:path';
import { didYouMean, nearest, SnapError } from '../../system/index.ts';
import type { Command } from '../command.ts';
import { answer } from '../print-answer.ts';
import { plain, type Style } from '../terminal/style.ts';

export default {
  name: 'explain',
  summary: 'Explain a finding of "snap mcp validate": what it means, how it shows, and what to do.',
  usage: '<id>',
  details: 'The ids are those that "snap mcp validate" prints. Without one all are listed.',
  options: {},
  examples: [
    ['snap explain shim-instead-of-stdio', 'the page of that finding'],
    ['snap explain', 'every id, with a line each'],
  ],
  words: { max: 1 },
  completes: 'findings',
  async run(invocation) {
    const { positionals, program, system, ui } = invocation;
    const [id] = positionals;
    const { diagnostics } = await import('../../doctor/index.ts');
    if (id === undefined) {
      const findings = diagnostics.map(({ id: one, severity, summary }) => ({ id: one, severity, summary }));
      return answer(invocation, { findings }, () => findings.map((one) => `${ui.style.bold(one.id)}  ${one.summary}`));
    }
    const found = diagnostics.find((one) => one.id === id);
    if (found === undefined) {
      const near = nearest(
        id,
        diagnostics.map((one) => one.id),
      );
      throw new SnapError('usage', `There is no finding "${plain(id).slice(0, 60)}".`, {
        hint: `${didYouMean(near.map((one) => `snap explain ${one}`))} "snap explain" lists all.`.trim(),
      });
    }
    const page = await system.readBytes(join(dirname(dirname(program.file)), 'docs', 'diagnostics', `${id}.md`));
    const text = page === undefined ? `# ${id}\n\n${found.summary}` : new TextDecoder().decode(page);
    return answer(invocation, { id, severity: found.severity, summary: found.summary, page: text }, () => pageText(text, ui.style));
  },
} satisfies Command;

/** A page of the documentation as it is read on a terminal: its paragraphs in one line each, which the terminal wraps. */
export function pageText(markdown: string, style: Style): string {
  const lines: string[] = [];
  let isCode = false;
  let isParagraph = false;
  for (const line of markdown.trimEnd().split('\n')) {
    const starts = /^(?:#|[-*|] |\d+\. |$|```)/.test(line.trimStart());
    if (line.startsWith('```')) isCode = !isCode;
    else if (isCode) lines.push(`      ${plain(line)}`);
    else if (isParagraph && !starts) lines.push(`${lines.pop() ?? ''} ${shown(line.trim(), style)}`);
    else if (line.startsWith('#')) lines.push(style.bold(plain(line.replace(/^#+ /, ''))));
    else lines.push(shown(line, style));
    isParagraph = !isCode && line !== '' && !line.startsWith('#') && !line.startsWith('```');
  }
  return lines.join('\n');
}

/** Links are shown by their text, code between quotes where it has none of its own. */
function shown(line: string, style: Style): string {
  return plain(line)
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/\*\*([^*]+)\*\*/g, (_, words: string) => style.bold(words))
    .replaceAll(/`([^`]+)`/g, (_, code: string) => (style.isColored ? style.bold(code) : `"${code}"`));
}

import { didYouMean, SnapError } from '../../system/index.ts';
import type { Invocation } from '../command.ts';
import { plain } from '../terminal/style.ts';
import { asked, type Asked } from '../asking.ts';
import { nearRows } from './catalogue/catalogue.ts';

/** No argument is empty. */
const nothing = '';

/** A word that is no name of the catalogue may be a package of two registries, or a mistake: it is never guessed. */
export function wordRefused(word: string): SnapError {
  const near = nearRows(word).map(({ id }) => `snap mcp add ${id}`);
  const forms = `"snap mcp add npm:${plain(word)}" or "snap mcp add pypi:${plain(word)}"`;
  return new SnapError('usage', `"${plain(word)}" is not in the catalogue, and a package of that name may be anyone's.`, {
    hint: `${didYouMean(near)} If you mean the package: ${forms}. "snap mcp add --list" shows all names.`.trimStart(),
  });
}

/** The same as a question. The answer is an argument that says which one. Enter alone adds no stranger's package. */
export async function whichWord({ ui }: Invocation, word: string): Promise<Asked<string>> {
  const prompts = await ui.prompts();
  const shown = plain(word);
  const reply = asked(
    await prompts.select(`"${shown}" is not in the catalogue. What is it?`, [
      ...nearRows(word).map(({ id, says }) => ({ value: id, label: id, hint: says })),
      { value: nothing, label: 'a mistake: add nothing' },
      { value: `npm:${word}`, label: `the npm package ${shown}`, hint: 'anyone may have published it' },
      { value: `pypi:${word}`, label: `the Python package ${shown}`, hint: 'anyone may have published it' },
    ]),
  );
  return reply.kind === 'answer' && reply.value === nothing ? { kind: 'left', how: 'declined' } : reply;
}

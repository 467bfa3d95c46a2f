import { disallowServers } from '../../../sources/consenting.ts';
import { SnapError } from '../../../system/index.ts';
import type { Command } from '../../command.ts';
import { exit } from '../../exit.ts';
import { answer } from '../../print-answer.ts';
import { plain } from '../../terminal/style.ts';

export default {
  name: 'sources disconnect',
  summary: 'Stop snap from asking a server. Its entry in your assistant stays.',
  usage: '<name>… | --all [--json]',
  options: { all: { type: 'boolean', help: 'All that are connected' } },
  words: { max: 20 },
  completes: 'servers',
  examples: [
    ['snap sources disconnect github', 'it is not asked any more, in no project'],
    ['snap sources disconnect --all', 'none is'],
  ],
  async run(invocation) {
    const { positionals, ui, values, writable } = invocation;
    const isAll = values.flag('all');
    if (isAll === positionals.length > 0) {
      throw new SnapError('usage', 'Name the servers, or use --all.', { hint: '"snap sources list" shows which are connected.' });
    }
    const gone = await disallowServers(await writable(), isAll ? undefined : positionals);
    const missing = positionals.filter((name) => !gone.includes(name));
    if (missing.length > 0) ui.warn(`${missing.map(plain).join(', ')}: was not connected. "snap sources list" shows what is.`);
    const text = gone.length > 0 ? `${gone.map(plain).join(', ')}: not asked any more.` : isAll ? 'None was connected.' : '';
    return answer(invocation, { disconnected: gone, notConnected: missing }, () => text, missing.length > 0 ? exit.refused : exit.fine);
  },
} satisfies Command;

import { defineEntryDiagnostic } from '../diagnostic.ts';
import { closedFor } from '../judging/entries/gates.ts';
import { pathForMessage } from '../judging/wording.ts';
import { shellWord } from '../../machine/index.ts';

/** Reported, never changed: whether a server runs is the person's decision. */
export default defineEntryDiagnostic({
  id: 'switched-off-elsewhere',
  severity: 'info',
  restsOn: ['switches'],
  summary: 'The server is switched off outside of its entry: in a list or file that the assistant keeps.',
  whenWritten: 'afterwards',
  judge(target, setup) {
    const { client, entry } = target;
    if (!entry.enabled) return undefined;
    const [closed] = closedFor(setup, target);
    if (closed?.kind !== 'switched-off') return undefined;
    const word = closed.canFlip === true ? shellWord(entry.name, setup.facts.platform) : undefined;
    const enable = word === undefined ? [] : [`To switch it on, run: snap mcp enable ${word} --client ${client.id}.`];
    return {
      detail: closed.path,
      message: `"${entry.name}" does not run in ${client.name}: ${closed.because} (${pathForMessage(setup, closed.path)}).`,
      hint: [...enable, closed.says].join(' ').trim(),
    };
  },
});

import { defineEntryDiagnostic } from '../diagnostic.ts';
import { fieldOf } from '../judging/entries/fields.ts';
import { shellWord } from '../../machine/index.ts';
import { fieldWithoutTools } from '../judging/answers/tool-lists.ts';

/** Reported, never changed: whether a server may run is the person's decision. */
export default defineEntryDiagnostic({
  id: 'switched-off',
  severity: 'info',
  summary: 'The entry switches its server off, or leaves out all of its tools.',
  restsOn: ['switches'],
  *judge(target, setup) {
    const { client, entry, file } = target;
    const { switch: own } = file.reading.entry;
    if (!entry.enabled && own !== undefined) {
      const member = fieldOf(target, own.key);
      const name = shellWord(entry.name, setup.facts.platform);
      yield {
        span: member?.keySpan,
        detail: 'switch',
        message: `"${entry.name}" is switched off: it has "${own.key}": ${own.off}.`,
        hint:
          name === undefined
            ? `To switch it on, set "${own.key}" to ${!own.off} in the file.`
            : `To switch it on, run: snap mcp enable ${name} --client ${client.id}`,
      };
      return;
    }
    const field = fieldWithoutTools(target);
    if (field !== undefined) {
      const member = fieldOf(target, field);
      yield {
        span: member?.keySpan,
        detail: 'tools',
        message: `"${field}" excludes every tool of "${entry.name}".`,
        hint: `Remove "${field}", or change it so that it keeps the tools you want.`,
      };
    }
  },
});

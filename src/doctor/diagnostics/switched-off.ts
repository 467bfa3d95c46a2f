import { defineDiagnostic } from '../diagnostic.ts';
import { closedGates, gateFiles } from '../judging/entries/gates.ts';
import { fieldOf } from '../judging/entries/fields.ts';
import { shellWord } from '../../machine/index.ts';
import { pathForMessage } from '../judging/wording/paths-for-people.ts';
import { fieldWithoutTools } from '../judging/answers/tool-lists.ts';

/** Reported, never changed: whether a server may run is the person's decision. */
export default defineDiagnostic({
  id: 'switched-off',
  severity: 'info',
  summary: 'The server is configured but does not run: it is switched off or was not approved.',
  restsOn: ['switches'],
  reads: gateFiles,
  *detect(setup) {
    for (const target of setup.entries) {
      const { client, entry, file } = target;
      const { switch: own } = file.reading.entry;
      if (!entry.enabled && own !== undefined) {
        const member = fieldOf(target, own.key);
        const name = shellWord(entry.name, setup.facts.platform);
        yield {
          entry: target,
          span: member?.keySpan,
          detail: 'switch',
          message: `"${entry.name}" is switched off: it has "${own.key}": ${own.off}.`,
          hint:
            name === undefined
              ? `To switch it on, set "${own.key}" to ${!own.off} in the file.`
              : `To switch it on, run: snap mcp enable ${name} --client ${client.id}`,
        };
        continue;
      }
      const field = fieldWithoutTools(target);
      if (field !== undefined) {
        const member = fieldOf(target, field);
        yield {
          entry: target,
          span: member?.keySpan,
          detail: 'tools',
          message: `"${field}" excludes every tool of "${entry.name}".`,
          hint: `Remove "${field}", or change it so that it keeps the tools you want.`,
        };
      }
      // One reason is enough; an administrator's lists have their own finding.
      const [closed] = closedGates(setup, target).filter(({ isManaged }) => !isManaged);
      if (closed === undefined) continue;
      yield {
        entry: target,
        detail: 'list',
        message: `"${entry.name}" does not run in ${client.name}: ${closed.because} (${pathForMessage(setup, closed.path)}).`,
        hint: closed.says,
      };
    }
  },
});

import { defineDiagnostic } from '../diagnostic.ts';
import { commandNode } from '../edit.ts';
import { commandEntries } from '../judging/programs/command-entries.ts';
import { pathForMessage } from '../judging/wording.ts';

/** Seen in https://github.com/aaddrick/claude-desktop-debian/issues/216: npx in /usr/bin, and the app did not find it. */
export default defineDiagnostic({
  id: 'path-of-package',
  severity: 'info',
  summary: 'Somebody other than its vendor packaged the assistant, so its PATH is not known, and an entry depends on it.',
  *detect(setup) {
    for (const entry of commandEntries(setup)) {
      const { client, command } = entry;
      if (client.packagedByOthers?.includes(setup.facts.platform) !== true || !entry.entry.enabled || !entry.file.installed) continue;
      // What a call showed is a nearer cause.
      if (entry.live.some(({ answer }) => answer.kind !== 'answered')) continue;
      if (/[\\/]/.test(command.command) || command.inClient === undefined) continue;
      const found = pathForMessage(setup, command.inClient.path);
      yield {
        entry,
        span: commandNode(entry),
        message: `On this system ${client.name} is packaged by others than its vendor, with a PATH that only the running app shows. "${command.command}" is at ${found}, and "${entry.entry.name}" starts only if that PATH leads there.`,
        hint: `If "${entry.entry.name}" is missing in ${client.name}, write the absolute path as the command: ${found}`,
      };
    }
  },
});

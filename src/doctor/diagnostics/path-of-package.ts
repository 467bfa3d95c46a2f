import { defineStartDiagnostic } from '../judging/programs/command-entries.ts';
import { commandNode } from '../edit.ts';
import { pathForMessage } from '../judging/wording.ts';

/** Seen in https://github.com/aaddrick/claude-desktop-debian/issues/216: npx in /usr/bin, and the app did not find it. */
export default defineStartDiagnostic({
  id: 'path-of-package',
  severity: 'info',
  summary: 'Somebody other than its vendor packaged the assistant, so its PATH is not known, and an entry depends on it.',
  judge(entry, setup) {
    const { client, command } = entry;
    if (client.packagedByOthers?.includes(setup.facts.platform) !== true || !entry.entry.enabled || !entry.file.installed) return undefined;
    // What a call showed is a nearer cause.
    if (entry.live.some(({ answer }) => answer.kind !== 'answered')) return undefined;
    if (/[\\/]/.test(command.command) || command.inClient === undefined) return undefined;
    const found = pathForMessage(setup, command.inClient.path);
    return {
      span: commandNode(entry),
      message: `On this system ${client.name} is packaged by others than its vendor, with a PATH that only the running app shows. "${command.command}" is at ${found}, and "${entry.entry.name}" starts only if that PATH leads there.`,
      hint: `If "${entry.entry.name}" is missing in ${client.name}, write the absolute path as the command: ${found}`,
    };
  },
});

import type { Facts } from '../doctor/index.ts';
import type { Invocation } from './command.ts';
import type { ExitCode } from './exit.ts';
import { tilde } from './scan-text.ts';
import { plain } from './ui.ts';
import { writeEntries } from './write-entries.ts';

/** Takes one name out of the chosen files, and says where else it still stands. */
export async function removeEntries(invocation: Invocation, name: string, options: { readonly onlyOurs: boolean }): Promise<ExitCode> {
  const { values, ui, system } = invocation;
  let remaining: readonly string[] = [];
  const code = await writeEntries(invocation, async ({ selection, facts }) => {
    remaining = elsewhere(facts, name, selection.scope ?? 'global');
    return {
      action: 'remove',
      name,
      scope: selection.scope,
      force: values.flag('force'),
      onlyOurs: options.onlyOurs,
      choose: () => ({ kind: 'refused', message: 'nothing is written when removing', hint: '' }),
    };
  });
  if (!values.flag('json'))
    for (const place of remaining)
      ui.print(`${ui.style.yellow(ui.style.mark.warn)} "${plain(name)}" remains in ${plain(tilde(place, system.home))}`);
  return code;
}

function elsewhere(facts: Facts, name: string, scope: string): readonly string[] {
  return facts.clients.flatMap((found) =>
    found.files
      .filter((file) => file.scope !== scope && file.servers.some((server) => server.name === name))
      .map((file) => `${file.path} (${found.client.name}, ${file.scope})`),
  );
}

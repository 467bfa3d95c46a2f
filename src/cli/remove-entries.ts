import type { Invocation } from './command.ts';
import type { ExitCode } from './exit.ts';
import { writeEntries } from './write-entries.ts';

/** Takes one name out of the chosen files. `onlyOurs`: only where it starts snap, unless forced. */
export async function removeEntries(invocation: Invocation, name: string, options: { readonly onlyOurs: boolean }): Promise<ExitCode> {
  return writeEntries(invocation, async ({ selection }) => ({
    action: 'remove',
    name,
    scope: selection.scope,
    onlyOurs: options.onlyOurs && !invocation.values.flag('force'),
  }));
}

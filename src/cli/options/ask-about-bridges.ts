import { uncalledBridges, type Setup } from '../../doctor/index.ts';
import { maskArgs } from '../../secrets/index.ts';
import type { System } from '../../system/index.ts';
import { plain } from '../terminal/style.ts';
import type { Ui } from '../terminal/ui.ts';
import { displayPaths } from '../words.ts';

interface Asked {
  readonly ui: Pick<Ui, 'interactive' | 'print' | 'confirm'>;
  readonly values: { flag(name: string): boolean };
  readonly system: Pick<System, 'home'>;
}

/**
 * Asks about each of snap's own entries that passes requests on to another machine whether it may be started: nothing leaves the machine
 * without a yes. Asks nothing where nobody can answer, or where the options have answered.
 * @returns those that may be called; `undefined` when the person cancelled.
 */
export async function askAboutBridges({ ui, values, system }: Asked, setup: Setup): Promise<ReadonlySet<string> | undefined> {
  const allowed = new Set<string>();
  const isDecided = ['yes', 'json', 'dry-run', 'probe', 'no-probe'].some((name) => values.flag(name));
  if (!ui.interactive || isDecided) return allowed;
  for (const { key, entry } of uncalledBridges(setup)) {
    const { args = [], command = '' } = entry.command ?? {};
    const line = plain(displayPaths([command, ...maskArgs(args)].join(' '), system.home));
    ui.print(
      `"${plain(entry.entry.name)}" in ${entry.client.name} passes every request on to another machine. To see whether a server answers there, snap would start:`,
    );
    ui.print(`  ${line}`);
    const answer = await ui.confirm('Start it and call that server?', false);
    if (answer === undefined) return undefined;
    if (answer) allowed.add(key);
  }
  return allowed;
}

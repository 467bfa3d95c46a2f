import { commands, Disposable } from 'vscode';
import type { Desk } from '../desk.ts';

/** What a command does. It says to the person what it did or why not; what it throws is shown as a message with the error's hint. */
export type Run = (desk: Desk) => Promise<void>;

/** By the id of the command: its file, loaded at the first call. */
const table: Readonly<Record<string, () => Promise<{ readonly default: Run }>>> = {};

export function registerCommands(desk: Desk): Disposable {
  return Disposable.from(
    ...Object.entries(table).map(([id, load]) => commands.registerCommand(id, async () => (await load()).default(desk))),
  );
}

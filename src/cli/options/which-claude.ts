import { clients, type Client } from '../../clients/index.ts';
import type { Selection } from '../../changes/index.ts';
import { probe } from '../../machine/index.ts';
import { findWorkspace } from '../../workspace/index.ts';
import type { Invocation } from '../command.ts';

const all: readonly Client[] = clients;

/** The selection that is meant. `isUnsure`: it could not be asked, and must not be written without another word of the person. */
export interface MeantSelection {
  readonly selection: Selection;
  readonly isUnsure: boolean;
}

/**
 * "claude" is the name of Claude Desktop. Where only Claude Code is on the machine, the person is told so and asked.
 * @returns undefined when the person left with Ctrl-C.
 */
export async function whichClaude({ values, system, ui }: Invocation, selection: Selection): Promise<MeantSelection | undefined> {
  const same = { selection, isUnsure: false };
  const isTyped = values.flag('claude') || values.texts('client').some((list) => list.split(',').includes('claude'));
  if (!isTyped) return same;
  const both = all.filter(({ id }) => id === 'claude-desktop' || id === 'claude-code');
  const facts = await probe(system, { workspace: await findWorkspace(system, values.text('workspace')), clients: both });
  const isInstalled = (id: string): boolean => facts.clients.some(({ client, installed }) => client.id === id && installed);
  if (isInstalled('claude-desktop') || !isInstalled('claude-code')) return same;

  if (!ui.interactive || values.flag('json') || values.flag('yes')) {
    ui.warn(
      `${ui.style.sign.warn} "claude" is Claude Desktop, which is not on this machine; Claude Code is. For Claude Code use --claude-code, for Claude Desktop --claude-desktop.`,
    );
    return { selection, isUnsure: !values.flag('yes') };
  }
  const isCode = await ui.confirm('Claude Desktop is not on this machine, Claude Code is. Use Claude Code?');
  if (isCode === undefined) return undefined;
  if (!isCode) return same;
  const meant = new Set(selection.clients.map(({ id }) => (id === 'claude-desktop' ? 'claude-code' : id)));
  return { selection: { ...selection, clients: all.filter(({ id }) => meant.has(id)) }, isUnsure: false };
}

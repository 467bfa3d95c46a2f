import { env, lm } from 'vscode';
import { core } from '../core.ts';
import type { Desk } from '../desk.ts';
import type { McpFact } from '../gates/facts.ts';
import { probedFolder } from '../observe/open-folder.ts';
import { mcpFactOf } from './mcp-fact.ts';
import { entriesOf } from './own-entries.ts';
import { editorClient } from './this-editor.ts';
import { mcpWanted } from './wanted.ts';

/** What of the desk is needed to look. */
export type McpDesk = Pick<Desk, 'context' | 'folder' | 'system'>;

/** Whether the editor takes servers from extensions. Forks that follow an older VS Code do not. */
export function takesProviders(): boolean {
  // The types of this version say that it is always there; in those forks it is not.
  const known: { readonly registerMcpServerDefinitionProvider?: unknown } = lm;
  return typeof known.registerMcpServerDefinitionProvider === 'function';
}

/** Whether the assistant of this editor can use snap, for the gate. */
export async function seeMcp(desk: McpDesk): Promise<McpFact> {
  const seen = { takesProviders: takesProviders(), isWanted: mcpWanted(desk.context) };
  if (seen.takesProviders && seen.isWanted === true) return mcpFactOf({ ...seen, ours: 0, foreign: 0 });
  const { entries } = await readEditorFiles(desk);
  return mcpFactOf({ ...seen, ours: entries.ours.length, foreign: entries.foreign.length });
}

/** What this editor's own files have of snap. */
export async function readEditorFiles(desk: McpDesk) {
  const system = await desk.system();
  const [{ clients, isOursByShape }, { probe }] = await Promise.all([core.clients(), core.machine()]);
  const id = editorClient(env);
  const client = clients.find((one) => one.id === id);
  // Of an editor that the registry does not have, only the file in the workspace is known.
  const like = client ?? clients.find((one) => one.id === 'vscode');
  const workspace = await probedFolder(system, desk.folder());
  const facts = await probe(system, { workspace, clients: like === undefined ? [] : [like] });
  const [own] = facts.clients;
  const entries = entriesOf(own, isOursByShape, ({ scope }) => client !== undefined || scope === 'project');
  return { client, entries, facts, own };
}

import type { Command } from './command.ts';

/** Every command with the line that help shows for it. The command itself is loaded when it is called. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<{ readonly default: Command }>;
}

export const commands: readonly CommandEntry[] = [
  { name: 'mcp scan', summary: 'Show every assistant, its config files and the MCP servers in them', load: () => import('./commands/mcp/scan.ts') },
  { name: 'mcp add', summary: 'Add any MCP server to the assistants you name', load: () => import('./commands/mcp/add.ts') },
  { name: 'mcp remove', summary: 'Take an MCP server out again', load: () => import('./commands/mcp/remove.ts') },
  { name: 'mcp history', summary: 'List the changes snap has made', load: () => import('./commands/mcp/history.ts') },
  { name: 'mcp undo', summary: 'Take one of them back', load: () => import('./commands/mcp/undo.ts') },
  { name: 'mcp shim', summary: 'Bridge stdio to a remote server (not available in this version)', load: () => import('./commands/mcp/shim.ts') },
  { name: 'mcp', summary: 'Start the bundled MCP server: snap mcp --stdio', load: () => import('./commands/mcp/serve.ts') },
  { name: 'tools configure', summary: 'Add snap itself to the assistants you name', load: () => import('./commands/tools/configure.ts') },
  { name: 'tools remove', summary: 'Take snap out again', load: () => import('./commands/tools/remove.ts') },
  { name: 'tools print', summary: 'Print the entry for an assistant, to paste', load: () => import('./commands/tools/print.ts') },
  { name: 'clients', summary: 'List the assistants snap knows, with the paths of their config files', load: () => import('./commands/clients.ts') },
];

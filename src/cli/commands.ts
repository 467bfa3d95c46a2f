import type { Command } from './command.ts';

/** Every command with the line that help shows for it. The command itself is loaded when it is called. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

const files = () => import('./commands/index.ts');
const judging = () => import('./commands/judging.ts');

export const commands: readonly CommandEntry[] = [
  { name: 'setup', summary: 'Set snap up in your assistants, question by question', load: async () => (await judging()).setup },
  {
    name: 'mcp scan',
    summary: 'Show every assistant, its config files and the MCP servers in them',
    load: async () => (await files()).mcpScan,
  },
  { name: 'mcp validate', summary: 'Say what is wrong with them, where, and what to do', load: async () => (await judging()).mcpValidate },
  { name: 'mcp repair', summary: 'Mend what can be mended', load: async () => (await judging()).mcpRepair },
  { name: 'mcp add', summary: 'Add any MCP server to the assistants you name', load: async () => (await files()).mcpAdd },
  { name: 'mcp remove', summary: 'Take an MCP server out again', load: async () => (await files()).mcpRemove },
  {
    name: 'mcp sync',
    summary: 'Show which servers stand where, and copy those of one assistant to others',
    load: async () => (await files()).mcpSync,
  },
  { name: 'mcp enable', summary: "Switch a server on, with the assistant's own switch", load: async () => (await files()).mcpEnable },
  { name: 'mcp disable', summary: 'Switch it off, and leave its entry where it is', load: async () => (await files()).mcpDisable },
  { name: 'mcp history', summary: 'List the changes snap has made', load: async () => (await files()).mcpHistory },
  { name: 'mcp undo', summary: 'Take one of them back', load: async () => (await files()).mcpUndo },
  {
    name: 'mcp',
    summary: 'Start the bundled MCP server: snap mcp --stdio',
    load: async () => (await import('./commands/mcp/serve.ts')).default,
  },
  {
    name: 'mcp shim',
    summary: 'Bridge stdio to a remote server (not available in this version)',
    load: async () => (await import('./commands/mcp/shim.ts')).default,
  },
  { name: 'tools configure', summary: 'Add snap itself to the assistants you name', load: async () => (await files()).toolsConfigure },
  { name: 'tools remove', summary: 'Take snap out again', load: async () => (await files()).toolsRemove },
  { name: 'tools print', summary: 'Print the entry for an assistant, to paste', load: async () => (await files()).toolsPrint },
  { name: 'doctor', summary: 'One page about all of this, for a bug report', load: async () => (await judging()).doctor },
  {
    name: 'clients',
    summary: 'List the assistants snap knows, with the paths of their config files',
    load: async () => (await files()).clients,
  },
  {
    name: 'completion',
    summary: 'Print a script for bash, zsh or fish that completes all this',
    load: async () => (await import('./commands/completion.ts')).default,
  },
];

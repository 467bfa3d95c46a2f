import type { Command } from './command.ts';

/** Every command with the line that help shows for it. The command itself is loaded when it is called. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

const files = () => import('./commands/index.ts');
const judging = () => import('./commands/judging.ts');
const memory = () => import('./commands/memory.ts');
const snapshots = () => import('./commands/snapshot/index.ts');

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
  {
    name: 'init',
    summary: 'Keep what snap learns in the project itself, so that others have it too',
    load: async () => (await memory()).init,
  },
  { name: 'status', summary: 'Show what snap knows of this project, and where it keeps it', load: async () => (await memory()).status },
  { name: 'task start', summary: 'Start a task, and hear what was learned about the like', load: async () => (await memory()).taskStart },
  { name: 'task end', summary: 'End it: changes are measured, learnings kept', load: async () => (await memory()).taskEnd },
  { name: 'task list', summary: 'List open tasks and the last that ended', load: async () => (await memory()).taskList },
  { name: 'task approve', summary: "Let the project's command measure a goal", load: async () => (await memory()).taskApprove },
  { name: 'snapshot create', summary: 'Take a snapshot of the files as they are', load: async () => (await snapshots()).snapshotCreate },
  { name: 'snapshot list', summary: 'List what can be brought back', load: async () => (await snapshots()).snapshotList },
  { name: 'snapshot show', summary: 'Show what is in one, and what is not', load: async () => (await snapshots()).snapshotShow },
  { name: 'snapshot diff', summary: 'Show what changed since, or between two', load: async () => (await snapshots()).snapshotDiff },
  { name: 'snapshot restore', summary: 'Bring the files back, all or some', load: async () => (await snapshots()).snapshotRestore },
  { name: 'snapshot undo', summary: 'Take the last restore back', load: async () => (await snapshots()).snapshotUndo },
  { name: 'snapshot protect', summary: 'Keep one until you say otherwise', load: async () => (await snapshots()).snapshotProtect },
  { name: 'snapshot unprotect', summary: 'Let it go with the others', load: async () => (await snapshots()).snapshotUnprotect },
  { name: 'snapshot prune', summary: 'Remove those whose time has come', load: async () => (await snapshots()).snapshotPrune },
  { name: 'snapshot verify', summary: 'Read them all, and name what is damaged', load: async () => (await snapshots()).snapshotVerify },
  { name: 'learn', summary: 'Keep something you learned', load: async () => (await memory()).learn },
  { name: 'learnings list', summary: 'List what was learned', load: async () => (await memory()).learningsList },
  { name: 'learnings search', summary: 'Find it by words', load: async () => (await memory()).learningsSearch },
  { name: 'learnings show', summary: 'Show where one came from and how it fared', load: async () => (await memory()).learningsShow },
  { name: 'learnings gc', summary: 'Put away what is old, unused or said twice', load: async () => (await memory()).learningsGc },
  { name: 'learnings export', summary: 'Print them all, for another project', load: async () => (await memory()).learningsExport },
  { name: 'learnings import', summary: 'Take in what was exported', load: async () => (await memory()).learningsImport },
  { name: 'violation add', summary: 'Report that a rule was broken', load: async () => (await memory()).violationAdd },
  { name: 'violation list', summary: 'List broken rules with their counts', load: async () => (await memory()).violationList },
  { name: 'advise', summary: 'Say what is known about a task or files', load: async () => (await memory()).advise },
  { name: 'guide', summary: 'Propose the steps of a task', load: async () => (await memory()).guide },
  { name: 'pulse', summary: 'Show how fast the project changes', load: async () => (await memory()).pulse },
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

import type { CommandEntry } from './command.ts';

const files = () => import('./commands/index.ts');
const judging = () => import('./commands/judging.ts');
const memory = () => import('./commands/memory.ts');
const snapshots = () => import('./commands/snapshot/index.ts');

export const commands: readonly CommandEntry[] = [
  { name: 'setup', summary: 'Set up snap in your assistants, step by step', load: async () => (await judging()).setup },
  {
    name: 'mcp scan',
    summary: 'Show every assistant, its config files and the MCP servers in them',
    load: async () => (await import('./commands/mcp/scan.ts')).default,
  },
  {
    name: 'mcp list',
    summary: 'List the MCP servers: which assistants have them, and whether they answer',
    load: async () => (await judging()).mcpList,
  },
  {
    name: 'mcp validate',
    summary: 'Find problems in MCP configuration, and say how to fix them',
    load: async () => (await judging()).mcpValidate,
  },
  { name: 'mcp repair', summary: 'Fix the problems that snap can fix', load: async () => (await judging()).mcpRepair },
  { name: 'mcp add', summary: 'Add an MCP server to the assistants you name', load: async () => (await files()).mcpAdd },
  { name: 'mcp remove', summary: 'Remove an MCP server', load: async () => (await files()).mcpRemove },
  {
    name: 'mcp sync',
    summary: 'Compare servers between assistants, and copy them from one to others',
    load: async () => (await files()).mcpSync,
  },
  { name: 'mcp enable', summary: "Enable a server in the assistant's own configuration", load: async () => (await files()).mcpEnable },
  { name: 'mcp disable', summary: 'Disable a server without removing its entry', load: async () => (await files()).mcpDisable },
  { name: 'mcp history', summary: 'List the changes made by snap', load: async () => (await files()).mcpHistory },
  { name: 'mcp undo', summary: 'Undo a change made by snap', load: async () => (await files()).mcpUndo },
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
  { name: 'tools configure', summary: 'Add snap to the assistants you name', load: async () => (await files()).toolsConfigure },
  { name: 'tools remove', summary: 'Remove snap from assistants', load: async () => (await files()).toolsRemove },
  { name: 'tools print', summary: 'Print the entry for an assistant, for pasting by hand', load: async () => (await files()).toolsPrint },
  {
    name: 'init',
    summary: 'Store learnings in the project, to share them with your team',
    load: async () => (await memory()).init,
  },
  { name: 'status', summary: 'Show what snap stores about this project, and where', load: async () => (await memory()).status },
  { name: 'task start', summary: 'Start a task and show related learnings', load: async () => (await memory()).taskStart },
  { name: 'task end', summary: 'End the task: measure its changes, save its learnings', load: async () => (await memory()).taskEnd },
  { name: 'task list', summary: 'List open tasks and the latest ended ones', load: async () => (await memory()).taskList },
  { name: 'task approve', summary: "Allow the project's command to measure a goal", load: async () => (await memory()).taskApprove },
  { name: 'snapshot create', summary: 'Take a snapshot of the project files', load: async () => (await snapshots()).snapshotCreate },
  { name: 'snapshot list', summary: 'List snapshots', load: async () => (await snapshots()).snapshotList },
  {
    name: 'snapshot show',
    summary: 'Show one snapshot: its contents and what was left out',
    load: async () => (await snapshots()).snapshotShow,
  },
  {
    name: 'snapshot diff',
    summary: 'Show changes since a snapshot, or between two snapshots',
    load: async () => (await snapshots()).snapshotDiff,
  },
  {
    name: 'snapshot restore',
    summary: 'Restore files from a snapshot, all or some',
    load: async () => (await snapshots()).snapshotRestore,
  },
  { name: 'snapshot undo', summary: 'Undo the last restore', load: async () => (await snapshots()).snapshotUndo },
  { name: 'snapshot protect', summary: 'Protect a snapshot from pruning', load: async () => (await snapshots()).snapshotProtect },
  {
    name: 'snapshot unprotect',
    summary: 'Let a protected snapshot be pruned again',
    load: async () => (await snapshots()).snapshotUnprotect,
  },
  { name: 'snapshot prune', summary: 'Delete snapshots past their retention period', load: async () => (await snapshots()).snapshotPrune },
  { name: 'snapshot verify', summary: 'Check every snapshot for damage', load: async () => (await snapshots()).snapshotVerify },
  { name: 'learn', summary: 'Save something you learned', load: async () => (await memory()).learn },
  { name: 'learnings list', summary: 'List learnings', load: async () => (await memory()).learningsList },
  { name: 'learnings search', summary: 'Search learnings by words', load: async () => (await memory()).learningsSearch },
  {
    name: 'learnings show',
    summary: 'Show one learning: its source and how often it helped',
    load: async () => (await memory()).learningsShow,
  },
  { name: 'learnings gc', summary: 'Archive old, unused and duplicate learnings', load: async () => (await memory()).learningsGc },
  { name: 'learnings export', summary: 'Export learnings, for another project', load: async () => (await memory()).learningsExport },
  { name: 'learnings import', summary: 'Import exported learnings', load: async () => (await memory()).learningsImport },
  { name: 'violation add', summary: 'Report a broken rule', load: async () => (await memory()).violationAdd },
  { name: 'violation list', summary: 'List broken rules, with counts', load: async () => (await memory()).violationList },
  { name: 'advise', summary: 'Show advice about a task or files', load: async () => (await memory()).advise },
  { name: 'guide', summary: 'Propose steps for a task', load: async () => (await memory()).guide },
  { name: 'pulse', summary: 'Show how fast the project is changing', load: async () => (await memory()).pulse },
  { name: 'doctor', summary: 'Print a report about snap and your assistants, for bug reports', load: async () => (await judging()).doctor },
  {
    name: 'clients',
    summary: 'List the assistants snap knows, with the paths of their config files',
    load: async () => (await files()).clients,
  },
  {
    name: 'completion',
    summary: 'Print a completion script for bash, zsh or fish',
    load: async () => (await import('./commands/completion.ts')).default,
  },
];

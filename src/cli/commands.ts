import { accountCommands } from './account-commands.ts';
import type { CommandEntry } from './command.ts';
import { intelligenceCommands } from './intelligence-commands.ts';
import { memoryCommands } from './memory-commands.ts';

const files = () => import('./commands/index.ts');
const judging = () => import('./commands/judging.ts');
const daemon = () => import('./commands/daemon/index.ts');
const snapshots = () => import('./commands/snapshot/index.ts');

/** Within a group in the order of the help. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'setup',
    group: 'setup',
    summary: 'Set up snap in your assistants, step by step',
    load: async () => (await judging()).setup,
  },
  {
    name: 'tools configure',
    group: 'setup',
    summary: 'Add snap to the assistants you name',
    load: async () => (await files()).toolsConfigure,
  },
  {
    name: 'tools remove',
    group: 'setup',
    summary: 'Remove snap from assistants',
    load: async () => (await files()).toolsRemove,
  },
  {
    name: 'tools print',
    group: 'setup',
    summary: 'Print the entry for an assistant, for pasting by hand',
    load: async () => (await files()).toolsPrint,
  },
  {
    name: 'uninstall',
    group: 'setup',
    summary: 'Remove snap from all assistants, and its own files',
    load: async () => (await import('./commands/uninstall.ts')).default,
  },
  {
    name: 'mcp scan',
    group: 'fix',
    summary: 'Show assistants, their config files and servers',
    load: async () => (await import('./commands/mcp/scan.ts')).default,
  },
  {
    name: 'mcp list',
    group: 'fix',
    summary: 'List the MCP servers, and whether they answer',
    load: async () => (await judging()).mcpList,
  },
  {
    name: 'mcp validate',
    group: 'fix',
    summary: 'Find problems, and say how to fix them',
    load: async () => (await judging()).mcpValidate,
  },
  {
    name: 'mcp repair',
    group: 'fix',
    summary: 'Fix the problems that snap can fix',
    load: async () => (await judging()).mcpRepair,
  },
  {
    name: 'doctor',
    group: 'fix',
    summary: 'Print a report about snap and your assistants',
    load: async () => (await judging()).doctor,
  },
  {
    name: 'mcp add',
    group: 'servers',
    summary: 'Add an MCP server to the assistants you name',
    load: async () => (await files()).mcpAdd,
  },
  {
    name: 'mcp remove',
    group: 'servers',
    summary: 'Remove an MCP server',
    load: async () => (await files()).mcpRemove,
  },
  {
    name: 'mcp enable',
    group: 'servers',
    summary: "Enable a server in the assistant's own configuration",
    load: async () => (await files()).mcpEnable,
  },
  {
    name: 'mcp disable',
    group: 'servers',
    summary: 'Disable a server without removing its entry',
    load: async () => (await files()).mcpDisable,
  },
  {
    name: 'mcp sync',
    group: 'servers',
    summary: 'Compare servers between assistants, and copy them',
    load: async () => (await files()).mcpSync,
  },
  {
    name: 'mcp history',
    group: 'servers',
    summary: 'List the changes made by snap',
    load: async () => (await files()).mcpHistory,
  },
  {
    name: 'mcp undo',
    group: 'servers',
    summary: 'Undo a change made by snap',
    load: async () => (await files()).mcpUndo,
  },
  {
    name: 'check',
    group: 'check',
    summary: 'Check the code of this project',
    load: async () => (await import('./commands/check/check.ts')).default,
  },
  {
    name: 'check approve',
    group: 'check',
    summary: "Let checks run the project's own programs",
    load: async () => (await import('./commands/check/approve.ts')).default,
  },
  {
    name: 'risk',
    group: 'check',
    summary: 'Score the risk of changing files',
    load: async () => (await import('./commands/risk.ts')).default,
  },
  {
    name: 'context',
    group: 'check',
    summary: 'Show what is known of files, here and at servers',
    load: async () => (await import('./commands/context.ts')).default,
  },
  {
    name: 'snapshot create',
    group: 'snapshots',
    summary: 'Take a snapshot of the project files',
    load: async () => (await snapshots()).snapshotCreate,
  },
  {
    name: 'snapshot list',
    group: 'snapshots',
    summary: 'List snapshots',
    load: async () => (await snapshots()).snapshotList,
  },
  {
    name: 'snapshot show',
    group: 'snapshots',
    summary: 'Show one snapshot: its size and what was left out',
    load: async () => (await snapshots()).snapshotShow,
  },
  {
    name: 'snapshot diff',
    group: 'snapshots',
    summary: 'Show changes since a snapshot, or between two',
    load: async () => (await snapshots()).snapshotDiff,
  },
  {
    name: 'snapshot restore',
    group: 'snapshots',
    summary: 'Restore files from a snapshot, all or some',
    load: async () => (await snapshots()).snapshotRestore,
  },
  { name: 'snapshot undo', group: 'snapshots', summary: 'Undo the last restore', load: async () => (await snapshots()).snapshotUndo },
  {
    name: 'snapshot protect',
    group: 'snapshots',
    summary: 'Protect a snapshot from pruning',
    load: async () => (await snapshots()).snapshotProtect,
  },
  {
    name: 'snapshot unprotect',
    group: 'snapshots',
    summary: 'Let a protected snapshot be pruned again',
    load: async () => (await snapshots()).snapshotUnprotect,
  },
  {
    name: 'snapshot prune',
    group: 'snapshots',
    summary: 'Delete snapshots past their retention period',
    load: async () => (await snapshots()).snapshotPrune,
  },
  {
    name: 'snapshot verify',
    group: 'snapshots',
    summary: 'Check every snapshot for damage',
    load: async () => (await snapshots()).snapshotVerify,
  },
  {
    name: 'rollback suggest',
    group: 'snapshots',
    summary: 'Suggest the snapshot to restore after something broke',
    load: async () => (await import('./commands/rollback/suggest.ts')).default,
  },
  ...memoryCommands,
  ...intelligenceCommands,
  { name: 'daemon start', group: 'daemon', summary: 'Start the daemon, and HTTP', load: async () => (await daemon()).daemonStart },
  { name: 'daemon stop', group: 'daemon', summary: 'End the daemon', load: async () => (await daemon()).daemonStop },
  {
    name: 'daemon restart',
    group: 'daemon',
    summary: 'End the daemon, also a hung one, and start another',
    load: async () => (await daemon()).daemonRestart,
  },
  {
    name: 'daemon status',
    group: 'daemon',
    summary: 'Show the daemon: who is connected, and where',
    load: async () => (await daemon()).daemonStatus,
  },
  { name: 'daemon logs', group: 'daemon', summary: 'Show the log of the daemon', load: async () => (await daemon()).daemonLogs },
  {
    name: 'daemon headers',
    group: 'daemon',
    summary: 'Print the header with its token, for assistants',
    load: async () => (await daemon()).daemonHeaders,
  },
  {
    name: 'events',
    group: 'daemon',
    summary: 'Show what happened in your projects, as it happens',
    load: async () => (await import('./commands/events.ts')).default,
  },
  {
    name: 'mcp',
    group: 'more',
    summary: 'Start the MCP server of snap: snap mcp --stdio',
    load: async () => (await import('./commands/mcp/serve.ts')).default,
  },
  {
    name: 'mcp shim',
    group: 'more',
    summary: 'Bridge standard input and output to a remote server',
    load: async () => (await import('./commands/mcp/shim.ts')).default,
  },
  ...accountCommands,
  {
    name: 'clients',
    group: 'more',
    summary: 'List known assistants and their config files',
    load: async () => (await files()).clients,
  },
  {
    name: 'completion',
    group: 'more',
    summary: 'Print a completion script for bash, zsh or fish',
    load: async () => (await import('./commands/completion.ts')).default,
  },
  {
    name: 'help',
    group: 'more',
    summary: 'Show this help, or that of a command',
    load: async () => (await import('./commands/help.ts')).default,
  },
];

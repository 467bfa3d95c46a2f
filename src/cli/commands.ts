import { commandGroups, type Command, type CommandEntry, type CommandGroup } from './command.ts';

// Commands that share nearly everything are one chunk each: a chunk for every command would cost each start more than the few lines of the others.
const files = () => import('./commands/index.ts');
const judging = () => import('./commands/judging.ts');
const memory = () => import('./commands/memory.ts');
const daemon = () => import('./commands/daemon/index.ts');
const snapshots = () => import('./commands/snapshot/index.ts');
const account = () => import('./commands/account.ts');
const sources = () => import('./commands/sources/index.ts');

type Row = readonly [name: string, summary: string, load: () => Promise<Command>];

/** What the help lists, by group and in its order. */
const listed: Readonly<Record<CommandGroup, readonly Row[]>> = {
  setup: [
    ['setup', 'Set up snap in your assistants, step by step', async () => (await judging()).setup],
    ['tools configure', 'Add snap to the assistants you name', async () => (await files()).toolsConfigure],
    ['tools remove', 'Remove snap from assistants', async () => (await files()).toolsRemove],
    ['tools print', 'Print the entry for an assistant, for pasting by hand', async () => (await files()).toolsPrint],
    ['uninstall', 'Remove snap from all assistants, and its own files', async () => (await import('./commands/uninstall.ts')).default],
  ],
  servers: [
    ['mcp scan', 'Show assistants, their config files and servers', async () => (await import('./commands/mcp/scan.ts')).default],
    ['mcp validate', 'Find problems, and say how to fix them', async () => (await judging()).mcpValidate],
    ['mcp repair', 'Fix the problems that snap can fix', async () => (await judging()).mcpRepair],
    ['mcp add', 'Add a server: a name, an address, a package, JSON', async () => (await files()).mcpAdd],
    ['mcp remove', 'Remove a server', async () => (await files()).mcpRemove],
    ['mcp enable', "Switch a server on, by the assistant's own setting", async () => (await files()).mcpEnable],
    ['mcp disable', 'Switch a server off without removing its entry', async () => (await files()).mcpDisable],
    ['mcp sync', 'Compare servers between assistants, and copy them', async () => (await files()).mcpSync],
    ['mcp undo', 'Undo a change made by snap; --list shows them', async () => (await files()).mcpUndo],
    ['explain', 'Explain a finding, and how to fix it', async () => (await import('./commands/explain.ts')).default],
    ['doctor', 'Print a report about snap and your assistants', async () => (await judging()).doctor],
  ],
  code: [
    ['check', 'Check the code of this project', async () => (await import('./commands/check/check.ts')).default],
    ['trust', "Let checks run the project's own programs", async () => (await import('./commands/trust.ts')).default],
  ],
  task: [
    ['brief', 'What to know before a change: risk, files, tests', async () => (await memory()).brief],
    ['task start', 'Start a task and show related learnings', async () => (await memory()).taskStart],
    ['task end', 'End the task: measure its changes, save its learnings', async () => (await memory()).taskEnd],
    ['task list', 'List open tasks and the latest ended ones', async () => (await memory()).taskList],
    ['pulse', 'Show how fast the project is changing', async () => (await memory()).pulse],
    ['init', 'Store learnings in the project, for your team', async () => (await memory()).init],
    ['status', 'Show what snap stores about this project, and where', async () => (await memory()).status],
  ],
  memory: [
    ['learn', 'Save something you learned; --rule reports a broken rule', async () => (await memory()).learn],
    ['learnings', 'List what was learned here; --rules lists broken rules', async () => (await memory()).learningsList],
    ['learnings show', 'Show one learning: its source and how often used', async () => (await memory()).learningsShow],
    ['learnings forget', 'Forget a learning for good', async () => (await memory()).learningsForget],
    ['learnings restore', 'Show a withheld learning again', async () => (await memory()).learningsRestore],
    ['learnings gc', 'Archive old, unused and duplicate learnings', async () => (await memory()).learningsGc],
    ['learnings export', 'Export learnings, for another project', async () => (await memory()).learningsExport],
    ['learnings import', 'Import exported learnings', async () => (await memory()).learningsImport],
  ],
  snapshots: [
    ['snapshot create', 'Take a snapshot of the project files', async () => (await snapshots()).snapshotCreate],
    ['snapshot list', 'List snapshots; --verify reads, --prune deletes', async () => (await snapshots()).snapshotList],
    ['snapshot show', 'Show one snapshot: its size and what was left out', async () => (await snapshots()).snapshotShow],
    ['snapshot diff', 'Show changes since a snapshot, or between two', async () => (await snapshots()).snapshotDiff],
    ['snapshot restore', 'Restore files; --suggest says from which', async () => (await snapshots()).snapshotRestore],
    ['snapshot undo', 'Undo the last restore', async () => (await snapshots()).snapshotUndo],
  ],
  sources: [
    ['sources connect', 'Let snap ask GitHub, GitLab, Sentry or Context7', async () => (await sources()).sourcesConnect],
    ['sources list', 'List the servers snap asks, and whether they answer', async () => (await sources()).sourcesList],
    ['sources disconnect', 'Stop snap from asking a server', async () => (await sources()).sourcesDisconnect],
  ],
  account: [
    ['login', 'Sign in to the backend that you have configured', async () => (await account()).login],
    ['logout', 'Sign out', async () => (await account()).logout],
    ['api whoami', 'Show who you are for that backend', async () => (await account()).apiWhoami],
  ],
  daemon: [
    ['daemon start', 'Start the daemon, and HTTP', async () => (await daemon()).daemonStart],
    ['daemon stop', 'End the daemon', async () => (await daemon()).daemonStop],
    ['daemon status', 'Show the daemon: who is connected, and where', async () => (await daemon()).daemonStatus],
    ['daemon logs', 'Show its log; --events shows what happened', async () => (await daemon()).daemonLogs],
  ],
  more: [
    ['mcp', 'Start the MCP server of snap: snap mcp --stdio', async () => (await import('./commands/mcp/serve.ts')).default],
    ['mcp shim', 'Bridge standard input and output to a remote server', async () => (await import('./commands/mcp/shim.ts')).default],
    ['completion', 'Print a completion script for bash, zsh or fish', async () => (await import('./commands/completion.ts')).default],
    ['help', 'Show this help, or that of a command', async () => (await import('./commands/help.ts')).default],
  ],
};

/** What works without being listed: parts of other commands, and what programs call. */
const unlisted: readonly (readonly [CommandGroup, ...Row])[] = [
  ['servers', 'clients', 'List known assistants and their config files', async () => (await files()).clients],
  ['task', 'advise', 'Show advice about a task or files', async () => (await memory()).advise],
  ['task', 'guide', 'Propose steps for a task', async () => (await memory()).guide],
  ['task', 'risk', 'Score the risk of changing files', async () => (await memory()).risk],
  ['task', 'context', 'Show what is known of files, here and at servers', async () => (await memory()).context],
  ['memory', 'patterns', 'Search learnings and broken rules at once', async () => (await memory()).patterns],
  ['memory', 'learnings search', 'Search learnings by words', async () => (await memory()).learningsSearch],
  ['memory', 'violation add', 'Report a broken rule', async () => (await memory()).violationAdd],
  ['snapshots', 'snapshot protect', 'Protect a snapshot from pruning', async () => (await snapshots()).snapshotProtect],
  ['snapshots', 'snapshot unprotect', 'Let a protected snapshot be pruned again', async () => (await snapshots()).snapshotUnprotect],
  ['daemon', 'daemon restart', 'End the daemon, also a hung one, and start another', async () => (await daemon()).daemonRestart],
  ['daemon', 'daemon headers', 'Print the header with its token, for assistants', async () => (await daemon()).daemonHeaders],
];

/** Every command: those that the help lists first, in its order. */
export const commands: readonly CommandEntry[] = [
  ...commandGroups.flatMap((group) => listed[group].map((row) => entryOf(group, row, true))),
  ...unlisted.map(([group, ...row]) => entryOf(group, row, false)),
];

function entryOf(group: CommandGroup, [name, summary, load]: Row, isListed: boolean): CommandEntry {
  return { name, group, summary, load, isListed };
}

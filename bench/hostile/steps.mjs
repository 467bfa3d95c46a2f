// Steps that many cases share, with the exit codes that are true for them.

export const create = { argv: ['snapshot', 'create', '--json'], exit: [0] };
export const pulse = { argv: ['pulse', '--json'], exit: [0] };
export const status = { argv: ['status', '--json'], exit: [0] };
export const scan = { argv: ['mcp', 'scan', '--json'], exit: [0] };
export const scanText = { argv: ['mcp', 'scan'], exit: [0] };
export const advise = { argv: ['advise', 'change the parser', '--json'], exit: [0] };
export const learn = { argv: ['learn', 'when it rains', 'take the bus', '--json'], exit: [0] };
export const begin = { argv: ['task', 'start', 'mend the parser', '--json'], exit: [0] };
export const restoreAll = { argv: ['snapshot', 'restore', '1', '--yes', '--json'], exit: [0], writes: true };
export const restoreDry = { argv: ['snapshot', 'restore', '1', '--dry-run'], exit: [0] };
/** Other exit codes, or more of anything. */
export const but = (step, more) => ({ ...step, ...more });
export const json = (value) => JSON.stringify(value);

import { planSwitch } from '../../../changes/index.ts';
import { readDecisions } from '../../../machine/index.ts';
import { SnapError } from '../../../system/index.ts';
import type { Command, Invocation } from '../../command.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { targetOptions, writeOptions } from '../../options/selection.ts';
import { chooseTargets, writePlan } from '../../write-entries.ts';

const both = {
  usage: '<name> [--cline … | --all | --detected] [options]',
  details:
    'The switch is set in the entry of the named scope (default: global), or in the file where the assistant keeps it. snap never approves a server and never trusts a folder; it says how you do.',
  options: { ...targetOptions, ...writeOptions },
  words: { max: 1 },
  completes: 'servers',
} as const;

export const mcpEnable = {
  ...both,
  name: 'mcp enable',
  summary: "Enable an MCP server, using the assistant's own setting.",
  examples: [
    ['snap mcp enable github --cline', 'only in Cline'],
    ['snap mcp enable github', 'in every assistant that has it; asks first'],
  ],
  run: (invocation) => switchEntries(invocation, true),
} satisfies Command;

export const mcpDisable = {
  ...both,
  name: 'mcp disable',
  summary: "Disable an MCP server without removing its entry, using the assistant's own setting.",
  examples: [
    ['snap mcp disable github --cline', 'only in Cline'],
    ['snap mcp disable github', 'in every assistant that has it; asks first'],
  ],
  run: (invocation) => switchEntries(invocation, false),
} satisfies Command;

async function switchEntries(invocation: Invocation, on: boolean): Promise<ExitCode> {
  const [name] = invocation.positionals;
  if (name === undefined)
    throw new SnapError('usage', `Name one server to switch ${on ? 'on' : 'off'}.`, { hint: `See "snap ${invocation.words} --help".` });
  const chosen = await chooseTargets(invocation);
  if (chosen.kind === 'left') return exit.interrupted;
  const { mustAsk, selection, targets } = chosen.value;
  const steps = await planSwitch(targets, await readDecisions(invocation.system, targets.facts), { name, on, selection });
  return writePlan(invocation, { facts: targets.facts, steps }, { mustAsk });
}

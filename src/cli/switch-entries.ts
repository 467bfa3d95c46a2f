import { findTargets, planSwitch } from '../changes/index.ts';
import { readDecisions } from '../machine/index.ts';
import { SnapError } from '../system/index.ts';
import type { Invocation, Options } from './command.ts';
import { exit, type ExitCode } from './exit.ts';
import { needsQuestion, selectionOf, targetOptions, writeOptions } from './options/selection.ts';
import { whichClaude } from './options/which-claude.ts';
import { requirePatchFileOfDryRun, writePlan } from './write-entries.ts';

/** The options of `mcp enable` and `mcp disable`. */
export const switchOptions = { ...targetOptions, ...writeOptions } satisfies Options;

/** Runs `mcp enable` and `mcp disable`. */
export async function switchEntries(invocation: Invocation, on: boolean): Promise<ExitCode> {
  const { values, positionals, system } = invocation;
  const [name] = positionals;
  if (name === undefined)
    throw new SnapError('usage', `Name one server to switch ${on ? 'on' : 'off'}.`, { hint: `See "snap ${invocation.words} --help".` });
  requirePatchFileOfDryRun(values);
  const meant = await whichClaude(invocation, selectionOf(values));
  if (meant === undefined) return exit.interrupted;
  const { selection, isUnsure } = meant;
  const targets = await findTargets(system, selection, values.text('workspace'));
  const steps = await planSwitch(targets, await readDecisions(system, targets.facts), { name, on, selection });
  return writePlan(invocation, { facts: targets.facts, steps }, { mustAsk: isUnsure || needsQuestion(selection, values) });
}

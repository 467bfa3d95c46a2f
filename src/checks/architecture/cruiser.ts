import { posix } from 'node:path';
import type { CodeGraph } from '../../code/index.ts';
import { cleanLine, isRecord, jsonIn, textIn } from '../../system/index.ts';
import { isBelow, type Package } from '../../workspace/packages/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { LayerContext } from '../mode.ts';
import type { Program } from '../programs/program.ts';
import { runProgram } from '../programs/run-program.ts';
import type { CheckFinding } from '../report.ts';

const knownViolations = '.dependency-cruiser-known-violations.json';

/**
 * What the project's own dependency-cruiser says of what its script names, or else of all modules below its directory. Its report `baseline` is the list of violations of its report
 * `json`, without all modules. https://github.com/sverweij/dependency-cruiser/blob/main/doc/cli.md (read 2026-11-23)
 * @returns a sentence without its end where it came to no result.
 */
export async function runCruiser(
  context: LayerContext,
  { command, configFiles, directory, shown }: Program,
  graph: CodeGraph,
  { manifest }: Pick<Package, 'manifest'>,
): Promise<readonly CheckFinding[] | string> {
  const { root } = (await context.workbench()).workspace;
  const inside = [...graph.files.values()].filter(({ kind, path }) => kind === 'module' && isBelow(path, directory));
  // Config files are no part of the program.
  const all = [...new Set(inside.map(({ path }) => posix.relative(directory, path).split('/', 1)[0] ?? ''))].filter(
    (top) => !top.startsWith('.'),
  );
  const scripts = isRecord(manifest['scripts']) ? Object.values(manifest['scripts']).filter((text) => typeof text === 'string') : [];
  const words = new Set(
    scripts.filter((text) => /\b(?:depcruise|dependency-cruiser?)\b/.test(text)).flatMap((text) => text.split(/[\s"']+/)),
  );
  const named = all.filter((top) => words.has(top) || words.has(`./${top}`));
  const tops = named.length > 0 ? named : all;
  const isKnown = (await context.files()).some(({ path }) => path === posix.join(directory, knownViolations));
  const config = posix.relative(directory, configFiles[0] ?? '');
  const args = ['--config', config, ...(isKnown ? ['--ignore-known', knownViolations] : []), '--output-type', 'baseline', '--', ...tops];
  const result = await runProgram(context.system, root, { command, args, directory, signal: context.signal });
  if (result.stopped !== undefined) return 'dependency-cruiser was not done in time';
  if (result.failure !== undefined) return `${shown} could not be started (${result.failure || 'unknown'})`;
  const violations = jsonIn(result.stdout);
  if (Array.isArray(violations)) return violations.flatMap((one: unknown) => findingOf(one, directory, graph) ?? []);
  const [said = `it ended with code ${result.code ?? 'unknown'}`] = result.stderr.split(/\r?\n/).filter((line) => /\w{3}/.test(line));
  return `dependency-cruiser did not run: ${cleanLine(said.trim()).slice(0, 300)}`;
}

const severities = new Map([
  ['error', 'error'],
  ['warn', 'warning'],
  ['info', 'info'],
] as const);

/** `undefined` for a violation that the project knows and ignores. */
function findingOf(violation: unknown, directory: WorkspacePath, graph: CodeGraph): CheckFinding | undefined {
  if (!isRecord(violation) || !isRecord(violation['rule'])) return undefined;
  const { type, rule } = violation;
  const severity = [...severities].find(([word]) => word === rule['severity'])?.[1];
  const [from, to, name] = [textIn(violation['from']), textIn(violation['to']), textIn(rule['name'])];
  if (severity === undefined || from === undefined || name === undefined) return undefined;
  const file = posix.join(directory, from);
  const via = namesIn(violation['via']);
  const next = posix.join(directory, via[0] ?? namesIn(violation['cycle'])[0] ?? to ?? '');
  const target = to === undefined || to === from ? '' : ` ${to}`;
  const what =
    type === 'cycle'
      ? `It is in a circle: ${[from, ...namesIn(violation['cycle'])].join(' → ')}.`
      : type === 'reachability'
        ? `It reaches${target} through ${via.slice(0, -1).join(', ') || 'an import'}.`
        : target === ''
          ? `It breaks the rule "${name}".`
          : `It imports${target}.`;
  const common = { severity, rule: name, message: cleanLine(what), source: 'dependency-cruiser' } as const;
  // Some rules are about directories, which are no files.
  if (!graph.files.has(file)) return { ...common, message: cleanLine(`${from}: ${what}`) };
  return { file, line: graph.importsOf(file).find((edge) => edge.to === next)?.line, ...common };
}

function namesIn(steps: unknown): readonly string[] {
  return Array.isArray(steps) ? steps.flatMap((step: unknown) => (isRecord(step) ? (textIn(step['name']) ?? []) : [])) : [];
}

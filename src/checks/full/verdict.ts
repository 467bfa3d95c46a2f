import { listed } from '../../system/index.ts';
import { counts, type CheckFinding, type LayerReport } from '../report.ts';

/**
 * What each layer of mode full adds to the confidence, in points of 100: half of them are for the two layers that find most of what breaks a
 * program, types and tests.
 */
export const layerWeights: Readonly<Record<string, number>> = {
  syntax: 10,
  types: 25,
  tests: 25,
  architecture: 10,
  security: 15,
  dependencies: 10,
  performance: 5,
};

/**
 * How much of what mode full examines was examined, from 0 to 100: the points of the layers that ran to their end, whether they passed or
 * failed, each by the share of the code in its scope that it examined. One that was skipped or came to no end adds nothing, so 100 means that all
 * seven examined everything. It says nothing about how good the code is.
 */
export function confidenceOf(layers: readonly LayerReport[]): number {
  const points = layers.map((layer) => (isDone(layer) ? weightOf(layer) * (layer.share ?? 1) : 0));
  return Math.floor(points.reduce((sum, each) => sum + each, 0));
}

function isDone({ state }: LayerReport): boolean {
  return state === 'passed' || state === 'failed';
}

/** `Confidence: 75 of 100; not examined, or in part: tests.` */
export function confidenceLine(layers: readonly LayerReport[]): string {
  const missing = layers.filter((layer) => !isDone(layer) || layer.unexamined !== undefined);
  const why = missing.length === 0 ? '' : `; not examined, or in part: ${listed(missing.map(({ name }) => name))}`;
  return `Confidence: ${confidenceOf(layers)} of 100${why}.`;
}

/** In the order in which errors are worth fixing: a file that does not parse has no types, and a leaked secret cannot wait for a test. */
const order = ['syntax', 'security', 'types', 'tests', 'dependencies', 'architecture', 'performance'];

/** What to do next, in one sentence: the most urgent error, else the gap that matters most, else nothing. */
export function recommendationOf(layers: readonly LayerReport[], findings: readonly CheckFinding[]): string {
  const urgent = order.find((name) => layers.some((layer) => layer.name === name && layer.state === 'failed'));
  if (urgent !== undefined) return fixFirst(urgent, findings);
  const late = layers.filter(({ state }) => state === 'timeout');
  const [skipped] = layers.filter(({ state }) => state === 'skipped').toSorted((a, b) => weightOf(b) - weightOf(a));
  if (late.length > 0) return `Check again with fewer files: ${listed(late.map(({ name }) => name))} came to no end.`;
  if (skipped !== undefined)
    return `No error was found, but the layer ${skipped.name} was skipped: ${sentence(skipped.reason ?? 'no reason is known')}`;
  const [partial] = layers.filter(({ unexamined }) => unexamined !== undefined).toSorted((a, b) => weightOf(b) - weightOf(a));
  if (partial !== undefined)
    return `No error was found in what was examined. ${partial.name}: ${sentence(partial.reason ?? 'not all of it')}`;
  return 'No error was found by any of the seven layers.';
}

function fixFirst(layer: string, findings: readonly CheckFinding[]): string {
  const own = findings.filter((finding) => finding.layer === layer && finding.severity === 'error' && counts(finding));
  const [first] = own;
  if (first === undefined) return `Fix the errors of ${layer} first.`;
  const place = first.file === undefined ? '' : ` in ${first.file}${first.line === undefined ? '' : `:${first.line}`}`;
  const others = own.length === 1 ? '' : `, then ${own.length - 1} more of ${layer}`;
  return `Fix ${first.rule}${place} first${others}.`;
}

function weightOf({ name }: LayerReport): number {
  return layerWeights[name] ?? 0;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

import { previewEntries, type EntryPlan } from '../changes/index.ts';
import { overlay } from '../machine/index.ts';
import { maskText } from '../secrets/index.ts';
import type { System } from '../system/index.ts';
import { type ConfigFinding, type Diagnostic, compareSeverity } from './diagnostic.ts';
import { diagnostics } from './diagnostics/index.ts';
import { examine } from './examine.ts';
import type { Setup } from './setup.ts';

type Step = EntryPlan['steps'][number];

/** What is found on a planned entry, with what it means for writing it. */
export type PlannedFinding = ConfigFinding & { readonly whenWritten: Diagnostic['whenWritten'] };

const roles = new Map(diagnostics.map(({ id, whenWritten }) => [id, whenWritten]));

/**
 * What would be wrong after each step of a plan that is not wrong now: errors and warnings about the entry that it writes, and about its
 * file. The files are examined as if they were written; nothing is written or started.
 */
export async function judgePlan(
  system: System,
  plan: EntryPlan,
  program: Setup['program'],
): Promise<ReadonlyMap<Step, readonly PlannedFinding[]>> {
  const steps = plan.steps.filter((step) => step.kind === 'change' && step.action !== 'remove' && step.action !== 'switch-off');
  const { files } = await previewEntries(system, { ...plan, steps });
  const changed = files.filter(({ results }) => results.some(({ computed }) => computed.kind === 'write'));
  if (changed.length === 0) return new Map();
  const clients = plan.facts.clients.map(({ client }) => client).filter((client) => steps.some((step) => step.client === client));
  const options = { workspace: plan.facts.workspace, clients, program, diagnostics };
  const after = await examine(overlay(system, new Map(changed.map((file) => [file.path, file.after]))), options);
  const found = steps.map((step) => [step, after.findings.filter((finding) => isAbout(finding, step))] as const);
  if (found.every(([, findings]) => findings.length === 0)) return new Map();
  const before = new Map((await examine(system, options)).findings.map(({ fingerprint, severity }) => [fingerprint, severity]));
  return new Map(found.map(([step, findings]) => [step, findings.filter((finding) => isNew(finding, before)).map(withRole)]));
}

function withRole(finding: ConfigFinding): PlannedFinding {
  return { ...finding, whenWritten: roles.get(finding.id) };
}

function isAbout({ alsoClients, client, path, server, severity }: ConfigFinding, step: Step): boolean {
  return (
    severity !== 'info' &&
    step.kind === 'change' &&
    path === step.path &&
    [client, ...alsoClients].includes(step.client) &&
    (server === undefined || server === maskText(step.name))
  );
}

function isNew({ fingerprint, severity }: ConfigFinding, before: ReadonlyMap<string, ConfigFinding['severity']>): boolean {
  const known = before.get(fingerprint);
  return known === undefined || compareSeverity(known, severity) < 0;
}

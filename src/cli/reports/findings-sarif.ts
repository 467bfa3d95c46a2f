import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ReportedFinding } from './reported-finding.ts';

const levels = { error: 'error', warning: 'warning', info: 'note' } as const;

/** The machine a report was made on, as far as it decides how paths are named in it. */
export interface ReportPlace {
  readonly version: string;
  readonly workspace: string;
  readonly home: string;
}

/** A kind of problem that a report names. */
export interface ReportedRule {
  readonly id: string;
  readonly severity: ReportedFinding['severity'];
  readonly summary?: string | undefined;
}

/** A part of the work that was not done, or not to its end. */
export interface ReportedGap {
  readonly text: string;
  readonly severity: 'error' | 'info';
}

/**
 * Findings as SARIF 2.1.0, for code scanning. Files of the project are named relative to it, those of the person relative to the
 * home directory, which is left open: a report must not tell who made it.
 * https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 * @param gaps what was not examined; a run with an error among them was not successful.
 */
export function sarif(
  findings: readonly ReportedFinding[],
  rules: readonly ReportedRule[],
  place: ReportPlace,
  gaps: readonly ReportedGap[] = [],
) {
  const ids = new Set(findings.map(({ rule }) => rule));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'snap',
            semanticVersion: place.version,
            rules: rules
              .filter(({ id }) => ids.has(id))
              .map(({ id, summary, severity }) => ({
                id,
                shortDescription: summary === undefined ? undefined : { text: summary },
                defaultConfiguration: { level: levels[severity] },
              })),
          },
        },
        invocations:
          gaps.length === 0
            ? undefined
            : [
                {
                  executionSuccessful: gaps.every(({ severity }) => severity !== 'error'),
                  toolExecutionNotifications: gaps.map(({ severity, text }) => ({ level: levels[severity], message: { text } })),
                },
              ],
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { PROJECT: { description: { text: 'The project.' } }, HOME: { description: { text: 'The home directory.' } } },
        results: findings.map((finding) => ({
          ruleId: finding.rule,
          level: levels[finding.severity],
          message: { text: finding.message },
          locations: finding.path === undefined ? undefined : [{ physicalLocation: location(finding, finding.path, place) }],
          partialFingerprints: { 'snap/v1': finding.fingerprint },
        })),
      },
    ],
  };
}

function location({ line, column }: ReportedFinding, path: string, place: ReportPlace) {
  return {
    artifactLocation: artifact(path, place),
    region: line === undefined ? undefined : { startLine: line, startColumn: column ?? 1 },
  };
}

function artifact(path: string, { workspace, home }: ReportPlace) {
  const inProject = below(path, workspace);
  if (inProject !== undefined) return { uri: encoded(inProject), uriBaseId: 'PROJECT' };
  const inHome = below(path, home);
  if (inHome !== undefined) return { uri: encoded(inHome), uriBaseId: 'HOME' };
  return { uri: pathToFileURL(path).href };
}

/** The rest of a path below a directory, with `/`. */
export function below(path: string, directory: string): string | undefined {
  const rest = path.startsWith(directory) ? path.slice(directory.length) : '';
  // Where paths have "/", a name may hold a backslash.
  if (sep === '/') return /^\/./.test(rest) ? rest.slice(1) : undefined;
  return /^[\\/]./.test(rest) ? rest.slice(1).replaceAll(sep, '/') : undefined;
}

function encoded(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

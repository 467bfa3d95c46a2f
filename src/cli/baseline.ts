import type { ConfigFinding } from '../doctor/diagnosis.ts';
import { SnapError, type System } from '../system/index.ts';

/**
 * The fingerprints of findings that are accepted as known: what `snap mcp validate --json` printed at the time.
 * @throws SnapError `usage` when there is no such file, or it is no such document.
 */
export async function readBaseline(system: System, path: string): Promise<ReadonlySet<string>> {
  const bytes = await system.readBytes(system.resolve(path));
  const how = 'Write it with: snap mcp validate --json > baseline.json';
  if (bytes === undefined) throw new SnapError('usage', `--baseline ${path}: there is no such file.`, { hint: how });
  const known = fingerprints(Buffer.from(bytes).toString('utf8'));
  if (known === undefined) throw new SnapError('usage', `--baseline ${path}: this is no output of "snap mcp validate --json".`, { hint: how });
  return new Set(known);
}

function fingerprints(text: string): readonly string[] | undefined {
  const document = parsed(text);
  if (!isRecord(document) || !Array.isArray(document['findings'])) return undefined;
  return document['findings'].flatMap((finding: unknown) =>
    isRecord(finding) && typeof finding['fingerprint'] === 'string' ? [finding['fingerprint']] : [],
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    // No JSON is no baseline; the caller says so.
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

export function withoutKnown(findings: readonly ConfigFinding[], known: ReadonlySet<string>): readonly ConfigFinding[] {
  return findings.filter(({ fingerprint }) => !known.has(fingerprint));
}

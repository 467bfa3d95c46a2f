import type { ConfigFinding } from '../../doctor/index.ts';
import { isRecord, jsonIn, SnapError, type System } from '../../system/index.ts';

/**
 * The fingerprints of known findings, from an earlier output of `snap mcp validate --json`.
 * @throws SnapError `usage` when the file does not exist or is not such an output.
 */
export async function readBaseline(system: System, path: string): Promise<ReadonlySet<string>> {
  const bytes = await system.readBytes(system.resolve(path));
  const how = 'Write it with: snap mcp validate --json > baseline.json';
  if (bytes === undefined) throw new SnapError('usage', `--baseline ${path}: no such file.`, { hint: how });
  const known = fingerprints(Buffer.from(bytes).toString('utf8'));
  if (known === undefined)
    throw new SnapError('usage', `--baseline ${path}: this is not output of "snap mcp validate --json".`, { hint: how });
  return new Set(known);
}

function fingerprints(text: string): readonly string[] | undefined {
  // Windows PowerShell puts a byte order mark before what it writes into a file.
  const document = jsonIn(text.replace(/^\uFEFF/, ''));
  if (!isRecord(document) || !Array.isArray(document['findings'])) return undefined;
  return document['findings'].flatMap((finding: unknown) =>
    isRecord(finding) && typeof finding['fingerprint'] === 'string' ? [finding['fingerprint']] : [],
  );
}

/** The findings that are not in the baseline. */
export function withoutKnown(findings: readonly ConfigFinding[], known: ReadonlySet<string>): readonly ConfigFinding[] {
  return findings.filter(({ fingerprint }) => !known.has(fingerprint));
}

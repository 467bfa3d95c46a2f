import { displayPath, errorMessage } from '../system/index.ts';
import { createHash } from 'node:crypto';
import { isProved, isProvedPlace } from '../clients/index.ts';
import { positionAt } from '../formats/index.ts';
import type { ConfigFinding, Diagnostic, Sighting } from './diagnostic.ts';
import { redactEntrySecrets } from './redact-entry-secrets.ts';
import type { Setup } from './setup.ts';
import { atMost, compareSeverity, higherSeverity } from './severity.ts';
import { maskText } from '../secrets/index.ts';

/**
 * The findings of a setup, the worst first. Pure. A diagnostic that throws becomes a finding about itself; the others still run.
 */
export function diagnose(setup: Setup, diagnostics: readonly Diagnostic[]): readonly ConfigFinding[] {
  const redact = redactEntrySecrets(setup);
  const findings = diagnostics.flatMap((diagnostic) =>
    sightings(diagnostic, setup).map((sighting) => stamp(diagnostic, withoutSecrets(asProved(diagnostic, sighting), redact), setup)),
  );
  return numbered(mergeAcrossClients(findings)).toSorted(bySeverity);
}

function sightings(diagnostic: Diagnostic, setup: Setup): readonly Sighting[] {
  try {
    return [...diagnostic.detect(setup)];
  } catch (error) {
    // One failing diagnostic must not prevent the others.
    return [
      {
        severity: 'warning',
        message: `snap could not judge "${diagnostic.id}" here: ${errorMessage(error)}.`,
        hint: 'This is a bug in snap; please report it. The other findings are not affected.',
        detail: 'crashed',
      },
    ];
  }
}

function withoutSecrets(sighting: Sighting, redact: ReturnType<typeof redactEntrySecrets>): Sighting {
  const { message, hint, fix } = sighting;
  return {
    ...sighting,
    message: redact(sighting, message),
    hint: hint === undefined ? undefined : hintWithout(hint, redact(sighting, hint)),
    fix: fix === undefined ? undefined : { ...fix, says: redact(sighting, fix.says) },
  };
}

/** A shell command with a masked part in quotes is not safe to copy. */
function hintWithout(hint: string, masked: string): string {
  return masked !== hint && /(^|[\s/])'/.test(hint) ? 'Change it in the file.' : masked;
}

/** No error and no fix where the vendor does not confirm what the sighting rests on. */
function asProved(diagnostic: Diagnostic, sighting: Sighting): Sighting {
  const file = sighting.file ?? sighting.entry?.file;
  const client = sighting.client ?? file?.client;
  if (client === undefined) return sighting;
  const isRead = file === undefined || isProvedPlace(client, file.place);
  const isKnown = (sighting.restsOn ?? diagnostic.restsOn ?? []).every((group) => isProved(client, group));
  if (isRead && isKnown) return sighting;
  const { severity = diagnostic.severity, fix } = sighting;
  return { ...sighting, severity: atMost(severity, 'warning'), fix: isKnown ? fix : undefined };
}

function stamp(diagnostic: Diagnostic, sighting: Sighting, setup: Setup): ConfigFinding {
  const { entry } = sighting;
  const file = sighting.file ?? entry?.file;
  const client = sighting.client ?? file?.client;
  const path = sighting.path ?? file?.path;
  const position =
    sighting.span !== undefined && file?.text !== undefined
      ? positionAt(file.text, sighting.span.start)
      : entry !== undefined
        ? { line: entry.entry.line, column: entry.entry.column }
        : file?.error?.line !== undefined
          ? { line: file.error.line, column: file.error.column ?? 1 }
          : undefined;
  const server = entry?.entry.name;
  return {
    id: diagnostic.id,
    severity: atMost(sighting.severity ?? diagnostic.severity, diagnostic.severity),
    client,
    alsoClients: [],
    scope: file?.scope,
    path,
    ...position,
    server: server === undefined ? undefined : maskText(server),
    message: sighting.message,
    hint: sighting.hint,
    fix: sighting.fix,
    fingerprint: fingerprint([
      diagnostic.id,
      client?.id ?? '',
      file?.scope ?? '',
      path === undefined ? '' : portablePath(path, setup),
      server ?? '',
      sighting.detail ?? '',
    ]),
  };
}

/** The path in a form that is equal on every machine. */
function portablePath(path: string, { facts, home }: Setup): string {
  const { workspace, platform } = facts;
  const rest = path.startsWith(workspace.path) ? path.slice(workspace.path.length) : '';
  const shown = /^[\\/]/.test(rest) ? `<workspace>${rest}` : displayPath(path, { platform, home });
  return shown.replaceAll('\\', '/');
}

/** The worst first. */
function bySeverity(a: ConfigFinding, b: ConfigFinding): number {
  return compareSeverity(b.severity, a.severity);
}

/** 64 bits: short to read, and unique in practice. */
function fingerprint(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16);
}

/** Merges findings that several assistants have about the same place of one file. */
function mergeAcrossClients(findings: readonly ConfigFinding[]): readonly ConfigFinding[] {
  const kept = new Map<string, ConfigFinding>();
  for (const finding of findings) {
    const { id, path, line, column, server, message } = finding;
    const key = JSON.stringify([id, path, line, column, server, message]);
    const twin = kept.get(key);
    if (twin === undefined || finding.client === undefined) {
      kept.set(twin === undefined ? key : `${key}${kept.size}`, finding);
      continue;
    }
    const severity = higherSeverity(twin.severity, finding.severity);
    kept.set(key, { ...twin, severity, alsoClients: [...twin.alsoClients, finding.client] });
  }
  return [...kept.values()];
}

/** A second finding with the same fingerprint gets a number. */
function numbered(findings: readonly ConfigFinding[]): readonly ConfigFinding[] {
  const counts = new Map<string, number>();
  return findings.map((finding) => {
    const count = (counts.get(finding.fingerprint) ?? 0) + 1;
    counts.set(finding.fingerprint, count);
    return count === 1 ? finding : { ...finding, fingerprint: `${finding.fingerprint}-${count}` };
  });
}

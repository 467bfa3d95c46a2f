import { displayPath, errorMessage, cut } from '../system/index.ts';
import { createHash } from 'node:crypto';
import { isProved, isProvedPlace, secretsIn } from '../clients/index.ts';
import { type ConfigFinding, type Diagnostic, type Sighting, atMost, compareSeverity, higherSeverity } from './diagnostic.ts';
import type { Setup, EntryFacts, FileFacts } from './setup.ts';
import { maskText, maskTokens } from '../secrets/index.ts';
import { positionAt } from '../text/index.ts';
import { placeholderIn } from './judging/secrets/placeholder.ts';

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

/** Shorter secrets are not searched for: they would match in any text. */
const minSecretLength = 6;
/** Larger files hold more than servers; they are not searched. */
const maxFileLength = 200_000;
const masked = '***';

/**
 * Masks every secret of the entry (or file) that a sighting is about, and every token, in a text of that sighting. Diagnostics mask what
 * they quote; this is the second line of defence, also for secrets inside paths and addresses.
 */
function redactEntrySecrets(setup: Setup): (sighting: Sighting, words: string) => string {
  const known = new Map<EntryFacts | FileFacts, readonly string[]>();
  const secretsOf = (target: EntryFacts | FileFacts): readonly string[] => {
    const secrets = known.get(target) ?? longestFirst('entry' in target ? ofEntry(target) : ofFile(setup, target));
    known.set(target, secrets);
    return secrets;
  };
  return ({ entry, file }, words) => {
    const target = entry ?? file;
    const secrets = target === undefined ? [] : secretsOf(target);
    // The name is shown above the message too. A password such as "postgres" may be a part of it.
    const name = entry === undefined || secrets.includes(entry.entry.name) ? undefined : `"${entry.entry.name}"`;
    const parts = name === undefined ? [words] : words.split(name);
    const hide = (part: string): string =>
      secrets.reduce((text, secret) => (text.includes(secret) ? text.replaceAll(secret, masked) : text), part);
    const shown = parts.map(hide).join(name);
    return cut(maskTokens(shown), maxMessageLength);
  };
}

/** Messages quote values of the file, which can have any length. */
const maxMessageLength = 2_000;

function ofEntry({ entry }: EntryFacts): readonly string[] {
  const shown = maskText(entry.name);
  return [...secretsIn(entry.fields), ...(shown === entry.name ? [] : [entry.name])];
}

function ofFile(setup: Setup, file: FileFacts): readonly string[] {
  if (file.root !== undefined && (file.text ?? '').length <= maxFileLength) return [...secretsIn(file.root)];
  return setup.entries.filter((entry) => entry.file === file).flatMap((entry) => ofEntry(entry));
}

function longestFirst(secrets: readonly string[]): readonly string[] {
  const hidden = [...new Set(secrets)].filter((secret) => secret.length >= minSecretLength && placeholderIn(secret) === undefined);
  return hidden.toSorted((a, b) => b.length - a.length);
}

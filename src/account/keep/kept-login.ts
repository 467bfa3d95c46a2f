import { join } from 'node:path';
import { isRecord, jsonIn, readPrivateText, SnapError, textIn, type System, type WritableSystem } from '../../system/index.ts';
import { isToken, type Tokens } from '../oauth/tokens.ts';
import { type Keyring, keyringOf } from './keyring.ts';

/** A sign-in to one backend. */
export interface KeptLogin {
  readonly endpoint: string;
  readonly tokens: Tokens;
  /** Where the tokens are, for people. */
  readonly keptIn: string;
}

const file = 'the file account.json in the data directory of snap, which only you may read';

/** Where a sign-in is noted: the tokens themselves are in it only where no keyring takes them. */
export function accountFile({ own }: Pick<System, 'own'>): string {
  return join(own.data, 'account.json');
}

/** The sign-in to this backend; `undefined` where there is none, or its tokens are gone from the keyring. @param keyring the person's own. */
export async function readLogin(system: System, endpoint: string, keyring = keyringOf(system)): Promise<KeptLogin | undefined> {
  const noted = readNote(system);
  return noted === undefined || noted['endpoint'] !== endpoint ? undefined : loginNoted(noted, endpoint, keyring);
}

async function loginNoted(
  noted: Readonly<Record<string, unknown>>,
  endpoint: string,
  keyring: Keyring | undefined,
): Promise<KeptLogin | undefined> {
  if (noted['keptIn'] === 'file') return loginOf(endpoint, noted['tokens'], file);
  const secret = await keyring?.read(endpoint);
  return secret === undefined || keyring === undefined ? undefined : loginOf(endpoint, jsonIn(secret), keyring.name);
}

/** The backend that somebody is signed in to. */
export function notedEndpoint(system: System): string | undefined {
  return textIn(readNote(system)?.['endpoint']);
}

/**
 * What to sign out of. The file may be one that others can read: it is of no use any more, but its tokens can be ended.
 * @returns without an endpoint where others could have changed the file, or it holds something else: then nothing in it is used.
 */
export async function loginToForget(
  system: System,
  keyring = keyringOf(system),
): Promise<{ readonly endpoint?: string | undefined; readonly login?: KeptLogin | undefined }> {
  try {
    const noted = readNote(system, true);
    const endpoint = textIn(noted?.['endpoint']);
    if (noted === undefined || endpoint === undefined || !URL.canParse(endpoint)) return {};
    return { endpoint, login: await loginNoted(noted, endpoint, keyring) };
  } catch (error) {
    if (error instanceof SnapError) return {};
    throw error;
  }
}

/** Keeps a sign-in, in the keyring where one takes it and gives it back. The caller holds the lock of {@link accountFile}. @returns where. */
export async function keepLogin(system: WritableSystem, endpoint: string, tokens: Tokens, keyring = keyringOf(system)): Promise<string> {
  const secret = JSON.stringify(tokens);
  const isTaken = keyring !== undefined && (await keyring.write(endpoint, secret)) && (await keyring.read(endpoint)) === secret;
  const note = { schemaVersion: 1, endpoint, ...(isTaken ? { keptIn: 'keyring' } : { keptIn: 'file', tokens }) };
  await system.ownFiles.write(accountFile(system), Buffer.from(`${JSON.stringify(note)}\n`));
  return isTaken ? keyring.name : file;
}

/** The caller holds the lock of {@link accountFile}. */
export async function forgetLogin(system: WritableSystem, endpoint: string | undefined, keyring = keyringOf(system)): Promise<void> {
  if (endpoint !== undefined) await keyring?.remove(endpoint);
  await system.ownFiles.remove(accountFile(system));
}

function readNote(system: Pick<System, 'own' | 'home'>, mayBeKnown = false): Readonly<Record<string, unknown>> | undefined {
  const hint = 'Run "snap logout", which deletes it, then "snap login".';
  const text = readPrivateText(accountFile(system), { home: system.home, hint, mayBeKnown });
  const note = text === undefined ? undefined : jsonIn(text);
  return isRecord(note) ? note : undefined;
}

function loginOf(endpoint: string, tokens: unknown, keptIn: string): KeptLogin | undefined {
  if (!isRecord(tokens) || !isToken(tokens['access'])) return undefined;
  const { access, refresh, expiresAt } = tokens;
  return {
    endpoint,
    keptIn,
    tokens: { access, refresh: isToken(refresh) ? refresh : undefined, expiresAt: typeof expiresAt === 'number' ? expiresAt : undefined },
  };
}

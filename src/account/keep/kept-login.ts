import { join } from 'node:path';
import { isRecord, jsonIn, readPrivateText, textIn, type System, type WritableSystem } from '../../system/index.ts';
import { isToken, type Tokens } from '../oauth/tokens.ts';
import { keyringOf } from './keyring.ts';

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

/** The sign-in to this backend; `undefined` where there is none, or its tokens are gone from the keyring. */
/** @param keyring the person's own. */
export async function readLogin(system: System, endpoint: string, keyring = keyringOf(system)): Promise<KeptLogin | undefined> {
  const noted = readNote(system);
  if (noted === undefined || noted['endpoint'] !== endpoint) return undefined;
  if (noted['keptIn'] === 'file') return loginOf(endpoint, noted['tokens'], file);
  const secret = await keyring?.read(endpoint);
  return secret === undefined || keyring === undefined ? undefined : loginOf(endpoint, jsonIn(secret), keyring.name);
}

/** The backend that somebody is signed in to. */
export function notedEndpoint(system: System): string | undefined {
  return textIn(readNote(system)?.['endpoint']);
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
export async function forgetLogin(system: WritableSystem, endpoint: string, keyring = keyringOf(system)): Promise<void> {
  await keyring?.remove(endpoint);
  await system.ownFiles.remove(accountFile(system));
}

function readNote(system: Pick<System, 'own' | 'home'>): Readonly<Record<string, unknown>> | undefined {
  const text = readPrivateText(accountFile(system), system.home);
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

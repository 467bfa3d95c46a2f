import { Buffer } from 'node:buffer';
import { masked, maskProse } from '../secrets/index.ts';
import { cleanLine, cut } from '../system/index.ts';
import type { HttpClient } from '../system/http/index.ts';

/** Fields of a form that every reader may see. All others are secrets: codes, verifiers, tokens. */
const open: ReadonlySet<string> = new Set(['client_id', 'grant_type', 'redirect_uri', 'scope']);
const fieldsGiven = ['access_token', 'refresh_token', 'id_token', 'device_code'];

/** A part of a secret that is as long as this is masked too: a backend may have cut what it sends back. */
const partLength = 10;
/** What is shorter can be guessed anyway, and would take its letters out of every sentence. */
const minLength = 4;

const known = new WeakMap<HttpClient, Set<string>>();

/** Secrets that the backend has got over this client, or may know otherwise, and could send back in any later answer. They are kept as long as the client. */
export function noteSecrets(client: HttpClient, secrets: readonly unknown[]): void {
  const all = known.get(client) ?? new Set();
  known.set(client, all);
  for (const one of secrets) if (typeof one === 'string') all.add(one);
}

/** The secrets of a form that is sent. */
export function noteForm(client: HttpClient, form: Readonly<Record<string, string>>): void {
  noteSecrets(
    client,
    Object.entries(form).flatMap(([name, value]) => (open.has(name) ? [] : [value])),
  );
}

/** The secrets of an answer to a form. */
export function noteGiven(client: HttpClient, answer: Readonly<Record<string, unknown>>): void {
  noteSecrets(
    client,
    fieldsGiven.map((name) => answer[name]),
  );
}

/**
 * Text of the backend for people: one line without hidden characters, without any secret of this client, in whatever of the usual encodings
 * and whether whole or in part, and without what looks like a token.
 * @param also a secret that is not kept for later.
 */
export function shownText(client: HttpClient, text: string, max: number, also?: string): string {
  const secrets = [...(known.get(client) ?? []), ...(also === undefined ? [] : [also])];
  return cut(maskProse(withoutSecrets(cleanLine(text), secrets)), max);
}

/** The text with {@link masked} in place of every part of a secret. Case, and characters other than letters and digits, make no difference. */
export function withoutSecrets(given: string, secrets: readonly string[]): string {
  // One may have too few letters for what follows.
  const text = secrets.reduce((rest, one) => (one.length < minLength ? rest : rest.replaceAll(one, masked)), given);
  const [parts, wholes] = [new Set<string>(), new Set<string>()];
  for (const form of secrets.flatMap(formsOf)) {
    const bare = bareOf(form).bare;
    if (bare.length < minLength) continue;
    if (bare.length < partLength) wholes.add(bare);
    for (let at = 0; at + partLength <= bare.length; at++) parts.add(bare.slice(at, at + partLength));
  }
  const { bare, places } = bareOf(text);
  const spans: { start: number; end: number }[] = [];
  const hide = (at: number, length: number): void => {
    const start = places[at] ?? 0;
    const end = (places[at + length - 1] ?? 0) + 1;
    const last = spans.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else spans.push({ start, end });
  };
  for (let at = 0; at < bare.length; at++) {
    if (parts.has(bare.slice(at, at + partLength))) hide(at, partLength);
    for (const whole of wholes) if (bare.startsWith(whole, at)) hide(at, whole.length);
  }
  return spans.reduceRight((rest, { start, end }) => rest.slice(0, start) + masked + rest.slice(end), text);
}

/** Letters and digits alone, in lower case, and where each stands. */
function bareOf(text: string): { readonly bare: string; readonly places: readonly number[] } {
  const found = [...text.matchAll(/[a-z0-9]/gi)];
  return { bare: found.map(([one]) => one.toLowerCase()).join(''), places: found.map(({ index }) => index) };
}

/** A secret as others may write it. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const percent = encodeURIComponent(secret);
  const field = new URLSearchParams([['', secret]]).toString();
  const forms = [secret, field, percent, encodeURIComponent(percent), hex, hex.replaceAll(/../g, '%$&')];
  // In base64, three bytes are four characters: what comes before the secret decides how it is written.
  for (const before of [0, 1, 2]) {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const whole = text.slice(before === 0 ? 0 : before + 1, (before + bytes.length) % 3 === 0 ? undefined : -1);
    forms.push(whole, whole.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return forms;
}

import { splitCase } from '../text/index.ts';
import { aboutWords, doneWithIt, sureEnds, sureSequences, sureWords, unsureWords } from './words.ts';

const connectionString = /(^|[^a-z])conn(ection)?-str(ing)?([^a-z]|$)/i;
const checksumName = /(sha\d*|checksum|digest|hash)$/i;

/** Whether a name promises a secret value: the name of a variable, a header, an option or a member, whose value is not looked at. */
export function isSecretName(name: string): boolean {
  if (!mayNameSecret(name)) return false;
  const words = separated(name);
  const isSecret = words.split(/[^A-Za-z\u00C0-\uFFDC]/).some((word) => isSecretWord(word.toLowerCase())) || connectionString.test(words);
  return isSecret && !checksumName.test(name);
}

/** Also as the end of one word: `PGPASSWORD`, `GHTOKEN`. */
function isSecretWord(word: string): boolean {
  return sureWords().has(word) || unsureWords().has(word) || sureEnds.some((end) => word.endsWith(end));
}

/** Whether a name is in use for secrets alone, or may mean something else too; `undefined` for other names and for `passwordHint`. */
export function nameKind(name: string): 'sure' | 'unsure' | undefined {
  if (!mayNameSecret(name) || checksumName.test(name)) return undefined;
  const spelled = separated(name).toLowerCase();
  const words = spelled.split(/[^A-Za-z\u00C0-\uFFDC]+/).filter((word) => word !== '');
  if (words.includes('public') || /\.(?:[cm]?[jt]sx?|py|go|rb|java|rs|php|cs|md|txt|ya?ml|json)$/i.test(name)) return undefined;
  const last = words.at(-1) ?? '';
  // `keyStorePassword` and `TF_VAR_db_password`, but not `resetPassword`.
  const isAbout = sureWords().has(last) ? words.some((word) => doneWithIt().has(word)) : words.some((word) => aboutWords().has(word));
  if (isAbout) return undefined;
  if (words.some((word) => sureWords().has(word) || sureEnds.some((end) => word.endsWith(end)))) return 'sure';
  if (sureSequences.test(spelled) || connectionString.test(spelled)) return 'sure';
  return words.some((word) => unsureWords().has(word)) ? 'unsure' : undefined;
}

/** Each word for a secret holds one of these, in small letters. */
const stems = /pass|pw|secret|token|key|auth|cred|sess|sid|sig|cookie|pat|pin|psk|jwt|dsn|conn|bearer|kennwort|contrase|clave|senha|mdp/;

/** Asked first: most names and texts hold none. */
export function mayNameSecret(text: string): boolean {
  return stems.test(text.toLowerCase());
}

function separated(name: string): string {
  return splitCase(name).replaceAll(/[ _.]/g, '-');
}

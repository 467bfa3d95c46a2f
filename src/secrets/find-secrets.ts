import { addresses } from './find/addresses.ts';
import { assignments } from './find/assignments.ts';
import { knownForms } from './find/forms.ts';
import { headers } from './find/headers.ts';
import { named } from './find/named.ts';
import { options } from './find/options.ts';
import { sentences } from './find/sentences.ts';
import type { Finder, SecretSpan } from './find/span.ts';
import { maxText, runs, tokens } from './find/tokens.ts';
import { inText } from './search.ts';
import { traitsOf, type Traits } from './traits.ts';
import { viewOf } from './view.ts';

/** A finder and what a text needs so that it can find anything in it. */
interface Step {
  readonly find: Finder;
  needs(text: string, traits: Traits): boolean;
}

const hasOption =
  / ["'(]?-|^-|\/p|(?:^|[\s:])(?:set|setx|setenv|ENV|ARG)\s|sqlplus|vault|rabbitmqctl|htpasswd|poetry|net use|net user|alias set|ftp|davfs/i;
const hasScheme = /authorization|bearer|basic|cookie/i;
const hasKeyword =
  /pass|pwd|pw|pin|secret|token|key|kennwort|geheim|losung|mdp|phrase|frase|code d|contrase|clave|parola|chiave|senha|palavra|wachtw|has[łl]o|парол|密[码碼]|パスワ|비밀번호|schl|cl[eé]|cred|log ?-?in|sign in|account|zugang|anmeld|identif/i;
const hasForm =
  /<|value|identified|password|machine|login|:\S+:|requirepass|masterauth|rootpw|bindpw|enable|wifi|define|set|put|securestring|encrypt_string|echo|printf|ftp/i;

const prose: readonly Step[] = [
  { find: addresses, needs: (text) => text.includes('@') || (text.includes('//') && /[?#]/.test(text)) },
  { find: headers, needs: (text, { hasSign }) => hasSign && hasScheme.test(text) },
  { find: assignments, needs: (text) => text.includes('=') || text.includes(':') },
  { find: options, needs: (text, { hasSpace }) => hasSpace && hasOption.test(text) },
  { find: knownForms, needs: (text, { hasSign }) => hasSign && hasForm.test(text) },
  { find: sentences, needs: (text, { hasSign }) => hasSign && hasKeyword.test(text) },
  { find: tokens, needs: (text, { hasRun }) => hasRun },
  { find: runs, needs: (text, { hasRun }) => hasRun },
];
/** What is shorter is a value, an argument or a header, and its secrets follow their name. */
const isLong = /\s\S+\s|=>|:=|:\w+=|[^\u0000-\u007F]/;
const forWords: ReadonlySet<Finder> = new Set([addresses, tokens, runs, knownForms]);
const settings: readonly Step[] = [
  { find: named, needs: (_, { hasSign }) => hasSign },
  ...prose.map(({ find, needs }) => ({
    find,
    needs: (text: string, traits: Traits) =>
      (forWords.has(find) || (find === options || find === sentences ? traits.hasSpace : isLong.test(text))) && needs(text, traits),
  })),
];

/**
 * Every secret of a text: a word, a command line, a line of a file, a sentence in one of six languages, or many lines. In time linear in the
 * text: it may be a megabyte of one letter, so each finder reads it once, and what it repeats has a bound.
 */
export function findSecrets(text: string): readonly SecretSpan[] {
  return search(text, prose);
}

/** As {@link findSecrets}, and whatever follows the name of a secret: for arguments and files of settings, where no sentence is expected. */
export function findNamedSecrets(text: string): readonly SecretSpan[] {
  return search(text, settings);
}

function search(text: string, steps: readonly Step[]): readonly SecretSpan[] {
  const raw = traitsOf(text);
  if (raw === undefined) return [];
  // Too long to be read, and a regular expression needs memory for every character that it may backtrack over.
  if (text.length > maxText) return [{ start: 0, end: text.length, rule: 'too long' }];
  const view = viewOf(text);
  const traits = view.at === undefined ? raw : traitsOf(view.text);
  if (traits === undefined) return [];
  return inText(
    view,
    steps.filter(({ needs }) => needs(view.text, traits)).map(({ find }) => find),
  );
}

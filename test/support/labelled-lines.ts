import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line of test/fixtures/secrets. */
export interface LabelledLine {
  readonly text: string;
  /** Empty for a line that holds none. */
  readonly secrets: readonly string[];
  /** What is around them: a piece of a secret may be seen there. */
  readonly rest: string;
}

export type Half = 'developing' | 'unseen';

/** @param root of the project. */
export function labelledLines(root: string, half: Half, kind: 'secrets' | 'plain'): readonly LabelledLine[] {
  const text = readFileSync(join(root, 'test/fixtures/secrets', `${half}-${kind}.txt`), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('## '))
    .map((line) =>
      line.replaceAll('¦', '').replaceAll(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    )
    .map((line) => ({
      text: line.replaceAll(/[⟦⟧]/g, ''),
      secrets: [...line.matchAll(/⟦(.*?)⟧/g)].map((found) => found[1] ?? ''),
      rest: line.replaceAll(/⟦.*?⟧/g, ' '),
    }));
}

/** Whether a text still shows five letters in a row of any of the line's secrets. */
export function shows(shown: string, { rest, secrets }: LabelledLine): boolean {
  return secrets.some((secret) => {
    const length = Math.min(5, secret.length);
    for (let at = 0; at + length <= secret.length; at += 1) {
      const piece = secret.slice(at, at + length);
      if (shown.includes(piece) && !rest.includes(piece)) return true;
    }
    return false;
  });
}

export interface Judged {
  readonly half: Half;
  readonly secrets: number;
  readonly plain: number;
  /** Lines whose secret is shown. */
  readonly missed: readonly string[];
  /** Lines that hold no secret and are changed. */
  readonly wrong: readonly string[];
  readonly recall: number;
  readonly precision: number;
}

/** Whole lines: a line with a secret is found when nothing of any secret in it is left. */
export function judged(root: string, half: Half, mask: (text: string) => string): Judged {
  const secrets = labelledLines(root, half, 'secrets');
  const plain = labelledLines(root, half, 'plain');
  const missed = secrets.filter((line) => shows(mask(line.text), line)).map(({ text }) => text);
  const wrong = plain.filter(({ text }) => mask(text) !== text).map(({ text }) => `${text}  =>  ${mask(text)}`);
  const found = secrets.length - missed.length;
  return {
    half,
    secrets: secrets.length,
    plain: plain.length,
    missed,
    wrong,
    recall: found / secrets.length,
    precision: found / (found + wrong.length),
  };
}

/** Again and again, each begins a form of a secret and never ends it. */
export const slowPieces: readonly string[] = [
  'a|a-|ü|"|\'|`|«|\\"|${|=|:| |\n|<|<a>|\u200B|\uFF50|g\u200Bh|a=|token=|token: |?a=|&key=|x://|x://a:b@|a:b@|//|:@|eyJ|AKIA|sha256:',
  'password |password is |password is "|the password of |passphrase: a |a-passwort|log in a/| as the password |x1!y as password ',
  'mysql -p|-p\'|curl -u a:|docker login -p |htpasswd -b a b c |sh -c "|set TOKEN |-D|ftp user a |SG.aaaaaaaaaaaaaaaa.|1234567890:A|aaa1Q~',
  'bearer |basic |cookie: a=|<password>x</|name="password" |name: a\n value: |machine a login b password |a:1:b:c:|PASSWORD \'',
  'hooks.slack.com/services/|-----BEGIN PRIVATE KEY-----',
].flatMap((line) => line.split('|'));

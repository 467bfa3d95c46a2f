/** Made-up secrets in the shapes real ones have. None was ever valid. */
export interface Canary {
  readonly name: string;
  /** What may not be seen, nor eight letters of it in a row. */
  readonly secret: string;
}

/** Recognisable by their form alone, wherever they stand. */
export const tokens: readonly Canary[] = [
  { name: 'GitHub', secret: 'ghp_q7Vx2LmZ9Kd4Wt8Rb3Yc6Nf1Hs5Jg0PaUeXo' },
  { name: 'Anthropic', secret: 'sk-ant-api03-Zk4vWq8Lx2Rm9Ty3Bn7Hd5Gs1Jf6Pc0' },
  // In two pieces: code hosts refuse a push with the whole.
  { name: 'AWS', secret: ['AKIA', 'ZQ3XVWJ7KMPLTR2N'].join('') },
  { name: 'hex', secret: '9f3c7ab1e85d2046c1b97fe03a6d58420be1f97c' },
  { name: 'JWT', secret: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ6cWt2d3gifQ.Xq7zVw2kLm9Rt4Yb' },
];

/** Looks like a word: only the name beside it says what it is. */
export const weakPassword: Canary = { name: 'weak password', secret: 'hunter2secret' };

const pieceLength = 8;

/** The pieces of secrets that a text shows, each long enough to be no accident. */
export function leaksIn(text: string, canaries: readonly Canary[]): readonly string[] {
  return canaries.flatMap(({ name, secret }) => {
    for (let at = 0; at + pieceLength <= secret.length; at += 1) {
      const piece = secret.slice(at, at + pieceLength);
      if (!isCommon(piece) && text.includes(piece)) return [`${name}: ${lineAround(text, piece)}`];
    }
    return [];
  });
}

/** A prefix that only shows the kind of token may be printed. */
function isCommon(piece: string): boolean {
  return 'sk-ant-api03-'.includes(piece);
}

function lineAround(text: string, piece: string): string {
  const at = text.indexOf(piece);
  return (
    text
      .slice(text.lastIndexOf('\n', at) + 1)
      .split('\n')[0]
      ?.slice(0, 400) ?? ''
  );
}

import { type Claim, type ClaimPlace, isPlaceholder } from './claim.ts';

/** A flag such as `--no-cache=x`. */
export function flagClaim(given: string, place: ClaimPlace, isOwn: boolean): Claim | undefined {
  if (given.length > maxSpanLength) return undefined;
  const flag = /^--([a-z][\w-]*(?:\.[\w-]+)*)(?:[= ].*)?$/i.exec(given)?.[1];
  if (flag === undefined || ['help', 'version'].includes(flag) || isPlaceholder(flag)) return undefined;
  const [first = flag, ...nested] = flag.split('.');
  const name = nested.at(-1) ?? first;
  const plain = name.replace(/^no-/, '');
  const names = [...new Set([name, plain])];
  const spellings = names.flatMap((word) => [`--${word}`, `"${word}`, `"${camel(word)}`, `--no-${word}`]);
  return { kind: 'word', role: 'flag', word: `--${flag}`, spellings, isOwn, ...place };
}

function camel(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** A variable of the environment: in capitals, with an underscore, since a bare word in capitals is a heading or a constant of the language. */
export function variableClaim(name: string, place: ClaimPlace): Claim | undefined {
  if (!/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(name) || isPlaceholder(name.toLowerCase().replaceAll('_', '-'))) return undefined;
  return { kind: 'word', role: 'variable', word: name, spellings: [name], isOwn: false, ...place };
}

/** A longer span is no name and no signature. */
const maxSpanLength = 300;

/** A name of code in a code span: called, in several words, or a member of something; and the class that it is a member of. */
export function symbolClaims(given: string, place: ClaimPlace): readonly Claim[] {
  if (given.length > maxSpanLength) return [];
  const text = given
    .replace(/^((new|await|export|function|class|def|fn|func|type|interface|import)\s+|@)(?=\w)/, '')
    .replace(/^[#.@&*]+/, '');
  const found = /^((?:[A-Za-z_$][\w$]*(?:\?\.|\.|::|#|->))*)([A-Za-z_$][\w$]*)(<[\w\s,<>[\]|]*>)?[!?]?(\(.*\)?)?;?$/s.exec(text);
  if (found === null) return typesIn(given, place);
  const [, owner = '', name = '', , call] = found;
  const isNamed = isInSeveralWords(name) || (call !== undefined && name.length >= 4) || (owner !== '' && name.length >= 5);
  const owners = owner.split(/\W+/).filter((part) => isInSeveralWords(part) && /^[A-Z]/.test(part));
  const root = owner.split(/\W+/, 1)[0];
  const claims = [
    ...owners.map((part) => symbolAt(part, given, place, part === root ? undefined : root)),
    // `match(first: Rule)`
    ...(call === undefined ? [] : typesIn(given, place).filter(({ column }) => column > place.column + given.indexOf('('))),
  ];
  if (!isNamed || /\.(?:[cm]?[jt]sx?|json|md|py|rs|go|toml|ya?ml|html|css)$/.test(text) || isPlaceholder(name.replaceAll('$', '')))
    return claims;
  return [...claims, symbolAt(name, given, place, root)];
}

/** `(details: SizeDetails) => number`: of an expression, the names of types, and what is called. */
function typesIn(given: string, place: ClaimPlace): readonly Claim[] {
  if (!/[:<(=|]/.test(given) || /^["'{[]/.test(given)) return [];
  const plain = given.replaceAll(/"[^"]*"|'[^']*'/g, (text) => ' '.repeat(text.length));
  return [...plain.matchAll(/(?<![\w$-])[A-Za-z_$][\w$]*(?![\w$-])/g)].flatMap(({ 0: name, index }) => {
    const isNamed =
      isInSeveralWords(name) && (/^[A-Z]/.test(name) || plain[index + name.length] === '(') && !isPlaceholder(name.replaceAll('$', ''));
    return isNamed ? [{ ...symbolAt(name, given, place), column: place.column + index }] : [];
  });
}

function symbolAt(word: string, given: string, place: ClaimPlace, owner?: string): Claim {
  return {
    kind: 'word',
    role: 'symbol',
    word,
    spellings: [word],
    isOwn: false,
    owner: owner === '' ? undefined : owner,
    ...place,
    column: place.column + given.indexOf(word),
  };
}

/** `readFile`, `ReadFile`, `read_file`: nobody writes a plain word so. */
export function isInSeveralWords(name: string): boolean {
  return name.length >= 5 && (/[a-z0-9][A-Z]/.test(name) || /[A-Za-z0-9]_[A-Za-z0-9]/.test(name) || /^[A-Z][A-Z]+[a-z]/.test(name));
}

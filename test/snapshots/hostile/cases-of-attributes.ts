import type { HostileCase } from './hostile-case.ts';
import { committed, type Place } from './place.ts';

/** Every attribute that lets git turn bytes into others, and those that people write beside them. */
const attributes: Readonly<Record<string, string>> = {
  text: 'text',
  notext: '-text',
  auto: 'text=auto',
  autolf: 'text=auto eol=lf',
  autocrlf: 'text=auto eol=crlf',
  lf: 'text eol=lf',
  crlf: 'text eol=crlf',
  eolonly: 'eol=crlf',
  old: 'crlf',
  oldnot: '-crlf',
  oldinput: 'crlf=input',
  ident: 'ident',
  identcrlf: 'ident text eol=crlf',
  subst: 'export-subst',
  utf16: 'text working-tree-encoding=UTF-16',
  utf16bom: 'text working-tree-encoding=UTF-16LE-BOM eol=crlf',
  latin: 'text working-tree-encoding=ISO-8859-1',
  filter: 'filter=gone text',
  required: 'filter=lost -text',
  turning: 'filter=turns text eol=crlf',
  binary: 'binary',
  nodiff: '-diff -merge',
  union: 'merge=union text=auto',
  white: 'whitespace=cr-at-eol,tab-in-indent text=auto',
  delta: '-delta text=auto',
  unset: '!text !eol',
};

/** Ends of lines of every sort, and what git would put something in the place of. */
const contents: Readonly<Record<string, string | Uint8Array>> = {
  dos: 'one\r\ntwo\r\n',
  unix: 'one\ntwo\n',
  mixed: 'one\r\ntwo\nthree\r\n\r\n',
  mac: 'one\rtwo\r',
  open: 'one\r\ntwo',
  id: '$Id$\r\n$Id: 1234 $\n$Format:%H$\r\n',
  zero: 'one\r\n\0two\r\n',
  wide: Buffer.from('\ufeffone\r\ntwo\n', 'utf16le'),
};

const configurations: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['nothing configured', {}],
  ['core.autocrlf=true', { 'core.autocrlf': 'true', 'core.safecrlf': 'true' }],
  ['core.autocrlf=input', { 'core.autocrlf': 'input', 'core.safecrlf': 'warn' }],
  ['core.eol=crlf', { 'core.eol': 'crlf' }],
];

const files = Object.keys(attributes).flatMap((ending) => Object.keys(contents).map((name) => `endings/${name}.${ending}`));

function layOut(place: Place): void {
  for (const path of files) place.put(path, contents[/\/(\w+)\./.exec(path)?.[1] ?? ''] ?? '');
}

export const casesOfAttributes: readonly HostileCase[] = configurations.map(([name, configuration]) => ({
  name: `ends of lines under every attribute, with ${name}`,
  from: 'more',
  build(place) {
    // Half of them are committed as they are, before git is told to turn anything.
    committed(place);
    layOut(place);
    place.git('add', 'endings');
    place.git('commit', '-q', '-m', 'endings');
    place.configure('filter.lost.clean', 'no-such-program-here');
    place.configure('filter.lost.smudge', 'no-such-program-here');
    place.configure('filter.lost.required', 'true');
    place.configure('filter.turns.clean', 'tr a-z A-Z');
    place.configure('filter.turns.smudge', 'tr A-Z a-z');
    for (const [key, value] of Object.entries(configuration)) place.configure(key, value);
    const lines = Object.entries(attributes).map(([ending, attribute]) => `*.${ending} ${attribute}\n`);
    place.put('.gitattributes', lines.join(''));
  },
  between(place) {
    for (const [i, path] of files.entries()) {
      if (i % 3 === 0) place.put(path, 'broken\n');
      else if (i % 3 === 1) place.remove(path);
    }
  },
}));

// `npm run new-client <id> [json|yaml|toml]`: writes the row, the fixture and the list entry of a new assistant, and says what to fill in.
// Works in the current directory and writes nothing when something is wrong.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixtures, rowText } from './new-client-texts.mjs';

const registry = 'src/clients/registry';
const list = `${registry}/index.ts`;
/** Words that cannot name an import, and names that the list itself uses. */
const reserved = new Set(
  (
    'await break case catch class clients const continue debugger default delete do else enum export extends false finally for function if ' +
    'import in instanceof interface let new null package return static super switch this throw true try typeof var void while with yield'
  ).split(' '),
);

/** Something is wrong with what was asked: the message says what to do, without a stack. */
class Refusal extends Error {}

try {
  const { id, format } = requestOf(process.argv.slice(2));
  const row = `${registry}/${id}.ts`;
  const fixture = `test/fixtures/clients/${id}/config.${format}`;
  refuseTaken(id, row, fixture);
  const extended = withEntry(readFileSync(list, 'utf8'), id);
  mkdirSync(join(fixture, '..'), { recursive: true });
  writeFileSync(row, rowText(id, format, new Date()), { flag: 'wx' });
  writeFileSync(fixture, fixtures[format], { flag: 'wx' });
  writeFileSync(list, extended);
  console.log(
    [
      `Written: ${row}, ${fixture}, and an entry at the end of ${list}.`,
      '',
      'Next:',
      `1. Fill in ${row} from top to bottom and delete each "TODO". Facts come from the vendor's own page, source or schema;`,
      '   put every other one into "unverified". CONTRIBUTING.md, "Adding an assistant", says which keys matter.',
      `2. Replace ${fixture} with a file as a person would have it: other servers, and comments where the assistant accepts them.`,
      '3. npm run docs && npx vitest run test/clients',
    ].join('\n'),
  );
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function requestOf([id, format = 'json', ...others]) {
  if (id === undefined || others.length > 0) throw new Refusal('Usage: npm run new-client <id> [json|yaml|toml]');
  // The same rule as in test/clients/registry.test.ts.
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))
    throw new Refusal(`"${id}" cannot be an id. Use lower-case letters, digits and single hyphens, as in "nimbus-code".`);
  if (!Object.hasOwn(fixtures, format)) throw new Refusal(`"${format}" is not a format. Use json, yaml or toml.`);
  return { id, format };
}

function refuseTaken(id, row, fixture) {
  if (!existsSync(list)) throw new Refusal(`There is no ${list} here. Run this in the root of the repository.`);
  for (const path of [row, fixture]) if (existsSync(path)) throw new Refusal(`"${id}" is taken: ${path} exists.`);
  const owner = readdirSync(registry)
    .filter((name) => name.endsWith('.ts'))
    .find((name) => readFileSync(join(registry, name), 'utf8').includes(`alias: '${id}'`));
  if (owner !== undefined) throw new Refusal(`"${id}" is taken: it is the alias of ${owner.slice(0, -'.ts'.length)}.`);
}

/** The list with a new assistant at its end: its order is the order in which assistants are scanned and shown. */
function withEntry(text, id) {
  const name = importName(id);
  const imports = [...text.matchAll(/^import .*\n/gm)];
  const end = text.indexOf('] as const satisfies readonly Row[];');
  const last = imports.at(-1);
  if (last === undefined || end === -1) throw new Refusal(`${list} has another form than this script knows.`);
  const after = last.index + last[0].length;
  return `${text.slice(0, after)}import ${name} from './${id}.ts';\n${text.slice(after, end)}  ${name},\n${text.slice(end)}`;
}

function importName(id) {
  const name = id.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());
  return reserved.has(name) ? `${name}Client` : name;
}

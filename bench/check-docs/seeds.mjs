// Makes documents of a real repository stale, by changing what they name. Nothing here is shared with the mode that is measured: mentions are
// looked for with plain expressions.
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const git = (root, ...args) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
const prose = /\.(mdx?|rst|adoc|txt|html?|[1-9])$|(^|\/)(changes|changelog|news|history)$/i;
const binary = /\.(png|jpe?g|gif|webp|ico|woff2?|ttf|pdf|zip|gz|svg|lock)$|lock\.(json|yaml)$/;
const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The same choice at every run. */
function chosen(items, most, seed) {
  let state = seed;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
  return items
    .map((item) => [next(), item])
    .sort(([a], [b]) => a - b)
    .slice(0, most)
    .map(([, item]) => item);
}

/** Lines of the documents: in code (a span, a block) and all of them. */
function linesOf(root, documents) {
  return documents.flatMap((file) => {
    let isBlock = false;
    return readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((text, at) => {
        const isFence = /^\s*(>\s*)?(```|~~~)/.test(text);
        if (isFence) isBlock = !isBlock;
        const code = isBlock && !isFence ? text : [...text.matchAll(/`+([^`]+)`+/g)].map(([, span]) => span).join(' \u0000 ');
        return { file, line: at + 1, text, code };
      });
  });
}

/** @returns the seeds that were made, each with the places of the documents that name it. */
export function seed(root, documents, { most = 12, number = 1 } = {}) {
  const files = git(root, 'ls-files', '-z')
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)));
  // A developer who renames something replaces it everywhere but in the prose: in code, tests, configuration, completions.
  const sources = files.filter(
    (path) =>
      !prose.test(path) && !binary.test(path) && !/(^|\/)(node_modules|vendor)\//.test(path) && lstatSync(join(root, path)).isFile(),
  );
  const texts = new Map(
    sources
      .map((path) => [path, readFileSync(join(root, path), 'utf8')])
      .filter(([, text]) => !text.includes('\0') && text.length < 1_000_000),
  );
  const before = new Map(texts);
  const lines = linesOf(root, documents);
  const seeds = [...scripts(root, files, lines, most, number), ...headings(documents, lines, most, number)];
  for (const [path, text] of texts) if (before.get(path) !== text) writeFileSync(join(root, path), text);
  for (const change of seeds) change.apply?.(root);
  const moved = moves(root, files, documents, lines, most, number);
  for (const change of moved) change.apply(root);
  // What a document says is said at its new place.
  const renamed = new Map(moved.map(({ name, now }) => [name, now]));
  const placed = (place) => {
    const at = place.lastIndexOf(':');
    return `${renamed.get(place.slice(0, at)) ?? place.slice(0, at)}${place.slice(at)}`;
  };
  return [...seeds, ...moved]
    .map(({ kind, name, places: list }) => ({ kind, name, places: list.map(placed) }))
    .filter(({ places: list }) => list.length > 0);
}

function places(list) {
  return list.map(({ file, line }) => `${file}:${line}`);
}

function scripts(root, files, lines, most, number) {
  const found = [];
  for (const path of files.filter((one) => /(^|\/)package\.json$/.test(one))) {
    const text = readFileSync(join(root, path), 'utf8');
    const directory = dirname(path);
    let names = [];
    try {
      names = Object.keys(JSON.parse(text).scripts ?? {});
    } catch {
      continue;
    }
    for (const name of names) {
      const pattern = new RegExp(`(?:npm run|pnpm(?: run)?|yarn(?: run)?|bun run)\\s+${escaped(name)}(?![\\w:-])`);
      // Of the documents below it that have no package.json of their own nearer.
      const near = (file) => {
        for (let at = dirname(file); ; at = dirname(at)) {
          if (files.includes(at === '.' ? 'package.json' : `${at}/package.json`)) return at === directory;
          if (at === '.') return false;
        }
      };
      const mentions = lines.filter(({ file, text: one }) => pattern.test(one) && near(file));
      if (mentions.length === 0) continue;
      const apply = (where) => {
        const now = readFileSync(join(where, path), 'utf8').replace(new RegExp(`^\\s*"${escaped(name)}"\\s*:.*\\n`, 'm'), '');
        writeFileSync(join(where, path), now.replace(/,(\s*\})/g, '$1'));
      };
      found.push({ kind: 'script', name, places: places(mentions), apply });
    }
  }
  for (const path of files.filter((one) => /^(Makefile|GNUmakefile)$/.test(one))) {
    const text = readFileSync(join(root, path), 'utf8');
    for (const [, name] of text.matchAll(/^([a-zA-Z][\w-]*):(?!=)/gm)) {
      const mentions = lines.filter(({ code }) => new RegExp(`(?<![\\w-])make\\s+${escaped(name)}(?![\\w-])`).test(code));
      if (mentions.length === 0) continue;
      const apply = (where) => {
        const now = readFileSync(join(where, path), 'utf8').replaceAll(
          new RegExp(`(?<![\\w-])${escaped(name)}(?![\\w-])`, 'g'),
          `${name}-anew`,
        );
        writeFileSync(join(where, path), now);
      };
      found.push({ kind: 'script', name, places: places(mentions), apply });
    }
  }
  return chosen(found, most, number);
}

/** A heading that a link of the same document names. */
function headings(documents, lines, most, number) {
  const found = [];
  for (const file of documents.filter((one) => /\.mdx?$/.test(one))) {
    const own = lines.filter((one) => one.file === file);
    for (const { line, text } of own) {
      const heading = /^#{2,4}\s+([A-Za-z][A-Za-z ]{4,})$/.exec(text)?.[1]?.trim();
      if (heading === undefined) continue;
      const anchor = heading.toLowerCase().replaceAll(' ', '-');
      const mentions = own.filter((one) => one.text.includes(`](#${anchor})`));
      if (mentions.length === 0 || own.filter((one) => one.text.toLowerCase().includes(`# ${heading.toLowerCase()}`)).length > 1) continue;
      const apply = (where) => {
        const all = readFileSync(join(where, file), 'utf8').split('\n');
        all[line - 1] = `${text.replace(heading, '')}Something else entirely ${line}`;
        writeFileSync(join(where, file), all.join('\n'));
      };
      found.push({ kind: 'heading', name: anchor, places: places(mentions), apply });
    }
  }
  return chosen(found, Math.ceil(most / 2), number);
}

function moves(root, files, documents, lines, most, number) {
  const known = new Set(files);
  const isDocument = new Set(documents);
  const mentions = new Map();
  const note = (path, place) => (mentions.get(path) ?? mentions.set(path, []).get(path)).push(place);
  for (const place of lines) {
    for (const [, target] of place.text.matchAll(/\]\((?!\w+:|#|\/)([^)#\s]+)(?:#[^)]*)?\)/g)) {
      const path = posix.normalize(posix.join(posix.dirname(place.file), target));
      if (known.has(path)) note(path, place);
    }
    for (const [, path] of place.text.matchAll(/(?<![\w@./:~-])((?:[\w.-]+\/)+[\w.-]+\.\w+)(?![\w/-])/g))
      if (known.has(path)) note(path, place);
  }
  const candidates = [...mentions.keys()].filter((path) => !/(^|\/)package\.json$/.test(path) && !/readme/i.test(path)).sort();
  return chosen(candidates, most, number).map((path) => {
    // A document stays in its folder: its own links hold.
    const now = isDocument.has(path)
      ? `${dirname(path)}/moved-${number}-${posix.basename(path)}`
      : `${dirname(path)}/moved-${number}/${posix.basename(path)}`;
    const apply = (where) => {
      mkdirSync(dirname(join(where, now)), { recursive: true });
      renameSync(join(where, path), join(where, now));
    };
    return {
      kind: 'file',
      name: path,
      now: posix.normalize(now),
      places: places(mentions.get(path).filter(({ file }) => file !== path)),
      apply,
    };
  });
}

export function commitAll(root) {
  git(root, 'add', '-A');
  execFileSync(
    'git',
    [
      '-C',
      root,
      '-c',
      'user.name=bench',
      '-c',
      'user.email=bench@localhost',
      '-c',
      'commit.gpgsign=false',
      'commit',
      '-q',
      '--no-verify',
      // A repository whose documents name nothing has no seeds.
      '--allow-empty',
      '-m',
      'Seeds',
    ],
    { stdio: 'ignore' },
  );
}

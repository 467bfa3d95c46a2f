import { cleanLine, cut } from '../../system/index.ts';
import type { Library } from '../subject/libraries.ts';
import { failureInWords } from '../connection/connection.ts';
import { plainUrl } from './fields.ts';
import type { Desk, Recipe } from './recipe.ts';

/**
 * Context7, whose answers are text. `get-library-docs` is the tool of versions before 2.
 * https://github.com/upstash/context7/blob/c3248289/packages/mcp/src/index.ts (4.0.3, read 2026-11-22)
 */
export const context7: Recipe = {
  id: 'context7',
  kind: 'docs_source',
  title: 'Context7',
  sends: 'names of libraries of the manifest, and of what the files import from them',
  tools: {
    'resolve-library-id': ['libraryName'],
    'query-docs': ['libraryId', 'query'],
    'get-library-docs': ['context7CompatibleLibraryID'],
  },
  fits: ({ takes }) =>
    takes('resolve-library-id', 'libraryName') &&
    (takes('query-docs', 'libraryId') || takes('get-library-docs', 'context7CompatibleLibraryID')),
  async gather(desk) {
    const libraries = await desk.libraries();
    // There is nothing to ask, which is an answer too.
    if (libraries.length === 0) desk.answered();
    await Promise.all(libraries.slice(0, desk.depth === 'shallow' ? 2 : 5).map((library) => ask(desk, library)));
  },
};

async function ask(desk: Desk, library: Library): Promise<void> {
  const topic = library.names.length > 0 ? library.names.slice(0, 4).join(' ') : 'API overview';
  const answer = await desk.call('resolve-library-id', { libraryName: library.name, query: `${library.name} ${topic}` });
  if (answer === undefined) return;
  const entries = parseLibraries(answer.text);
  if (entries.length === 0 && !/no (documentation )?librar(y|ies) found/i.test(answer.text)) {
    // Its errors are ordinary answers.
    desk.fail(failureInWords(answer.text));
    return;
  }
  desk.answered();
  const found = entries.find((entry) => isLibrary(entry, library.name));
  if (found === undefined) return;
  desk.gathered.version(library.name, { used: library.version, documented: found.versions.slice(0, 20), id: found.id });
  const id = idFor(found, library.version);
  await Promise.all([
    docs(desk, library, id, topic),
    ...(desk.depth === 'deep' ? [docs(desk, library, id, 'deprecated APIs, breaking changes and migration')] : []),
  ]);
}

async function docs(desk: Desk, library: Library, id: string, topic: string): Promise<void> {
  const answer = desk.has('query-docs')
    ? await desk.call('query-docs', { libraryId: id, query: topic })
    : await desk.call('get-library-docs', { context7CompatibleLibraryID: id, topic, tokens: 3000 });
  for (const { text, title, url } of answer === undefined ? [] : parseSnippets(answer.text)) {
    desk.gathered.apiDoc({ library: library.name, title, text, url });
    for (const sentence of deprecationsIn(text)) desk.gathered.deprecation({ library: library.name, text: sentence, url });
  }
}

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly versions: string[];
}

/** The list of libraries, one a block. */
export function parseLibraries(text: string): readonly Entry[] {
  return text.split(/^-{5,}$/m).flatMap((block) => {
    const field = (name: string): string | undefined => new RegExp(`^- ${name}:\\s*(.+)$`, 'm').exec(block)?.[1]?.trim();
    const id = field('Context7-compatible library ID');
    if (id === undefined || !/^\/[\w.@~-]+(\/[\w.@~-]+)+$/.test(id)) return [];
    const versions = (field('Versions') ?? '').split(/,\s*/).map(cleanLine);
    return [{ id, title: cleanLine(field('Title') ?? ''), versions: versions.filter((one) => /^[\w.+/-]{1,60}$/.test(one)) }];
  });
}

/** Whether an entry is this library and not one about it. */
function isLibrary({ id, title }: Entry, name: string): boolean {
  const plain = (text: string): string =>
    text
      .toLowerCase()
      .replace(/\.js$/, '')
      .replaceAll(/[^a-z0-9]/g, '');
  const wanted = [plain(name), plain(name.replace(/^@[^/]+\//, '')), plain(name.replaceAll(/^@|\/.*$/g, ''))];
  const given = [plain(title), plain(id.split('/').at(2) ?? '')];
  return given.some((one) => one !== '' && wanted.includes(one));
}

/** The version's own documentation, where there is one for the major version that is used. */
function idFor({ id, versions }: Entry, version: string | undefined): string {
  const major = /\d+/.exec(version ?? '')?.[0];
  const fitting = major === undefined ? undefined : versions.find((one) => /\d+/.exec(one)?.[0] === major);
  return fitting === undefined ? id : `${id}/${fitting}`;
}

/** Snippets: a heading, mostly its source, a text. */
export function parseSnippets(
  text: string,
): readonly { readonly title: string; readonly text: string; readonly url: string | undefined }[] {
  return text
    .split(/^### /m)
    .slice(1, 13)
    .flatMap((part) => {
      const [title = '', ...rest] = part.split('\n');
      const body = rest.filter((line) => !/^(Source|-{5,})/.test(line)).join('\n');
      const url = /^Source:\s*(\S+)/m.exec(part)?.[1];
      const shown = cut(body.replaceAll(/\n{3,}/g, '\n\n').trim(), 2000);
      return title.trim() === '' || shown === ''
        ? []
        : [{ title: cut(cleanLine(title), 200), text: shown, url: url === undefined ? undefined : plainUrl(url) }];
    });
}

/** Sentences that say that something is deprecated or gone. */
function deprecationsIn(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .filter((sentence) => /\b(deprecated|deprecation|no longer supported|(was|been|is|are) removed (in|from|since))\b/i.test(sentence))
    .map((sentence) => cut(cleanLine(sentence.replaceAll(/^[\s*#>-]+|\/\/+/g, '')), 240))
    .filter((sentence) => sentence.length > 12)
    .slice(0, 3);
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { describe, expect, it } from 'vitest';
import { commonOptions } from '../../src/cli/command.ts';
import { commands } from '../../src/cli/commands.ts';
import { findCommand, spelledOut } from '../../src/cli/spelled-out.ts';

const root = join(import.meta.dirname, '../..');
const pages = ['.', 'docs', 'docs/diagnostics'].flatMap((directory) =>
  readdirSync(join(root, directory))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(directory, name)),
);

const read = (page: string): string => readFileSync(join(root, page), 'utf8').replaceAll('\r\n', '\n');
const blocks = /^```(\w*)\n([\s\S]*?)^```$/gm;

describe('what the documentation names is there', () => {
  it('finds the pages it is to judge', () => {
    expect(pages).toContain('README.md');
    expect(pages.length).toBeGreaterThan(80);
    expect(commandsIn(read('README.md')).length).toBeGreaterThan(20);
  });

  it.each(['snap valdate', 'snap mcp mend', 'snap mcp scan --prob', 'snap mcp undo 1 2'])('and would find %s', async (command) => {
    expect(await problemOf(command)).toBeDefined();
  });

  it.each(['docs/nowhere.md', 'docs/wire.md#nowhere', '#nowhere'])('and would find a link to %s', (target) => {
    expect(leadsSomewhere('README.md', target)).toBe(false);
  });

  it.each(pages)('every link of %s', (page) => {
    const prose = read(page).replaceAll(blocks, '');
    const links = [...prose.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, target]) => target ?? '');
    expect(links.filter((target) => !leadsSomewhere(page, target))).toEqual([]);
  });

  it.each(pages)('every source file of %s', (page) => {
    const paths = [...read(page).matchAll(/`((?:src|test|scripts)\/[\w./-]+)`/g)].map(([, path]) => path ?? '');
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it.each(pages)('every command of %s', async (page) => {
    const wrong: string[] = [];
    for (const command of commandsIn(read(page))) {
      const problem = await problemOf(command);
      if (problem !== undefined) wrong.push(`${command}: ${problem}`);
    }
    expect(wrong).toEqual([]);
  });
});

function leadsSomewhere(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(root, file))) return false;
  return anchor === undefined || headings(read(file)).includes(anchor);
}

/** The anchors GitHub makes of headings. */
function headings(text: string): readonly string[] {
  const titles = [...text.replaceAll(blocks, '').matchAll(/^#+ (.+)$/gm)].map(([, title]) => title ?? '');
  return titles.map((title) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** What stands between backticks, or in a block of shell lines, and begins with the program's name. */
function commandsIn(text: string): readonly string[] {
  const lines = [...text.matchAll(blocks)].flatMap(([, language, body]) =>
    language === 'sh' ? (body ?? '').replaceAll(/ +# .*/g, '').split('\n') : [],
  );
  const inline = [...text.replaceAll(blocks, '').matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '');
  return [...lines.flatMap((line) => line.split('&&')), ...inline]
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => /^(npx )?snap(-mcp)? /.test(line));
}

/** Why snap would not take these words; placeholders (`<name>`, `[number]`, `…`) stand for one. */
async function problemOf(command: string): Promise<string | undefined> {
  const words =
    command
      .replace(/^(npx )?\S+ /, '')
      .replace(/ [<>|] .*$/, '')
      .replaceAll(/[[\]…]/g, '')
      // A text between quotes is one word.
      .match(/"[^"]*"|[^ "]+/g)
      ?.filter((word) => !word.startsWith('--<')) ?? [];
  const spelled = spelledOut(words, commands);
  const entry = findCommand(spelled, commands);
  if (entry === undefined) return words[0]?.startsWith('-') === true ? undefined : 'there is no such command';
  const { options, takesFiles, words: takes } = await entry.load();
  const given = spelled.slice(entry.name.split(' ').length);
  const end = given.indexOf('--');
  try {
    const { positionals } = parseArgs({
      args: end === -1 ? given : given.slice(0, end),
      options: Object.fromEntries(
        Object.entries({ ...options, ...commonOptions }).map(([name, option]) => [
          name,
          { type: option.type, multiple: true, ...('short' in option ? { short: option.short } : {}) },
        ]),
      ),
      allowPositionals: true,
    });
    // "mcp" takes words only to say which commands of that name there are.
    const isGroup = takesFiles === undefined && commands.some(({ name }) => name.startsWith(`${entry.name} `));
    return positionals.length > (isGroup ? 0 : (takes?.max ?? 0)) ? 'it takes fewer words' : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

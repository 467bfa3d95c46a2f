import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkDocuments } from '../../../src/checks/docs/check-documents.ts';
import { openHistory } from '../../../src/history/index.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { openWorkspace } from '../../../src/workspace/index.ts';

interface Home {
  readonly path: string;
  readonly project: string;
  write(path: string, text: string): void;
}

const first = {
  'package.json': '{\n  "name": "shop",\n  "scripts": {\n    "test": "vitest",\n    "check": "tsc"\n  }\n}\n',
  'src/cart.ts': 'export function readCart(path: string, most: number): string {\n  return path.repeat(most);\n}\n',
  'src/old/price.ts': 'export const price = 1;\nexport const tax = 2;\nexport const sum = price + tax;\n',
  'README.md':
    'See `src/old/price.ts` and [cart](src/cart.ts).\n\n`readCart()` reads, `React.createElement()` does not.\n\nRun `npm run check`.\n',
};

function git(home: Home, ...args: readonly string[]): void {
  const env = { PATH: process.env['PATH'], HOME: home.path, GIT_CONFIG_NOSYSTEM: '1', GIT_COMMITTER_DATE: `2026-0${commits}-01T00:00:00Z` };
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: home.project, env, stdio: 'ignore' });
}
let commits = 1;

function shop(): Home {
  const path = mkdtempSync(join(tmpdir(), 'snap-docs-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  };
  const home = { path, project: join(path, 'project'), write };
  commits = 1;
  for (const [path, text] of Object.entries(first)) home.write(`project/${path}`, text);
  return home;
}

async function findings(home: Home, folder = home.project): Promise<readonly string[]> {
  const system = nodeSystem({ env: { HOME: home.path, PATH: process.env['PATH'] ?? '' }, cwd: folder });
  const workspace = await openWorkspace(system, folder);
  const { files } = await system.walk(workspace.root, { enters: (path) => path !== '.git', wants: () => true, maxFiles: 100 });
  const read = async (path: string): Promise<string | undefined> => {
    const bytes = await system.readBytes(`${workspace.root}/${path}`);
    return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
  };
  const result = await checkDocuments({
    documents: ['README.md'],
    files,
    read,
    isIgnored: async () => false,
    known: new Map(),
    history: openHistory(system, workspace),
    signal: new AbortController().signal,
  });
  if (result.left.length > 0) return [`left: ${result.left.join()}`];
  return result.findings.map(({ line, message, fix = '' }) =>
    `${line}: ${message.replace(/commit [0-9a-f]{7}/, 'commit <id>')} ${fix}`.trim(),
  );
}

function change(home: Home): void {
  home.write('project/src/cart.ts', first['src/cart.ts'].replace('readCart', 'loadCart'));
  home.write('project/src/prices.ts', first['src/old/price.ts']);
  rmSync(join(home.project, 'src/old'), { recursive: true });
  home.write('project/package.json', first['package.json'].replace('"check"', '"types"'));
}

describe('what documents name, and history knows', () => {
  it('names the commit in which it went away, and its name of today', async () => {
    const home = shop();
    git(home, 'init', '-q');
    git(home, 'add', '.');
    git(home, 'commit', '-qm', 'one');
    expect(await findings(home)).toEqual([]);
    change(home);
    commits = 3;
    git(home, 'add', '.');
    git(home, 'commit', '-qm', 'two');
    expect(await findings(home)).toEqual([
      '1: "src/old/price.ts" does not exist: src/old/price.ts existed until commit <id> (2026-03-01), and is src/prices.ts now. Write "src/prices.ts".',
      '5: "npm run check" needs a script "check", which package.json does not have: it was there in package.json until commit <id> (2026-03-01), and is types now. Write "types".',
    ]);
  });

  it('says so where the change is not committed yet', async () => {
    const home = shop();
    git(home, 'init', '-q');
    git(home, 'add', '.');
    git(home, 'commit', '-qm', 'one');
    change(home);
    expect(await findings(home)).toEqual([
      '1: "src/old/price.ts" does not exist: src/old/price.ts existed in the last commit.',
      '5: "npm run check" needs a script "check", which package.json does not have: it was there in package.json in the last commit, and is types now. Write "types".',
    ]);
  });

  it('names a script and a file that never existed in a line that is not committed yet', async () => {
    const home = shop();
    const said = `${first['README.md']}\nRun \`npm run build:all\`, see \`src/lib/tax.ts\`.\n`;
    git(home, 'init', '-q');
    home.write('project/src/lib/vat.ts', '');
    git(home, 'add', '.');
    git(home, 'commit', '-qm', 'one');
    home.write('project/README.md', said);
    expect(await findings(home)).toEqual([
      '7: "npm run build:all" needs a script "build:all", which package.json does not have.',
      '7: "src/lib/tax.ts" does not exist.',
    ]);
    // Once it is committed, it may be an example of what readers have in their own projects.
    git(home, 'commit', '-qam', 'two');
    expect(await findings(home)).toEqual([]);
  });

  it('finds the same in a project below the top of its repository', async () => {
    const home = shop();
    home.write('README.md', 'no document of the project');
    const top = { ...home, project: home.path };
    git(top, 'init', '-q');
    git(top, 'add', '.');
    git(top, 'commit', '-qm', 'one');
    change(home);
    commits = 3;
    git(top, 'add', '.');
    git(top, 'commit', '-qm', 'two');
    expect(await findings(home)).toEqual([
      '1: "src/old/price.ts" does not exist: src/old/price.ts existed until commit <id> (2026-03-01), and is src/prices.ts now. Write "src/prices.ts".',
      '5: "npm run check" needs a script "check", which package.json does not have: it was there in package.json until commit <id> (2026-03-01), and is types now. Write "types".',
    ]);
  });

  it('compares a document that names very much in part, and says which', async () => {
    const home = shop();
    home.write('project/README.md', '`src/a/gone.ts`\n'.repeat(20_001));
    expect(await findings(home)).toEqual(['left: README.md']);
  });

  it('without git reports what the files alone show', async () => {
    const home = shop();
    change(home);
    home.write('project/src/old/other.ts', '');
    expect(await findings(home)).toEqual([
      '1: "src/old/price.ts" does not exist.',
      '5: "npm run check" needs a script "check", which package.json does not have.',
    ]);
  });
});

// README's table "How it compares": each cell is taken from a run of the tool, in a home directory made for it.
//   node bench/run.mjs compare        offline; needs the tools of bench/package.json, and strace for one row
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { newHome } from './support/homes.mjs';
import { addMcp } from './support/opponents.mjs';
import { environmentOf, snap } from './support/program.mjs';
import { hasProgram, keep, machineLine, table } from './support/report.mjs';

const cursor = '.cursor/mcp.json';
const commented = `{
  // the ones I use
  "mcpServers": {
    "files": { "command": "npx", "args": ["-y", "files-mcp"] }, // my documents
    "db":    { "command": "npx", "args": ["-y", "db-mcp"], "env": { "LEVEL": "1" } }
  }
}
`;
const missingComma = commented.replace('] }, // my documents', '] } // my documents');

/** What each tool is called with for the same wish. A wish that it has no command for is not there. */
const ways = {
  snap: {
    add: (name) => snap('mcp', 'add', name, '--cursor', '--yes', '--', 'npx', '-y', 'new-mcp'),
    addByName: (name) => snap('mcp', 'add', name, '--cursor', '--yes'),
    remove: (name) => snap('mcp', 'remove', name, '--cursor', '--yes'),
    tell: () => snap('mcp', 'validate', '--no-probe', '--cursor'),
    undo: () => snap('mcp', 'undo', '--yes'),
    preview: (name) => snap('mcp', 'add', name, '--cursor', '--dry-run', '--', 'npx', '-y', 'new-mcp'),
    addToAll: () => snap('mcp', 'add', 'context7', '--all', '--yes', '--json'),
    writtenOf({ out }) {
      const { results } = JSON.parse(out.slice(out.indexOf('{')));
      return `${results.filter(({ action }) => action === 'created').length} of ${new Set(results.map(({ client }) => client)).size}`;
    },
  },
};

function waysOf(tool) {
  return {
    add: (name) => tool.argv('new-mcp', '-g', '-y', '-n', name, '-a', 'cursor'),
    addByName: (name) => tool.argv(name, '-g', '-y', '-a', 'cursor'),
    remove: (name) => tool.argv('remove', name, '-g', '-y'),
    tell: () => tool.argv('list', '-g'),
    preview: (name) => tool.argv('new-mcp', '-g', '-y', '-n', name, '-a', 'cursor', '--dry-run'),
    undo: () => tool.argv('undo', '-y'),
    addToAll: () => tool.argv('list-agents'),
    // One after the other: each that it lists, into the files of the user, or else of the project.
    writtenOf({ out }, home) {
      // It colours its answer whatever NO_COLOR says.
      const lines = stripVTControlCharacters(out).split('\n');
      const ids = lines.slice(lines.findIndex((line) => line.includes('-----')) + 1).flatMap((line) => line.trim().match(/^[\w-]+/) ?? []);
      return ids.filter((id) => {
        const before = holding(home, 'count-mcp');
        run(tool.argv('count-mcp', '-g', '-y', '-n', 'count', '-a', id), home);
        if (holding(home, 'count-mcp') > before) return true;
        run(tool.argv('count-mcp', '-y', '-n', 'count', '-a', id), home);
        return holding(home, 'count-mcp') > before;
      }).length;
    },
  };
}

/** Faults as people have them, and what of an answer shows that a tool saw it. */
const faults = [
  ['a comma is missing', missingComma, /comma|parse|invalid|syntax/i],
  [
    'the command does not exist',
    entry({ command: 'no-such-program-here' }),
    /no-such-program-here.*(not|no )|(not|no ).*no-such-program-here/is,
  ],
  ['"comand" is written for "command"', entry({ comand: 'npx' }), /comand/],
  ['neither a command nor an address', entry({ type: 'stdio' }), /neither|no command|missing/i],
  ['a curly quote', commented.replace('"npx"', '“npx”'), /quote|parse|invalid|syntax/i],
  ['the servers stand under the wrong key', JSON.stringify({ servers: { db: { command: 'npx' } } }), /"?servers"?.*mcpServers|mcpServers/i],
  ['an address without its scheme', entry({ url: 'mcp.example.com/mcp' }), /address|scheme|https?:|url/i],
  ['a name twice', '{"mcpServers":{"db":{"command":"npx"},"db":{"command":"npm"}}}', /twice|duplicate/i],
];

function entry(server) {
  return `${JSON.stringify({ mcpServers: { db: server } }, undefined, 2)}\n`;
}

const rows = [
  [
    // Counted by writing. Linux only: nothing else is simulated here.
    'assistants in which it wrote a server, in an empty home on Linux',
    ({ ways, home }) => ways.writtenOf(run(ways.addToAll(), home), home),
  ],
  [
    'comments, layout and every other byte of a file stay',
    ({ ways, home }) => {
      put(home, commented);
      run(ways.add('added'), home);
      const after = get(home);
      const kept = ['// the ones I use', '// my documents', '"db":    { "command": "npx", "args": ["-y", "db-mcp"]'].filter((part) =>
        after.includes(part),
      );
      return yes(after.includes('new-mcp') && kept.length === 3, `${kept.length} of 3 kept`);
    },
  ],
  [
    'adding, then removing gives back the file, byte for byte',
    ({ ways, home }) => {
      put(home, commented);
      run(ways.add('added'), home);
      run(ways.remove('added'), home);
      return yes(get(home) === commented);
    },
  ],
  [
    'a file that does not parse is left alone, and the place of the fault is told',
    ({ ways, home }) => {
      put(home, missingComma);
      const { out, code } = run(ways.add('added'), home);
      if (get(home) !== missingComma) return `no: changed, exit ${code}`;
      return yes(code !== 0 && /:5|line 5/.test(out), code === 0 ? 'left alone, says nothing' : 'left alone, place not told');
    },
  ],
  [
    '16 at once on one file: servers lost',
    async ({ ways, home }) => {
      put(home, entry({ command: 'npx' }));
      const names = Array.from({ length: 16 }, (_, i) => `server-${i}`);
      await Promise.all(names.map((name) => finished(ways.add(name), home)));
      const there = servers(get(home));
      return `${['db', ...names].filter((name) => !there.includes(name)).length} of 17`;
    },
  ],
  [
    'a file is replaced in one step, never emptied first',
    ({ ways, home }) => {
      if (!hasProgram('strace')) return 'not seen: strace is missing';
      put(home, commented);
      const { out } = run(['/usr/bin/strace', '-f', '-e', 'trace=openat,rename,renameat,renameat2', ...ways.add('added')], home);
      return yes(!new RegExp(`openat\\(.*${cursor.replaceAll('.', '\\.')}".*O_TRUNC`).test(out));
    },
  ],
  [
    'the change is shown before it is made',
    ({ ways, home }) => {
      put(home, commented);
      const { out } = run(ways.preview('added'), home);
      return yes(get(home) === commented && /^\+.*new-mcp/m.test(out));
    },
  ],
  [
    'a change can be undone',
    ({ ways, home }) => {
      put(home, commented);
      run(ways.add('added'), home);
      const changed = get(home);
      run(ways.undo(), home);
      return yes(changed !== commented && get(home) === commented);
    },
  ],
  [
    `of ${faults.length} faults in a file, told`,
    ({ ways, home }) =>
      faults.filter(([, text, shown]) => {
        put(home, text);
        return shown.test(run(ways.tell(), home).out);
      }).length,
  ],
  [
    'knows a server by its name, offline (context7)',
    ({ ways, home }) => {
      put(home, '{}\n');
      run(ways.addByName('context7'), home);
      return yes(get(home).includes('@upstash/context7-mcp'));
    },
  ],
  [
    'a hostile name (`__proto__`) harms nothing',
    ({ ways, home }) => {
      put(home, entry({ command: 'npx' }));
      run(ways.add('__proto__'), home);
      const left = JSON.parse(get(home));
      return yes(
        JSON.stringify(Object.keys(left)) === '["mcpServers"]' &&
          Object.keys(left.mcpServers).every((name) => ['db', '__proto__'].includes(name)),
      );
    },
  ],
];

export async function compare() {
  const other = addMcp();
  const tools = [{ name: 'snap', its: ways.snap }];
  if (other !== undefined) tools.push({ name: `${other.name} ${other.version}`, its: waysOf(other) });
  const results = [];
  for (const [says, judge] of rows) {
    const cells = [];
    for (const { name, its } of tools) cells.push(String(await judge({ ways: its, home: newHome(`compare-${results.length}-${name}`) })));
    results.push([says, ...cells]);
  }
  console.log(`${machineLine()}\n`);
  console.log(table(['', ...tools.map(({ name }) => name)], results));
  keep('compare', { rows: results });
  return results.every(([, ours]) => !ours.startsWith('no'));
}

const yes = (holds, otherwise = '') => (holds ? 'yes' : `no${otherwise === '' ? '' : `: ${otherwise}`}`);

function run(argv, home) {
  const { status, stdout, stderr } = spawnSync(argv[0], argv.slice(1), {
    cwd: join(home, 'project'),
    env: environmentOf(home),
    encoding: 'utf8',
    input: '',
    timeout: 60_000,
  });
  return { code: status, out: `${stdout}${stderr}` };
}

function finished(argv, home) {
  const child = spawn(argv[0], argv.slice(1), { cwd: join(home, 'project'), env: environmentOf(home), stdio: 'ignore' });
  return new Promise((resolve) => child.on('close', resolve));
}

function put(home, text) {
  mkdirSync(dirname(join(home, cursor)), { recursive: true });
  writeFileSync(join(home, cursor), text);
}

const get = (home) => readFileSync(join(home, cursor), 'utf8');

function servers(text) {
  try {
    return Object.keys(JSON.parse(text).mcpServers);
  } catch {
    return [];
  }
}

/** Lines of add-mcp's table below its rule; of snap's answer, the assistants with a file that it writes. */
/** How often a text is in files below a directory. */
function holding(directory, text) {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { name, parentPath }) => sum + readFileSync(join(parentPath, name), 'utf8').split(text).length - 1, 0);
}

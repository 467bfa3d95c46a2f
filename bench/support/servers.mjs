// The MCP servers that are measured, each with what it needs to start, and the tool calls of ours the benches make.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentOf, node, scratch, snap } from './program.mjs';

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url));

/** The one place that knows names and parameters of our tools. */
export const calls = {
  pulse: () => ({ name: 'pulse', arguments: {} }),
  learn: (trigger, action) => ({ name: 'snap_learn', arguments: { trigger, action, type: 'discovery' } }),
  violation: (type, description) => ({
    name: 'snap_violation',
    arguments: { type, file: 'src/index.js', description, prevention: 'Look at the list of checks first.' },
  }),
  start: (task) => ({ name: 'snap', arguments: { mode: 'start', task } }),
  end: (notes, learnings) => ({ name: 'snap_end', arguments: { outcome: 'completed', notes, learnings } }),
};

/** @typedef {{ name: string, argv: string[], env: Record<string, string>, cwd: string }} Started */

/** Ours, as an assistant's entry starts it. @returns {Started} */
export function ours(home, workspace, extra = {}) {
  return {
    name: 'snap',
    argv: snap('mcp', '--stdio', '--workspace', workspace),
    env: { ...environmentOf(home), ...extra },
    cwd: workspace,
  };
}

/** A module below bench/node_modules, or nothing and a line that says so. */
export function installed(name, file) {
  const path = join(modules, name, file);
  if (existsSync(path)) return path;
  console.log(`! ${name} is not installed and is left out: run "npm ci --prefix bench --ignore-scripts".`);
  return undefined;
}

/** The official servers, each with a directory of its own. @returns {Started[]} */
export function officialServers(home, workspace) {
  const args = { memory: [], filesystem: [workspace], everything: ['stdio'] };
  return Object.entries(args).flatMap(([short, rest]) => {
    const name = `@modelcontextprotocol/server-${short}`;
    const path = installed(name, 'dist/index.js');
    if (path === undefined) return [];
    const { version } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'));
    const env = { ...environmentOf(home), MEMORY_FILE_PATH: join(home, 'memory.jsonl') };
    return [{ name: `server-${short} ${version}`, argv: [node, path, ...rest], env, cwd: workspace }];
  });
}

/** What no server can beat: Node, a line reader, and the answers of another server as they are. @returns {Started} */
export function bareResponder(home, workspace, { initialize, list }) {
  const path = join(scratch, 'bare.cjs');
  writeFileSync(
    path,
    `const answers = { initialize: ${JSON.stringify(JSON.stringify(initialize))}, 'tools/list': ${JSON.stringify(JSON.stringify(list))}, 'tools/call': '{"content":[{"type":"text","text":"ok"}]}' };
let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, method } = JSON.parse(line);
    if (id !== undefined) process.stdout.write('{"jsonrpc":"2.0","id":' + JSON.stringify(id) + ',"result":' + answers[method] + '}\\n');
  }
});
`,
  );
  return { name: 'bare node, literal answers', argv: [node, path], env: environmentOf(home), cwd: workspace };
}

/** A project as small as they come, under version control. Answers its directory. */
export function smallProject(home, name = 'project') {
  const directory = join(home, name);
  const files = {
    'package.json': '{ "name": "small", "version": "1.0.0", "scripts": { "test": "node --test" } }\n',
    'README.md': '# small\n',
    ...Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`src/part-${i}.js`, `export const part${i} = ${i};\n`])),
    'src/index.js': "export * from './part-0.js';\n",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  commitAll(directory, home);
  return directory;
}

export function commitAll(directory, home) {
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', '-c', 'gc.auto=0', ...args], {
      cwd: directory,
      env: environmentOf(home),
      stdio: 'ignore',
    });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'all');
}

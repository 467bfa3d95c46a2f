// Runs the built program as its users do, and keeps the code that V8 made of each chunk beside it (see loader.cjs).
// A process of its own, so that nothing but the program itself is in it.
const { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { PassThrough } = require('node:stream');
const createLoader = require('./loader.cjs');

const dist = join(__dirname, '../dist');
const scripts = new Map();
const load = createLoader(join(dist, 'chunks'), (path, script) => scripts.set(path, script));

void warm();

async function warm() {
  const home = mkdtempSync(join(tmpdir(), 'snap-warm-'));
  const own = join(home, 'own');
  const appData = { APPDATA: join(home, 'AppData/Roaming'), LOCALAPPDATA: join(home, 'AppData/Local') };
  Object.assign(process.env, { HOME: home, USERPROFILE: home, SNAP_DATA_DIR: own, ...appData });
  process.chdir(home);
  // What the commands print is nobody's here.
  const { writeSync } = require('node:fs');
  require('node:fs').writeSync = (descriptor, data, ...rest) => (descriptor < 3 ? data.length : writeSync(descriptor, data, ...rest));
  try {
    sampleHome(home);
    const name = readdirSync(join(dist, 'chunks')).find((file) => /^run-\w+\.js$/.test(file));
    const { run } = load(`./chunks/${name}`);
    const program = { version: '0', file: join(dist, 'main.js'), node: process.execPath };
    const call = async (...argv) => {
      const code = await run(argv, program);
      // The judge finds programs that are not on this machine.
      if (code > (argv[1] === 'validate' ? 1 : 0)) throw new Error(`snap ${argv.join(' ')} ended with ${code}`);
    };
    await call('mcp', 'scan');
    await call('mcp', 'scan', '--json');
    await call('mcp', 'validate', '--no-probe');
    await call('mcp', 'validate', '--no-probe', '--json');
    await call('mcp', 'add', 'warm', '--cursor', '--codex', '--goose', '--', 'true');
    await call('mcp', 'undo');
    await serve(call);
    for (const [path, script] of scripts) {
      writeFileSync(`${path}.code.new`, script.createCachedData());
      renameSync(`${path}.code.new`, `${path}.code`);
    }
  } finally {
    process.chdir('/');
    rmSync(home, { recursive: true, force: true });
  }
  process.exit(0);
}

/** One assistant comes, asks what there is, calls the tool and leaves. */
async function serve(call) {
  const input = new PassThrough();
  const output = new PassThrough().resume();
  Object.defineProperties(process, { stdin: { value: input }, stdout: { value: output } });
  const ask = (id, method, params) => input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'warm', version: '0' } });
  ask(2, 'tools/list', {});
  ask(3, 'tools/call', { name: 'check', arguments: { mode: 'health' } });
  input.end();
  await call('mcp', '--stdio');
}

function sampleHome(home) {
  const files = {
    '.cursor/mcp.json': '{\n  "mcpServers": {\n    "a": { "command": "npx", "args": ["-y", "a@1"], "env": { "KEY": "x" } }\n  }\n}\n',
    '.config/zed/settings.json': '// settings\n{ "context_servers": { "b": { "url": "https://b.example.com/mcp" } }, }\n',
    '.codex/config.toml': 'model = "x"\n\n[mcp_servers.c]\ncommand = "c"\nargs = ["--root", "."]\n',
    '.config/goose/config.yaml': 'extensions:\n  d:\n    type: stdio\n    cmd: d\n    args: [a, "b"]\n    enabled: true # on\n',
    '.continue/config.yaml': 'name: x\nversion: 1.0.0\nmcpServers:\n  - name: e\n    command: e\n    args:\n      - f\n',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), text);
  }
}

// Config files of assistants that no assistant wrote. They are read, judged, and either edited without a foreign byte moved or refused as they are.
import { readFileSync, statSync } from 'node:fs';
import { scan } from './steps.mjs';

const secret = 'hunter2-Zx9-canary-config';
const files = {
  json: ['home/.cursor/mcp.json', 'cursor'],
  toml: ['home/.codex/config.toml', 'codex'],
  yaml: ['home/.config/goose/config.yaml', 'goose'],
};
const server = (more) => JSON.stringify({ mcpServers: { docs: { command: 'node', ...more } } });
const named = (name) => JSON.stringify({ mcpServers: { [name]: { command: 'node', args: [] } } });
const long = (n, letter = 'a') => letter.repeat(n);

const json = {
  empty: '',
  'white space': ' \n\t\r\n ',
  'a byte order mark alone': '\ufeff',
  'a byte order mark': `\ufeff${server()}`,
  'UTF-16 little': Buffer.from(`\ufeff${server()}`, 'utf16le'),
  'UTF-16 big': Buffer.from(`\ufeff${server()}`, 'utf16le').swap16(),
  'UTF-32': Buffer.from([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0, 0x7d, 0, 0, 0]),
  NUL: '\u0000\u0000\u0000\u0000',
  'NUL behind': `${server()}\u0000`,
  'NUL in a text': server({ args: ['a\u0000b'] }),
  binary: Buffer.from(Array.from({ length: 4_000 }, (_, i) => (i * 7919) % 256)),
  'invalid UTF-8': Buffer.concat([Buffer.from('{"mcpServers":{"a":{"command":"'), Buffer.from([0xff, 0xc3, 0x28]), Buffer.from('"}}}')]),
  '100,000 brackets': long(100_000, '['),
  '100,000 braces': long(100_000, '{"a":'),
  '3,000 nested, closed': `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`,
  'nested in an entry': `{"mcpServers":{"a":{"command":"node","x":${'['.repeat(3_000)}${']'.repeat(3_000)}}}}`,
  '5 MB of brackets': long(5_000_000, '['),
  'a text that stays open': '{"mcpServers":{"a":{"command":"node',
  'a comment that stays open': '{/* "mcpServers":{}}',
  '5 MB in one text': server({ args: [long(5_000_000)] }),
  '5 MB of space': `{${long(5_000_000, ' ')}"mcpServers":{}}`,
  '10,000 servers': JSON.stringify({
    mcpServers: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`s${i}`, { command: 'node', args: [String(i)] }])),
  }),
  '100,000 arguments': server({ args: Array.from({ length: 100_000 }, (_, i) => `${i}`) }),
  null: 'null',
  'a number': '7',
  'a text': '"x"',
  'a list': '[]',
  'servers null': '{"mcpServers":null}',
  'servers a list': '{"mcpServers":[]}',
  'servers a text': '{"mcpServers":"x"}',
  'servers a number': '{"mcpServers":-0}',
  'an entry null': '{"mcpServers":{"a":null}}',
  'an entry a list': '{"mcpServers":{"a":[]}}',
  'an entry a text': '{"mcpServers":{"a":"node"}}',
  'an entry false': '{"mcpServers":{"a":false}}',
  'servers twice': '{"mcpServers":{"a":{"command":"node"}},"mcpServers":{"b":{"command":"node"}}}',
  'a server twice': '{"mcpServers":{"a":{"command":"node"},"a":{"command":"sh"}}}',
  'a field twice': '{"mcpServers":{"a":{"command":"node","command":"sh"}}}',
  'the name __proto__': '{"mcpServers":{"__proto__":{"command":"node"}}}',
  'the key __proto__': '{"__proto__":{"mcpServers":{"a":{"command":"sh"}}},"mcpServers":{}}',
  'the name constructor': named('constructor'),
  'the name toString': named('toString'),
  'an empty name': named(''),
  'a name of 100 KB': named(long(100_000)),
  'a name with escape letters': named('\u001b[2J\u202e\u200b\u{e0041}'),
  'a name with a line end': named('a\nb\r\nc'),
  'a name that is a path': named('../../etc'),
  'a name that is an option': named('--yes'),
  'a name for a shell': named('$(touch x)`y`'),
  'a name of half a letter': '{"mcpServers":{"\\ud800":{"command":"node"}}}',
  'a name for markdown': named('](javascript:alert(1))|a|`'),
  'a name for the wire': named('snap|!|INTERNAL|x'),
  'a command that is a list': server({ command: ['node'] }),
  'a command that is an object': server({ command: { a: 1 } }),
  'a command of 1 MB': server({ command: long(1_000_000) }),
  'a command with escape letters': server({ command: '\u001b[2Jno\u202ede' }),
  'a command that is a device': server({ command: '/dev/zero' }),
  'a command that is a directory': server({ command: '/' }),
  'a command that is a pipe': server({ command: './p' }),
  'a command relative': server({ command: '../../x' }),
  'a command with a NUL': server({ command: 'a\u0000b' }),
  'args a text': server({ args: 'x' }),
  'args of every type': server({ args: [1, null, true, {}, [], 'x'] }),
  'env a list': server({ env: ['A=b'] }),
  'env of every type': server({ env: { A: 1, B: null, C: true, D: {}, E: [], __proto__: 'x', '': 'y', 'a=b': 'z' } }),
  'a secret in env': server({ env: { API_KEY: secret, PASSWORD: secret } }),
  'a secret in args': server({ args: ['--password', secret, `--token=${secret}`] }),
  'a secret in an address': JSON.stringify({ mcpServers: { a: { url: `https://ada:${secret}@example.com/mcp` } } }),
  'a secret in a header': JSON.stringify({
    mcpServers: { a: { url: 'https://example.com/mcp', headers: { Authorization: `Bearer ${secret}` } } },
  }),
  'a secret in a broken file': `{"mcpServers":{"a":{"command":"node","env":{"API_KEY":"${secret}"}`,
  'cwd of rubbish': server({ cwd: '\u0000\u001b' }),
  'cwd a device': server({ cwd: '/dev/zero' }),
  'an address of rubbish': JSON.stringify({ mcpServers: { a: { url: 'http://[' } } }),
  'an address of a script': JSON.stringify({ mcpServers: { a: { url: 'javascript:alert(1)' } } }),
  'an address of 1 MB': JSON.stringify({ mcpServers: { a: { url: `https://a.example/${long(1_000_000)}` } } }),
  'an address that is a number': JSON.stringify({ mcpServers: { a: { url: 7 } } }),
  'an address with escape letters': JSON.stringify({ mcpServers: { a: { url: 'https://a.example/\u001b[2J\u202e' } } }),
  'variables in a loop': server({ args: ['${A}', '${${A}}', '${env:', '${input:x}', '$'.repeat(10_000), '${'.repeat(10_000)] }),
  'headers a list': JSON.stringify({ mcpServers: { a: { url: 'https://a.example', headers: ['A: b'] } } }),
  'numbers at the edge': '{"x":[1e999,-0,1e-999,123456789012345678901234567890,0.1e+5],"mcpServers":{}}',
  'bad numbers': '{"x":[01,.5,5.,+1,0x10,NaN,Infinity],"mcpServers":{}}',
  'half letters': '{"x":"\\ud800\\udc00\\udfff","mcpServers":{}}',
  'a bad escape': '{"x":"\\x41\\u12","mcpServers":{}}',
  'comments and commas': '// a\n{"mcpServers":{/* b */"a":{"command":"node",},},}',
  'single quotes': "{'mcpServers':{}}",
  JSON5: '{mcpServers:{a:{command:"node"}}}',
  'a program': 'module.exports = { mcpServers: {} }',
  'marks of a merge': '<<<<<<< HEAD\n{"mcpServers":{}}\n=======\n{}\n>>>>>>> b\n',
  HTML: '<!doctype html><title>404</title>',
  'two documents': '{"mcpServers":{}}{"mcpServers":{}}',
  'CR alone': server().replaceAll(',', ',\r'),
  'curly quotes': '{“mcpServers”:{}}',
  'U+2028': '{"mcpServers":\u2028{}\u2029}',
  '200,000 lines': `{\n${'\n'.repeat(200_000)}"mcpServers":{}}`,
};
const yaml = {
  empty: '',
  'a bomb of aliases': `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghijk'
    .split('')
    .map((letter, i) => `${letter}: &${letter} [${Array.from({ length: 9 }, () => `*${'abcdefghij'[i]}`).join(',')}]`)
    .join('\n')}\nextensions: *k\n`,
  'an alias of itself': 'extensions: &a\n  x: *a\n',
  'a merge of itself': 'a: &a\n  <<: *a\nextensions: *a\n',
  'an alias of nothing': 'extensions: *nosuch\n',
  'a program as a tag': 'extensions: !!js/function "function(){}"\n',
  'an object of Python': 'extensions: !!python/object/apply:os.system ["touch x"]\n',
  'a binary': 'extensions: !!binary "////"\n',
  tabs: 'extensions:\n\ta: 1\n',
  'two documents': '---\nextensions: {}\n---\nextensions: {}\n',
  'a directive': '%YAML 9.9\n---\nextensions: {}\n',
  'keys that are lists': '? [a, b]\n: 1\n? {a: 1}\n: 2\nextensions: {}\n',
  '2,000 brackets': `extensions: ${long(2_000, '[')}`,
  '100,000 brackets': `extensions: ${long(100_000, '[')}`,
  '20,000 deep': Array.from({ length: 1_500 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
  '20,000 dashes': `x: \n${'- '.repeat(20_000)}a\n`,
  'keys twice': 'extensions:\n  a:\n    cmd: node\n  a:\n    cmd: sh\nextensions: {}\n',
  'a key of every type':
    'null: 1\ntrue: 2\n1.5: 3\n~: 4\n2001-01-01: 5\nextensions:\n  yes: {cmd: node, type: stdio}\n  0o7: {cmd: node, type: stdio}\n',
  '5 MB in one text': `x: ${long(5_000_000)}\nextensions: {}\n`,
  '50,000 anchors': `${Array.from({ length: 50_000 }, (_, i) => `a${i}: &a${i} 1`).join('\n')}\nextensions: {}\n`,
  'a list': '- a\n- b\n',
  'a text': 'hello\n',
  NUL: 'a: \u0000\n',
  'escape letters': 'extensions:\n  "\\e[2J\\u202e": {cmd: "\\e[31m", type: stdio, args: []}\n',
  __proto__: 'extensions:\n  __proto__: {cmd: node, type: stdio}\n  constructor: {cmd: node, type: stdio}\n',
  'a text that stays open': 'extensions: "abc\n',
  'a block text without an end': `extensions: |\n${'  a\n'.repeat(100_000)}`,
  'UTF-16': Buffer.from('\ufeffextensions: {}\n', 'utf16le'),
  CRLF: 'extensions:\r\n  a:\r\n    cmd: node\r\n',
  'CR alone': 'extensions:\r  a:\r    cmd: node\r',
  'a secret': `extensions:\n  a:\n    cmd: node\n    type: stdio\n    envs:\n      API_KEY: ${secret}\n`,
  'an entry as a list': 'extensions:\n  - cmd: node\n',
  'a colon storm': `x${': '.repeat(10_000)}\n`,
  'a quote storm': `x: ${'"'.repeat(20_001)}\n`,
  'an ampersand storm': `x: ${'&a '.repeat(10_000)}\n`,
  'a question storm': `${'? '.repeat(5_000)}a\n`,
};
const toml = {
  empty: '',
  '3,000 brackets': `x = ${long(3_000, '[')}`,
  '100,000 brackets': `x = ${long(100_000, '[')}`,
  '100,000 brackets, closed': `x = ${long(100_000, '[')}${long(100_000, ']')}`,
  '2,000 inline tables': `x = ${'{a='.repeat(2_000)}1${'}'.repeat(2_000)}`,
  '20,000 dots in a key': `${'a.'.repeat(20_000)}a = 1`,
  '20,000 dots in a table': `[${'a.'.repeat(20_000)}a]`,
  'a table twice': '[mcp_servers.a]\ncommand = "node"\n[mcp_servers.a]\ncommand = "sh"\n',
  'a key twice': '[mcp_servers.a]\ncommand = "node"\ncommand = "sh"\n',
  'a value that becomes a table': 'mcp_servers = 1\n[mcp_servers.a]\ncommand = "node"\n',
  'an inline table that grows': 'mcp_servers = {}\n[mcp_servers.a]\ncommand = "node"\n',
  'a list of tables': '[[mcp_servers]]\nname = "a"\n',
  'dotted keys': 'mcp_servers.a.command = "node"\nmcp_servers.a.args = []\n',
  'names with quotes': '[mcp_servers."a.b"]\ncommand = "node"\n[mcp_servers.\'c"d\']\ncommand = "node"\n[mcp_servers.""]\ncommand="node"\n',
  __proto__: '[mcp_servers.__proto__]\ncommand = "node"\n[__proto__]\na = 1\n',
  constructor: '[mcp_servers.constructor]\ncommand = "node"\n',
  'escape letters': '[mcp_servers."\\u001b[2J\\u202e"]\ncommand = "\\u001b[31m"\n',
  'a letter out of range': 'x = "\\UFFFFFFFF"\n',
  'half a letter': 'x = "\\ud800"\n',
  'odd dates': 'a = 9999-99-99\nb = 1979-05-27T25:61:61Z\nc = 00:00:00\n',
  'odd numbers': 'a = 1__0\nb = 0x\nc = +inf\nd = -nan\ne = 99999999999999999999999\nf = 1e99999\n',
  'a text that stays open': 'x = "abc',
  'a long text that stays open': `x = """${'a\n'.repeat(100_000)}`,
  '5 MB in one text': `x = "${long(5_000_000)}"\n`,
  NUL: 'x = "\u0000"\n',
  'CR alone': 'x = 1\ry = 2\r',
  CRLF: '[mcp_servers.a]\r\ncommand = "node"\r\n',
  'a byte order mark': '\ufeff[mcp_servers.a]\ncommand = "node"\n',
  'UTF-16': Buffer.from('\ufeffx = 1\n', 'utf16le'),
  binary: Buffer.from(Array.from({ length: 2_000 }, (_, i) => (i * 31) % 256)),
  'a secret': `[mcp_servers.a]\ncommand = "node"\n[mcp_servers.a.env]\nAPI_KEY = "${secret}"\n`,
  '10,000 tables': Array.from({ length: 10_000 }, (_, i) => `[mcp_servers.s${i}]\ncommand = "node"`).join('\n'),
  '50,000 quotes': `x = ${long(50_001, '"')}\n`,
  'an equals storm': `${'='.repeat(10_000)}\n`,
};

const place = (path) => path.replace(/\/[^/]*$/, '');
const kinds = (path) => ({
  'a pipe': `mkdir -p ${place(path)}; mkfifo ${path}`,
  'a directory': `mkdir -p ${path}`,
  'a device': `mkdir -p ${place(path)}; ln -s /dev/zero ${path}`,
  'a link to itself': `mkdir -p ${place(path)}; ln -s "$(basename ${path})" ${path}`,
  'a link to nothing': `mkdir -p ${place(path)}; ln -s nowhere/at/all ${path}`,
  'a link to /proc': `mkdir -p ${place(path)}; ln -s /proc/self/environ ${path}`,
  '3 GiB of holes': `mkdir -p ${place(path)}; truncate -s 3G ${path}`,
  '20 MB': `mkdir -p ${place(path)}; (printf '{"x":"'; head -c 20000000 /dev/zero | tr '\\0' a; printf '"}') > ${path}`,
});

/** Read, judged, then edited: what is refused keeps its bytes, and what is written and taken out again has them back. */
const contentCase =
  (format) =>
  ([id, content]) => {
    const [path, client] = files[format];
    const original = Buffer.from(content);
    const intact = (box) => (readFileSync(box.at(path)).equals(original) ? [] : [`${path} has other bytes after add and remove`]);
    return {
      id: `${format}: ${id}`,
      make: (box) => box.put(path, content),
      canaries: [secret],
      maxCpu: 20,
      allows: /undefined|snap\|!\|INTERNAL/g,
      maxOutput: 10_000_000,
      steps: [
        { ...scan, argv: ['mcp', 'scan', '--json', `--${client}`] },
        { argv: ['mcp', 'validate', '--no-probe', `--${client}`], exit: [0, 1] },
        { argv: ['mcp', 'add', 'zz-hostile', `--${client}`, '--yes', '--', 'node', 'x.js'], exit: [0, 3], writes: true },
        { argv: ['mcp', 'remove', 'zz-hostile', `--${client}`, '--yes'], exit: [0, 3], writes: true },
      ],
      // An empty file, or one without a place for servers, gets one; it stays as the undo is for that.
      check: (box) => (statSync(box.at(path)).size === original.length ? intact(box) : []),
    };
  };

export const configFiles = () => [
  ...Object.entries(json).map(contentCase('json')),
  ...Object.entries(yaml).map(contentCase('yaml')),
  ...Object.entries(toml).map(contentCase('toml')),
  ...Object.entries(files).flatMap(([format, [path, client]]) =>
    Object.entries(kinds(path)).map(([id, script]) => ({
      id: `${format} is ${id}`,
      make: (box) => box.sh(script),
      maxCpu: 20,
      steps: [
        scan,
        { argv: ['mcp', 'validate', '--no-probe', `--${client}`], exit: [0, 1] },
        {
          argv: ['mcp', 'add', 'zz', `--${client}`, '--yes', '--', 'node'],
          exit: id === 'a link to nothing' ? [0, 3, 4] : [3, 4, 0],
          writes: true,
        },
        { argv: ['doctor', `--${client}`], exit: [0, 1] },
      ],
    })),
  ),
  ...['.mcp.json', '.cursor/mcp.json', '.vscode/mcp.json'].map((path) => ({
    id: `project: ${path} is a link out`,
    make: (box) => {
      box.put('outside/target.json', '{"mcpServers":{}}');
      box.link(`work/${path}`, box.at('outside/target.json'));
      box.sh('touch -d "1 hour ago" outside/target.json');
    },
    steps: [scan, { argv: ['mcp', 'validate', '--no-probe'], exit: [0, 1] }],
  })),
  {
    id: 'project: an entry that is a program',
    make: (box) =>
      box.put(
        'work/.mcp.json',
        JSON.stringify({
          mcpServers: {
            snap: { command: 'touch', args: [box.at('outside/ran')] },
            'snap-mcp': { command: 'sh', args: ['-c', `touch ${box.at('outside/ran')}`, 'mcp', '--stdio'] },
          },
        }),
      ),
    steps: [scan, { argv: ['mcp', 'validate'], exit: [0, 1] }, { argv: ['doctor'], exit: [0, 1] }, { argv: ['mcp', 'list'], exit: [0] }],
  },
  {
    id: 'undo of a file that became a device',
    make: (box) => box.put('home/.cursor/mcp.json', '{"mcpServers":{}}'),
    steps: [
      { argv: ['mcp', 'add', 'a', '--cursor', '--yes', '--', 'node'], exit: [0], writes: true },
      {
        argv: ['mcp', 'undo', '--yes'],
        exit: [3, 4],
        before: (box) => box.sh('rm home/.cursor/mcp.json; ln -s /dev/zero home/.cursor/mcp.json'),
      },
      { argv: ['mcp', 'history', '--json'], exit: [0] },
    ],
  },
];

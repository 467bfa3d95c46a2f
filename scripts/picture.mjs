// Makes docs/picture.svg, the terminal that README shows, from a real run of the built program in a home directory with three faults.
// `node scripts/picture.mjs` writes it, `node scripts/picture.mjs --check` exits 1 when the program no longer prints what it shows.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const picture = join(root, 'docs/picture.svg');
const columns = 80;
const commands = ['mcp validate --no-probe', 'mcp repair --yes --no-probe'];

/** Faults as people have them. */
const files = {
  '.cursor/mcp.json': `{
  "mcpServers": {
    "docs": { "url": "https://mcp.context7.com/mcp" },
    "db": { "comand": "sh", "args": ["-c", "exec db-mcp"] }
  }
}
`,
  '.claude.json': `{
  "mcpServers": {
    "sentry": { "url": "https://mcp.sentry.dev/mcp" },
    "search": { "type": "stdio", "command": "search-mcp" }
  }
}
`,
  '.codex/config.toml': `[mcp_servers.context7]
url = "https://mcp.context7.com/mcp"
`,
  'src/shop/.git/HEAD': 'ref: refs/heads/main\n',
};
const paint = { 31: '#f7768e', 32: '#9ece6a', 33: '#e0af68' };

const hasTerminal = spawnSync('python3', ['-c', 'import pty']).status === 0;
if (!hasTerminal) {
  console.log('The picture is neither made nor compared: that needs python3 with its module pty.');
} else {
  const drawn = draw(record());
  const isFresh = readIfThere(picture) === drawn;
  if (process.argv.includes('--check')) {
    console.log(
      isFresh ? 'docs/picture.svg shows what the program prints.' : 'docs/picture.svg is stale: run "npm run docs" and commit it.',
    );
    process.exitCode = isFresh ? 0 : 1;
  } else writeFileSync(picture, drawn);
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** What a terminal shows of the commands: lines with colour sequences. */
function record() {
  const home = mkdtempSync(join(tmpdir(), 'snap-picture-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), text);
    }
    return commands.flatMap((command) => [
      `\u001B[1m$ snap ${command.replace(' --no-probe', '')}\u001B[22m`,
      ...run(home, command.split(' ')),
      '',
    ]);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function run(home, args) {
  const terminal = ['test/support/terminal.py', String(columns), '60', process.execPath, join(root, 'dist/main.js'), ...args];
  const { stdout, stderr } = spawnSync('python3', [join(root, terminal[0]), ...terminal.slice(1)], {
    cwd: join(home, 'src/shop'),
    env: { HOME: home, PATH: '/usr/bin:/bin', SHELL: '/bin/sh', TERM: 'xterm-256color', LANG: 'C.UTF-8', PYTHONCOERCECLOCALE: '0' },
    encoding: 'utf8',
    input: '',
    timeout: 60_000,
  });
  if (stderr !== '') throw new Error(stderr);
  const lines = stdout.replaceAll('\r', '').trimEnd().split('\n');
  const strange = lines.find((line) => /\u001B(?!\[(?:1|2|22|31|32|33|39)m)/.test(line));
  if (strange !== undefined) throw new Error(`More than colours: ${JSON.stringify(strange)}`);
  return lines;
}

function draw(lines) {
  const size = { line: 19, left: 18, top: 44 };
  const height = size.top + lines.length * size.line;
  const texts = lines.map((line, i) => `<text x="${size.left}" y="${size.top + i * size.line}">${spans(line)}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.left * 2 + Math.ceil(columns * 8.43)} ${height}" role="img" aria-label="snap mcp validate names three faults; snap mcp repair fixes those that are safe to fix">
<rect width="100%" height="100%" rx="8" fill="#1a1b26"/>
<g fill="#414868"><circle cx="20" cy="16" r="5"/><circle cx="38" cy="16" r="5"/><circle cx="56" cy="16" r="5"/></g>
<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14" fill="#c0caf5" xml:space="preserve">
${texts.filter((text) => !text.endsWith('"></text>')).join('\n')}
</g>
</svg>
`;
}

function spans(line) {
  let style = { bold: false, dim: false, color: undefined };
  let drawn = '';
  for (const part of line.split(/(\u001B\[\d+m)/)) {
    const code = /^\u001B\[(\d+)m$/.exec(part)?.[1];
    if (code !== undefined) style = styled(style, Number(code));
    else if (part !== '') drawn += `<tspan${attributes(style)}>${escaped(part)}</tspan>`;
  }
  return drawn;
}

function styled(style, code) {
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  return { ...style, color: paint[code] };
}

function attributes({ bold, dim, color }) {
  return `${bold ? ' font-weight="bold"' : ''}${dim ? ' fill-opacity="0.6"' : ''}${color === undefined ? '' : ` fill="${color}"`}`;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

// The tools snap is measured beside; bench/package.json pins them. A bench says so and goes on when they are not installed.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { node } from './program.mjs';

const bench = fileURLToPath(new URL('..', import.meta.url));

function load(name, bin) {
  const directory = join(bench, 'node_modules', name);
  if (!existsSync(directory)) {
    console.log(`! ${name} is not installed and is left out: run "npm ci --prefix bench --ignore-scripts".`);
    return undefined;
  }
  const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const file = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[bin];
  return { name, version: manifest.version, argv: (...args) => [node, join(directory, file), ...args] };
}

export const addMcp = () => load('add-mcp', 'add-mcp');
export const installMcp = () => load('install-mcp', 'install-mcp');
/** A bridge from standard input to an address; `bridge` is the command for one. */
export const mcpRemote = () => {
  const one = load('mcp-remote', 'mcp-remote');
  return one && { ...one, bridge: (url) => one.argv(url, '--allow-http', '--transport', url.endsWith('/sse') ? 'sse-only' : 'http-only') };
};
export const supergateway = () => {
  const one = load('supergateway', 'supergateway');
  return one && { ...one, bridge: (url) => one.argv(url.endsWith('/sse') ? '--sse' : '--streamableHttp', url, '--logLevel', 'none') };
};
export const ruler = () => load('@intellectronica/ruler', 'ruler');

/** A parser that judges; needed, not measured. */
export const judgePath = (name) => dirname(createRequire(join(bench, 'package.json')).resolve(`${name}/package.json`));

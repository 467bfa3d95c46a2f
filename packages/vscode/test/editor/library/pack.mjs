// Packs extensions with vsce, under the Node that it needs.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { finished } from './processes.mjs';
import { editorTests, packageDirectory, packed, tools } from './tools.mjs';

/** The program that calls a tool of the editor's own MCP client; see fixtures/helper. */
export function packHelper() {
  return vsce(join(editorTests, 'fixtures/helper'), join(editorTests, 'results/helper.vsix'));
}

/** The extension; packed again with `build`, otherwise as `.ci/run` has packed it before. */
export async function packExtension({ build, say }) {
  if (existsSync(packed) && !build) return packed;
  const { code, output } = await finished(process.execPath, [join(packageDirectory, 'pack.mjs')], {
    cwd: packageDirectory,
    env: process.env,
  });
  if (code !== 0) throw new Error(`the extension could not be packed:\n${output}`);
  say(output.trim());
  return packed;
}

export async function vsce(directory, out) {
  const args = [tools.vsce, 'package', '--no-dependencies', '--allow-missing-repository', '--no-update-package-json', '--out', out];
  const env = { ...process.env, PATH: `${dirname(tools.node)}${delimiter}${process.env.PATH}` };
  const { code, output } = await finished(tools.node, args, { cwd: directory, env });
  if (code !== 0 || !existsSync(out)) throw new Error(`vsce could not pack ${directory}:\n${output}`);
  return out;
}

/** The bytes that the editor loads when the extension starts: its file, and what that imports statically. */
export function startBytes(file, seen = new Set()) {
  if (seen.has(file)) return 0;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  let bytes = statSync(file).size;
  for (const [, path] of text.matchAll(/(?:^|[;}\n])(?:import|export)\s*(?:[\w*{}$,\s]+?from\s*)?["'](\.[^"']+)["']/g)) {
    bytes += startBytes(join(dirname(file), path), seen);
  }
  return bytes;
}

// What a run has left on the disk.
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { join, relative } from 'node:path';

/** What the editor and code-server keep in a home themselves. */
const ofTheEditor = [
  /^\.config\/code-server\b/,
  /^\.local\/share\/code-server\b/,
  /^\.cache\/(code-server|Microsoft)\b/,
  /^\.vscode-remote\b/,
  /^\.vscode-shared\b/,
];

/** Every file below a directory, with a hash of what it holds, and every empty directory. */
export function traces(directory) {
  const found = {};
  const visit = (path) => {
    const name = relative(directory, path);
    if (ofTheEditor.some((own) => own.test(name))) return;
    const info = lstatSync(path);
    if (info.isDirectory()) {
      const entries = readdirSync(path);
      if (entries.length === 0) found[`${name}/`] = 'empty';
      for (const entry of entries) visit(join(path, entry));
    } else if (info.isSymbolicLink()) {
      found[name] = `link to ${readlinkSync(path)}`;
    } else {
      found[name] = info.isFile() ? `${info.mode.toString(8)} ${createHash('sha256').update(readFileSync(path)).digest('hex')}` : 'special';
    }
  };
  visit(directory);
  return found;
}

/** What differs between two looks: `+` new, `-` gone, `~` changed. */
export function differences(before, after) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => {
    if (before[name] === after[name]) return [];
    return [`${before[name] === undefined ? '+' : after[name] === undefined ? '-' : '~'} ${name}`];
  });
}

export function same(what, before, after) {
  const changed = differences(before, after);
  if (changed.length > 0) throw new Error(`${what} is not as before: ${changed.join(', ')}`);
}

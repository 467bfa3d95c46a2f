import { readFileSync } from 'node:fs';

/** The rules of docs/architecture.md, read from its tables, so that what people read is what is checked. */
export interface ArchitectureTables {
  /** By room: the rooms it may import, and of which of them only types. */
  readonly rooms: ReadonlyMap<string, ReadonlyMap<string, { readonly typesOnly: boolean }>>;
  /** Files other than `index.ts` through which a room may be imported. */
  readonly secondDoors: readonly string[];
  /** By package: the files and folders that may import it. */
  readonly packages: ReadonlyMap<string, readonly string[]>;
  /** Files outside `src/system` that may import Node's modules for the outside world. */
  readonly outside: readonly string[];
  /** Files that may start a program by its file instead of its name. */
  readonly starters: readonly string[];
}

export function readArchitectureTables(path: string): ArchitectureTables {
  const text = readFileSync(path, 'utf8');
  const table = (heading: string): readonly (readonly [string, string])[] => rowsBelow(text, heading);
  return {
    rooms: new Map(
      table('room').map(([room, imports]) => [room, new Map(imports === 'nothing' ? [] : imports.split(', ').map(permission))]),
    ),
    secondDoors: table('second door').map(([door]) => sourcePath(door)),
    packages: new Map(table('package').map(([name, homes]) => [unquoted(name), homes.split(', ').map(sourcePath)])),
    outside: table('outside of `system/`').map(([file]) => sourcePath(file)),
    starters: table('starts a program by its file').map(([file]) => (file.includes('packages/') ? unquoted(file) : sourcePath(file))),
  };
}

function permission(text: string): [string, { typesOnly: boolean }] {
  const [, room = '', types] = /^(\w[\w-]*)( \(types only\))?$/.exec(text) ?? [];
  if (room === '') throw new Error(`docs/architecture.md: "${text}" is no room and no "room (types only)".`);
  return [room, { typesOnly: types !== undefined }];
}

/** The rows of the table whose first column has this heading. */
function rowsBelow(text: string, heading: string): readonly (readonly [string, string])[] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`));
  if (start === -1) throw new Error(`docs/architecture.md has no table that begins with "| ${heading} |".`);
  const body = lines.slice(start + 2);
  const end = body.findIndex((line) => !line.startsWith('|'));
  return body.slice(0, end).map((line) => {
    const [first = '', second = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return [first, second];
  });
}

function sourcePath(cell: string): string {
  return `src/${unquoted(cell)}`;
}

function unquoted(cell: string): string {
  return cell.replaceAll('`', '');
}

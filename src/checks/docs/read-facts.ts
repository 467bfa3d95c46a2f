import { isRecord, jsonIn } from '../../system/index.ts';
import { type WorkspacePath, directoryOf } from '../../workspace/index.ts';
import type { OwnNames, TargetTool } from './claim.ts';
import type { PackageFacts, TargetFile } from './project-facts.ts';

/** A package.json, if it is one. */
export function packageIn(path: WorkspacePath, text: string): PackageFacts | undefined {
  const value = jsonIn(text);
  if (!isRecord(value)) return undefined;
  const { name, scripts, bin } = value;
  const shortName = typeof name === 'string' ? name.replace(/^@[^/]+\//, '') : undefined;
  const commands = typeof bin === 'string' && shortName !== undefined ? [shortName] : isRecord(bin) ? Object.keys(bin) : [];
  const published = isRecord(value['publishConfig']) ? value['publishConfig']['exports'] : undefined;
  return {
    directory: directoryOf(path),
    name: typeof name === 'string' ? name : undefined,
    scripts: new Set(isRecord(scripts) ? Object.keys(scripts) : []),
    commands,
    dependencies: ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'].flatMap((kind) => {
      const list = value[kind];
      return isRecord(list) ? Object.keys(list) : [];
    }),
    exports: exportKeys(published) ?? exportKeys(value['exports']),
  };
}

/** Only where several are listed: a package with one entry is often imported by the files below it. */
function exportKeys(value: unknown): readonly string[] | undefined {
  if (!isRecord(value)) return undefined;
  const keys = Object.keys(value);
  return keys.length > 1 && keys.every((key) => key.startsWith('.')) ? keys : undefined;
}

const targetFiles: readonly (readonly [RegExp, TargetTool])[] = [
  [/(^|\/)(GNU)?[mM]akefile$|\.mk$/, 'make'],
  [/(^|\/)\.?[jJ]ustfile$|\.just$/, 'just'],
  [/(^|\/)[tT]askfile(\.dist)?\.ya?ml$/, 'task'],
  [/(^|\/)deno\.jsonc?$/, 'deno'],
  [/(^|\/)Cargo\.toml$/, 'cargo'],
];

export function targetToolOf(path: WorkspacePath): TargetTool | undefined {
  return targetFiles.find(([pattern]) => pattern.test(path))?.[1];
}

/** What a Makefile, a justfile, a Taskfile, a deno.json or a Cargo.toml defines. */
export function targetsIn(path: WorkspacePath, tool: TargetTool, text: string, files: readonly WorkspacePath[]): TargetFile {
  switch (tool) {
    case 'make': {
      const names = [...text.matchAll(/^([\w./$(){}-][^:=#\n\t]*)::?(?!=)/gm)].flatMap(([, list = '']) => list.split(/\s+/));
      const phony = [...text.matchAll(/^\.PHONY\s*:(.*(?:\\\n.*)*)/gm)].flatMap(([, list = '']) => list.split(/[\s\\]+/));
      return {
        path,
        tool,
        names: new Set([...names, ...phony]),
        isOpen: /^[ \t]*-?include\s|^[^\t#=\n]*%[^=\n]*:|^[ \t]*\$\((foreach|eval|call)|^[^\t#=:\n]*\$[({][^=\n]*:(?!=)/m.test(text),
      };
    }
    case 'just':
      return { path, tool, names: matches(text, /^@?([\w-]+)[^:=\n]*:(?!=)|^alias\s+([\w-]+)/gm), isOpen: /^(import|mod)\b/m.test(text) };
    case 'task':
      return { path, tool, names: matches(text, /^ {2,4}['"]?([\w:.*-]+)['"]?:/gm), isOpen: /^includes:/m.test(text) };
    case 'deno':
      return { path, tool, names: matches(text, /"([\w:.-]+)"\s*:/g), isOpen: false };
    case 'cargo': {
      const directory = directoryOf(path);
      const below = files.flatMap((file) => {
        if (directory !== '' && !file.startsWith(`${directory}/`)) return [];
        const found = /(?:^|\/)(?:examples|src\/bin|tests|benches)\/([\w-]+)(?:\.rs|\/main\.rs)$/.exec(file)?.[1];
        return found === undefined ? [] : [found];
      });
      return { path, tool, names: new Set([...matches(text, /^\s*name\s*=\s*"([^"]+)"/gm), ...below]), isOpen: false };
    }
    case 'python':
      return { path, tool, names: new Set(), isOpen: true };
    default:
      return tool satisfies never;
  }
}

function matches(text: string, pattern: RegExp): ReadonlySet<string> {
  return new Set([...text.matchAll(pattern)].map(([, one, other]) => one ?? other ?? ''));
}

/** The programs that a pyproject.toml, a Cargo.toml or a go.mod stands for. */
export function commandsIn(path: WorkspacePath, text: string, files: readonly WorkspacePath[]): readonly string[] {
  if (path.endsWith('pyproject.toml')) {
    const section = /^\[(?:project|tool\.poetry)\.scripts\]\s*\n((?:(?!^\[).*\n?)*)/m.exec(text)?.[1] ?? '';
    return [...matches(section, /^\s*["']?([\w-]+)["']?\s*=/gm)];
  }
  if (path.endsWith('Cargo.toml')) {
    const bins = [...text.matchAll(/^\[\[bin\]\]\s*\n((?:(?!^\[).*\n?)*)/gm)].flatMap(([, section = '']) => [
      ...matches(section, /^\s*name\s*=\s*"([^"]+)"/gm),
    ]);
    return bins.length > 0
      ? bins
      : [...matches(/^\[package\]\s*\n((?:(?!^\[).*\n?)*)/m.exec(text)?.[1] ?? '', /^\s*name\s*=\s*"([^"]+)"/gm)];
  }
  if (path.endsWith('go.mod')) {
    const module = /^module\s+(\S+)/m.exec(text)?.[1]?.replace(/\/v\d+$/, '');
    const directory = directoryOf(path) === '' ? '' : `${directoryOf(path)}/`;
    const below = files.flatMap((file) =>
      file.startsWith(`${directory}cmd/`) ? (/^([\w-]+)\/main\.go$/.exec(file.slice(directory.length + 4))?.[1] ?? []) : [],
    );
    // A library has no program.
    return module === undefined || !files.includes(`${directory}main.go`) ? below : [...below, module.slice(module.lastIndexOf('/') + 1)];
  }
  return [];
}

/** Files that {@link commandsIn} reads. */
export function namesCommands(path: WorkspacePath): boolean {
  return /(^|\/)(pyproject\.toml|Cargo\.toml|go\.mod)$/.test(path);
}

/** Common programs are not the project's own where a package happens to have their name. */
const commonPrograms = new Set([
  'npm',
  'npx',
  'node',
  'git',
  'make',
  'docker',
  'go',
  'cargo',
  'python',
  'pip',
  'test',
  'build',
  'dev',
  'start',
]);

/** @param commands by the file that names them. */
export function ownNames(
  packages: readonly PackageFacts[],
  commands: ReadonlyMap<WorkspacePath, readonly string[]>,
  files: readonly WorkspacePath[],
): OwnNames {
  const ofPackages = packages.flatMap((one) => one.commands);
  const all = [...ofPackages, ...[...commands.values()].flat()];
  return {
    commands: new Set(all.filter((name) => !commonPrograms.has(name))),
    // `.` is what an example may call itself.
    packages: new Set(packages.flatMap(({ name }) => (name === undefined || name.startsWith('.') ? [] : [name]))),
    modules: new Set(files.flatMap((path) => /(?:^|\/)(\w+)(?:\/__init__)?\.pyi?$/.exec(path)?.[1] ?? [])),
  };
}

import { isRecord, jsonIn } from '../../system/index.ts';
import { type WorkspacePath, directoryOf } from '../../workspace/index.ts';
import type { TargetTool } from './claim.ts';
import type { PackageFacts, TargetFile } from './project-facts.ts';

/** A package.json, if it is one. */
export function packageIn(path: WorkspacePath, text: string): PackageFacts | undefined {
  const value = jsonIn(text);
  if (!isRecord(value)) return undefined;
  const { name, scripts, bin } = value;
  const shortName = typeof name === 'string' ? name.replace(/^@[^/]+\//, '') : undefined;
  const commands = typeof bin === 'string' && shortName !== undefined ? [shortName] : isRecord(bin) ? Object.keys(bin) : [];
  return {
    directory: directoryOf(path),
    scripts: new Set(isRecord(scripts) ? Object.keys(scripts) : []),
    commands,
  };
}

const targetFiles: readonly (readonly [RegExp, TargetTool])[] = [
  [/(^|\/)(GNU)?[mM]akefile$|\.mk$/, 'make'],
  [/(^|\/)\.?[jJ]ustfile$|\.just$/, 'just'],
  [/(^|\/)[tT]askfile(\.dist)?\.ya?ml$/, 'task'],
  [/(^|\/)deno\.jsonc?$/, 'deno'],
];

export function targetToolOf(path: WorkspacePath): TargetTool | undefined {
  return targetFiles.find(([pattern]) => pattern.test(path))?.[1];
}

/** What a Makefile, a justfile, a Taskfile or a deno.json defines. */
export function targetsIn(path: WorkspacePath, tool: TargetTool, text: string): TargetFile {
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
    default:
      return tool satisfies never;
  }
}

function matches(text: string, pattern: RegExp): ReadonlySet<string> {
  return new Set([...text.matchAll(pattern)].map(([, one, other]) => one ?? other ?? ''));
}

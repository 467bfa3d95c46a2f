import { posix } from 'node:path';
import { shellQuoted } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import {
  isBelow,
  type Package,
  type PackageManager,
  packageManagerOf,
  packageOf,
  scriptOf,
  programStarts,
} from '../../workspace/packages/index.ts';
import { tools, uses } from '../programs/tools.ts';

/** A longer one nobody runs. */
const maxLength = 4_000;

/** The runner of a package, by its manifest and config files. */
export function runnerOf(one: Package): string | undefined {
  const known = tools.find((tool) => tool.purpose === 'tests' && /^(?:vitest|jest|mocha|node --test)$/.test(tool.id) && uses(tool, one));
  if (known !== undefined) return known.id;
  const script = scriptOf(one, 'test') ?? '';
  return /^(?:.*\s)?(ava|bun test|playwright test|tap|uvu)\b/.exec(script)?.[1];
}

/** The commands that run exactly these tests, one for each package that has a runner. Empty where none is known. */
export function testCommands(packages: readonly Package[], tests: readonly WorkspacePath[]): readonly string[] {
  const [top] = packages;
  if (top === undefined) return [];
  const byPackage = new Map<Package, WorkspacePath[]>();
  for (const test of tests) {
    const above = packages.filter((one) => isBelow(test, one.directory) && runnerOf(one) !== undefined);
    const nearest = packageOf(above, test);
    // The root's runner runs what is in its packages.
    const one = above.find((each) => each.directory === '' && isSame(each, nearest)) ?? nearest;
    if (one !== undefined) byPackage.set(one, [...(byPackage.get(one) ?? []), test]);
  }
  return [...byPackage].flatMap(([one, files]) => {
    const command = commandOf(
      one,
      packageManagerOf(one, top),
      files.map((file) => posix.relative(one.directory, file)),
    );
    return command === undefined || command.length > maxLength
      ? []
      : [one.directory === '' ? command : `cd ${quoted(one.directory)} && ${command}`];
  });
}

function isSame(one: Package, other: Package | undefined): boolean {
  return other !== undefined && runnerOf(one) === runnerOf(other);
}

function commandOf(one: Package, manager: PackageManager, files: readonly string[]): string | undefined {
  const list = files.map(quoted).join(' ');
  const start = programStarts[manager];
  const runner = runnerOf(one);
  switch (runner) {
    case 'vitest':
      return `${start} vitest run ${list}`;
    case 'jest':
      return `${start} jest --runTestsByPath ${list}`;
    case 'node --test': {
      const options = /\bnode\b([^&|;]*?--test\b)/.exec(scriptOf(one, 'test') ?? '')?.[1] ?? ' --test';
      return `node${options} ${list}`;
    }
    case 'bun test':
      return `bun test ${list}`;
    case undefined:
      return undefined;
    default:
      return `${start} ${runner} ${list}`;
  }
}

function quoted(text: string): string {
  return /^[\w@./+-]+$/.test(text) ? text : shellQuoted(text);
}

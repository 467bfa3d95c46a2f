import { type Package, scriptOf } from '../../workspace/packages/index.ts';
import { tools, uses } from '../programs/tools.ts';

/** The test runner of a package, by its manifest and config files: which files it takes for tests depends on it. */
export function runnerOf(one: Package): string | undefined {
  const known = tools.find((tool) => tool.purpose === 'tests' && /^(?:vitest|jest|mocha|node --test)$/.test(tool.id) && uses(tool, one));
  if (known !== undefined) return known.id;
  const script = scriptOf(one, 'test') ?? '';
  return /^(?:.*\s)?(ava|bun test|playwright test|tap|uvu)\b/.exec(script)?.[1];
}

import type { WorkspaceCoverage } from '../../coverage/index.ts';
import { isRecord, jsonIn, type System, type TreeFile } from '../../system/index.ts';
import type { Workspace } from '../../workspace/index.ts';
import type { LayerContext } from '../mode.ts';
import { readTextBelow } from '../../workspace/packages/index.ts';

/** Why there is nothing to examine, and the command that makes a report with the test runner of the project. `undefined` where there are reports. */
export async function noReportReason(coverage: WorkspaceCoverage, context: LayerContext): Promise<string | undefined> {
  if (coverage.reports.length > 0) return undefined;
  const { workspace } = await context.workbench();
  const how = await howToReport(context.system, workspace, await context.files());
  const [unusable] = coverage.unusable;
  return unusable === undefined ? `there is no coverage report; ${how}` : `${unusable.report} cannot be used: ${unusable.problem}; ${how}`;
}

async function howToReport(system: System, workspace: Workspace, files: readonly TreeFile[]): Promise<string> {
  const names = new Set(files.map(({ path }) => path));
  const manifest = names.has('package.json') ? await readTextBelow(system, workspace.root, 'package.json') : undefined;
  const commands = [
    ...(manifest === undefined ? [] : [scriptCommand(manifest, names)]),
    ...(isPython(names) ? ['"coverage run -m pytest" and "coverage xml"'] : []),
    ...(names.has('go.mod') || names.has('go.work') ? ['"go test -coverprofile=cover.out ./..."'] : []),
    ...(names.has('Cargo.toml') ? ['"cargo llvm-cov --lcov --output-path lcov.info"'] : []),
    ...(names.has('pom.xml') ? ['"mvn test jacoco:report"'] : []),
    ...(names.has('build.gradle') || names.has('build.gradle.kts')
      ? ['"gradle test jacocoTestReport" with the XML report switched on']
      : []),
  ];
  if (commands.length === 0) return 'have the tests write one: coverage/coverage-final.json, lcov.info, cover.out or coverage.xml';
  return `make one with ${commands.join(', or ')}`;
}

function scriptCommand(manifest: string, names: ReadonlySet<string>): string {
  const value = jsonIn(manifest);
  const all = isRecord(value) ? value : {};
  const scripts = isRecord(all['scripts']) ? all['scripts'] : {};
  const script = ['coverage', 'test:coverage', 'test:cov', 'cov'].find((name) => Object.hasOwn(scripts, name));
  const runner = names.has('pnpm-lock.yaml') ? 'pnpm' : names.has('yarn.lock') ? 'yarn' : names.has('bun.lock') ? 'bun' : 'npm';
  if (script !== undefined) return `"${runner} run ${script}"`;
  const uses = (name: string): boolean =>
    ['dependencies', 'devDependencies'].some((key) => isRecord(all[key]) && Object.hasOwn(all[key], name));
  const isSetUp = (tool: string): boolean =>
    [...names].some((name) => new RegExp(String.raw`(?:^|/)${tool}\.config\.[cm]?[jt]s$`).test(name));
  if (uses('vitest') || isSetUp('vitest')) return '"vitest run --coverage"';
  if (uses('jest') || isSetUp('jest')) return '"jest --coverage"';
  if (uses('nyc')) return `"nyc --reporter=json ${runner} test"`;
  if (uses('c8')) return `"c8 --reporter=json ${runner} test"`;
  return `a coverage tool around "${runner} test", such as c8 with --reporter=json`;
}

function isPython(names: ReadonlySet<string>): boolean {
  return ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt', '.coveragerc'].some((name) => names.has(name));
}

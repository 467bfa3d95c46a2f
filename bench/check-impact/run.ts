// Bundled for bench/check-impact.mjs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { spreadOf, type Tested } from '../../src/checks/impact/affected-tests.ts';
import type { ChangedFile } from '../../src/checks/impact/changed-files.ts';
import { readProject } from '../../src/checks/impact/project.ts';
import { openCode } from '../../src/code/index.ts';
import readFiles from '../../src/code/parse/read-files.ts';
import type { JobWork, System, WritableSystem } from '../../src/system/index.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { writableSystem } from '../../src/system/writable.ts';

export interface FoundFunction {
  readonly file: string;
  readonly name: string;
  /** Just after the brace that opens its body, and after directives. */
  readonly at: number;
  readonly isExported: boolean;
}

export interface Opened {
  readonly tests: readonly string[];
  readonly functions: readonly FoundFunction[];
  /** Tests for a change in one function, and for its whole file. */
  predict(one: FoundFunction): Promise<{ readonly tests: readonly string[]; readonly loading: readonly string[]; readonly ms: number }>;
}

/** The job of the worker, in this process. */
const runJob = (async (_: unknown, input: never, { onBatch }: { readonly onBatch?: (batch: unknown) => void }) => ({
  state: 'done',
  output: await (readFiles as JobWork<never, unknown, never>)(input, { send: async (batch) => onBatch?.(batch) }),
})) as unknown as System['runJob'];

export async function open(root: string, home: string): Promise<Opened> {
  const system: WritableSystem = { ...writableSystem(nodeSystem({ env: { HOME: home, PATH: '' }, home, cwd: root })), runJob };
  const workspace = {
    root,
    privateDirectory: join(home, 'private'),
    knowledgeDirectory: join(home, 'knowledge'),
    projectDirectory: join(root, '.snap'),
  };
  const graph = await openCode(system, workspace, { exclude: [] }).graph();
  const project: Tested = await readProject(system, root, graph, new AbortController().signal);
  const tests = new Set(project.tests);
  const reached = graph.closure(project.tests);
  const functions = [...reached]
    .filter(
      (path) =>
        !tests.has(path) &&
        /\.[cm]?[jt]sx?$/.test(path) &&
        !/\.d\.[cm]?ts$|\.config\.|(?:^|\/)(?:tests?|__tests__|e2e|scripts)\//.test(path),
    )
    .toSorted()
    .flatMap((path) => functionsIn(path, readFileSync(join(root, path), 'utf8')));
  return {
    tests: project.tests,
    functions,
    async predict({ file, name }) {
      const began = performance.now();
      const changed: ChangedFile = { path: file, state: 'changed', difference: { names: [name], exports: [], removed: [] } };
      const spread = await spreadOf(project, [changed]);
      return { tests: spread.tests, loading: spread.loading, ms: performance.now() - began };
    },
  };
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** Functions of the top level with a body of statements, and methods of classes of the top level under the name of the class. */
function functionsIn(file: string, text: string): readonly FoundFunction[] {
  const { errors, program } = parseSync(file, text, /\.[cm]?js$/.test(file) ? { lang: 'jsx' } : {});
  if (errors.length > 0) return [];
  const found: FoundFunction[] = [];
  const listed = new Set<string>();
  const add = (name: string, value: unknown, isExported: boolean): void => {
    const body = (value as Node | null | undefined)?.['body'] as Node | undefined;
    if (body?.type !== 'BlockStatement' && body?.type !== 'FunctionBody') return;
    const statements = (body['body'] ?? body['statements']) as readonly Node[];
    const directives = statements.filter((one) => one.type === 'ExpressionStatement' && typeof one['directive'] === 'string');
    found.push({ file, name, at: directives.at(-1)?.end ?? body.start + 1, isExported });
  };
  for (const statement of program.body as unknown as readonly Node[]) {
    const inner = (statement['declaration'] ?? statement) as Node;
    for (const one of (statement['specifiers'] as readonly Node[] | undefined) ?? [])
      listed.add(String((one['local'] as Node | undefined)?.['name']));
    const isExported = statement.type.startsWith('Export');
    if (inner.type === 'FunctionDeclaration') add(nameOf(inner['id']), inner, isExported);
    else if (inner.type === 'VariableDeclaration')
      for (const one of inner['declarations'] as readonly Node[]) {
        const init = one['init'] as Node | null;
        if (init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression')
          add(String((one['id'] as Node)['name']), init, isExported);
      }
    else if (inner.type === 'ClassDeclaration') {
      const name = nameOf(inner['id']);
      for (const member of (inner['body'] as Node)['body'] as readonly Node[])
        // Before super() in a constructor is no place for a statement that may use `this`; ours does not.
        if (member.type === 'MethodDefinition') add(name, member['value'], isExported);
    }
  }
  return found.map((one) => (listed.has(one.name) ? { ...one, isExported: true } : one));
}

/** Of an identifier; a default export may have none. */
function nameOf(id: unknown): string {
  const name = typeof id === 'object' && id !== null && 'name' in id ? id.name : undefined;
  return typeof name === 'string' ? name : 'default';
}

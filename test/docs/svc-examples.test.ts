import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { tools } from '../../src/server/tools/index.ts';
import { decodeLine, type LineName } from '../../src/server/wire.ts';
import { toolRun, type ToolRun } from '../server/tool-runs.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/tools.md'), 'utf8');

/** The wire line of each tool, and what its answer says in the project below. */
const says: readonly (readonly [tool: string, line: LineName, text: RegExp, record: object])[] = [
  [
    'svc_validate_change',
    'validation',
    /Not seen: |Examined|No finding|Nothing was found|proceed/,
    { validationResult: expect.objectContaining({ recommendation: 'proceed', findings: [] }) },
  ],
  ['svc_get_risk_score', 'risk', /./, { confidence: expect.any(Number) }],
  ['svc_query_patterns', 'known', /rethrow the error of the payment/, { total: 1 }],
  ['svc_get_context', 'sources', /./, { sources: ['local'] }],
  [
    'svc_suggest_rollback',
    'rollback',
    /"parseOptions" is not defined any more in src\/options\.ts/,
    { recommended: expect.stringMatching(/^snap_1_/) },
  ],
];

/** A project as the examples of the page speak of it. */
async function shop(): Promise<ToolRun> {
  const run = await toolRun({
    'src/auth/login.ts': "export const after = '/';\n",
    'src/options.ts': 'export function parseOptions(given) {\n  return given.split(",");\n}\n',
  });
  await run.call('snap', { task: 'shorter names' });
  run.put('src/options.ts', 'export function parse(given) {\n  return given.split(",");\n}\n');
  const about = { file: 'src/pay.ts', description: 'errors of the payment are swallowed', prevention: 'rethrow the error of the payment' };
  // One that was reported three times is a pattern, and serious.
  for (let i = 0; i < 3; i += 1) await run.call('snap_violation', { type: 'silent_catch', ...about });
  return run;
}

describe('the examples of docs/tools.md', () => {
  it('are answered by the svc tools as the page and the schemas say', async () => {
    const run = await shop();
    const found: string[] = [];
    for (const [name, line, text, record] of says) {
      const example = new RegExp(`^${name} (\\{.*\\})$`, 'm').exec(page)?.[1] ?? 'none';
      const answer = await run.answer(name, JSON.parse(example));
      const given: unknown = JSON.parse(JSON.stringify(answer.record));
      const isValid = new Ajv({ strict: false }).compile(tools.find((one) => one.name === name)?.outputSchema() ?? {});
      expect([name, isValid(given), isValid.errors]).toEqual([name, true, null]);
      expect({ name, given, text: `${answer.line(false)}\n${answer.text('model')}` }).toMatchObject({
        name,
        given: record,
        text: expect.stringMatching(text),
      });
      found.push(Object.keys(decodeLine(line, answer.line(false), false)).length > 0 ? name : '');
    }
    expect(found).toEqual(tools.map(({ name }) => name).filter((name) => name.startsWith('svc_')));
  });
});

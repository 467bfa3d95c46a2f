import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { initialize, madeHome, RawServer } from './started.ts';
import { stride } from '../support/storm.ts';
import { planted } from './planted-inputs.ts';
import { inputsWith } from './schema-inputs.ts';

const random = 'Ab3dE5gH7jK9mN1pQ3sT5vW7yZ2bC4dF6hJ8';

/** What is written, and the part of it that may be found nowhere. Joined, so that nobody's scanner takes this file for a leak. */
const secrets: readonly (readonly [text: string, secret: string])[] = [
  ...[
    ['ghp', random],
    ['gho', random],
    ['github_pat_11ABCDE', random],
    ['npm', random],
    ['hf', random],
    ['sk_live', random],
    ['sb_live', random],
    ['shpat', '0123456789abcdef'.repeat(2)],
    ['dop_v1', '0123456789abcdef'.repeat(4)],
    ['whsec', random.slice(0, 32)],
  ].map((parts) => parts.join('_')),
  ...[
    ['glpat', random.slice(0, 20)],
    ['xoxb-123456789012', random],
    ['sk-ant-api03', random],
    ['sk-proj', random],
    ['pypi', `AgEIcHlwaS5vcmc${random}`],
  ].map((parts) => parts.join('-')),
  ['AKIA', 'IOSFODNN7ABCDEFG'].join(''),
  ['AIza', random].join(''),
  ['wJalrXUtnFEMI/K7MDENG', '/bPxRfiCYzzzzKEYabc'].join(''),
  ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', random].join('.'),
]
  .map((token) => [token, token.slice(-12)] as const)
  .concat([
    ['https://bob:hunter2pass@db.example.com/x', 'hunter2pass'],
    ['password=Tr0ub4dor3xyz', 'Tr0ub4dor3xyz'],
    ['redis://:s3cretpass@host:6379', 's3cretpass'],
  ]);

/** {@link planted}, and every place of every tool that takes a text: a new one is among them by being listed. */
async function everyPlace(server: RawServer): Promise<typeof planted> {
  server.write({ jsonrpc: '2.0', id: 'list', method: 'tools/list' });
  const { tools } = listed.parse((await server.answerTo('list')).result);
  const places = tools.flatMap(({ inputSchema, name }) =>
    inputsWith(inputSchema, '').map((_, i): (typeof planted)[number] => [name, (text) => inputsWith(inputSchema, text)[i]?.input ?? {}]),
  );
  expect(new Set(places.map(([name]) => name)).size).toBeGreaterThanOrEqual(17);
  return [...planted, ...places];
}

const listed = z.object({ tools: z.array(z.object({ name: z.string(), inputSchema: z.record(z.string(), z.unknown()) })) });

describe('a secret that a model puts into a text', () => {
  it('comes back in no answer and is in no file', async () => {
    const home = madeHome({ 'shop/package.json': '{}' });
    const server = new RawServer({
      home,
      args: ['mcp', '--stdio', '--workspace', join(home, 'shop')],
      env: { SVC_MCP_INTELLIGENCE_SURFACE: 'full' },
    });
    // The name of the client is stored with what it says.
    server.write({ ...initialize, params: { ...initialize.params, clientInfo: { name: secrets[0]?.[0], version: '1' } } });
    const leaks: string[] = [];
    for (const [at, [name, input]] of (await everyPlace(server)).entries()) {
      // In a storm each text takes all of them, else two: others at each place.
      for (const [token, secret] of secrets.filter(
        (_, i) => stride === 1 || i % Math.ceil(secrets.length / 2) === at % Math.ceil(secrets.length / 2),
      )) {
        const id = `${secret.length} ${at} ${leaks.length} ${performance.now()}`;
        server.write({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: input(`use ${token} there`) } });
        const answer = await server.answerTo(id);
        if (JSON.stringify(answer).includes(secret)) leaks.push(`${name} answered ${JSON.stringify(answer.result)}`);
        // Alone it looks like a name.
        server.write({ jsonrpc: '2.0', id: `${id} alone`, method: 'tools/call', params: { name, arguments: input(token) } });
        const alone = await server.answerTo(`${id} alone`);
        if (JSON.stringify(alone).includes(secret)) leaks.push(`${name} answered ${JSON.stringify(alone.result)}`);
      }
    }
    server.process.stdin.end();
    await server.exit;
    const files = readdirSync(home, { recursive: true, encoding: 'utf8' }).map((name) => join(home, name));
    const stores = files.filter((path) => statSync(path).isFile());
    expect(stores.filter((path) => path.endsWith('.jsonl')).length).toBeGreaterThanOrEqual(4);
    for (const path of stores) {
      const content = readFileSync(path, 'utf8');
      for (const [, secret] of secrets) if (content.includes(secret)) leaks.push(`${path} holds ${secret}`);
    }
    expect(leaks.slice(0, 10)).toEqual([]);
    expect(secrets.filter(([, secret]) => server.stderr.includes(secret))).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { userFile } from '../../src/settings/schema.ts';
import { startHttpPeer } from '../fixtures/sources/peer.mjs';
import { makeHome } from '../support/program-home.ts';

const page = readFileSync(new URL('../../docs/sources.md', import.meta.url), 'utf8');
const blocks = (language: string): readonly string[] =>
  Array.from(page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm')), ([, text = '']) => text);

it('the commands of docs/sources.md do what the page says', async () => {
  const peer = await startHttpPeer();
  onTestFinished(() => peer.close());
  const home = makeHome();
  onTestFinished(() => home.remove());
  home.write('.cursor/mcp.json', JSON.stringify({ mcpServers: { github: { url: `${peer.origin}/github/none` } } }));
  const lines = blocks('sh').flatMap((block) => block.trim().split('\n'));
  const said: string[] = [];
  for (const line of lines) {
    const [program, ...words] = line.replace(/#.*/, '').trim().split(/\s+/);
    expect(program).toBe('snap');
    // There is nobody to answer the question; without it nothing is connected.
    if (words.includes('connect')) expect(await home.run(words)).toMatchObject({ code: said.length === 0 ? 1 : 0 });
    const { code, out } = await home.run(words.includes('connect') ? [...words, '--yes'] : words);
    expect({ line, code }).toEqual({ line, code: 0 });
    said.push(out);
  }
  expect(said).toEqual([
    expect.stringContaining('github is connected: GitHub'),
    expect.stringContaining('github is connected already'),
    expect.stringMatching(/connected +github: a code host/),
    expect.stringContaining('github'),
  ]);
});

it('the settings of docs/sources.md are understood', () => {
  const [text = '', ...others] = blocks('json');
  expect(others).toEqual([]);
  expect(userFile.parse(JSON.parse(text))).toMatchObject({ sources: { code_host: { repository: 'acme/shop' } } });
});

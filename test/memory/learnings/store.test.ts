import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLine, recordLine } from '../../../src/memory/learnings/record.ts';
import { learning, type StoreHome, storeHome } from '../../support/store-home.ts';

const file = ({ workspace }: StoreHome, name = 'learnings.jsonl') => join(workspace.knowledgeDirectory, name);
const lines = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n');
const day = 24 * 60 * 60 * 1000;

describe('adding', () => {
  it('stores a line with its keys in one order, and nothing in the workspace', async () => {
    const store = storeHome();
    const added = await store.open().add(learning({ source: 'a review', files: ['db/seed.ts'], evidence: ['E1'] }));
    expect(added).toMatchObject({
      status: 'saved',
      redacted: 0,
      learning: { state: 'active', isStale: false, uses: { weight: 1, shown: 0, tier: 'warm' } },
    });
    expect(lines(file(store))).toEqual([
      `{"v":1,"id":"${added.learning.id}","kind":"learning","at":"2026-11-21T12:00:00.000Z","type":"workflow","trigger":"adding a database migration","action":"run the seed script afterwards","source":"a review","files":["db/seed.ts"],"evidence":["E1"],"by":{"tool":"snap_learn"},"sketches":{"db/seed.ts":"absent"}}`,
    ]);
    expect(added.learning.id).toMatch(/^learn_[0-9a-f]{12}$/);
    expect(store.home.tree()).toEqual(['p/', 'p/package.json']);
  });

  it('reads what another run wrote', async () => {
    const store = storeHome();
    const { learning: written } = await store.open().add(learning());
    const other = store.open();
    expect(await other.find(written.id)).toEqual(written);
    expect(await other.find(written.id.slice(0, 9))).toEqual(written);
    expect(await other.find(written.id.slice('learn_'.length, -1))).toEqual(written);
    expect(await other.find('learn_')).toBeUndefined();
    expect(await other.find('learn_000000000000')).toBeUndefined();
  });

  it.each([
    ['the same', {}],
    ['another case, white space and punctuation', { trigger: '  Adding a\n database   MIGRATION. ' }],
    ['zero-width and bidi characters', { action: 'run\u200b the \u202eseed script\u2066 afterwards' }],
  ])('of %s is known, counted, and not stored again', async (_, more) => {
    const store = storeHome();
    const first = await store.open().add(learning());
    const again = await store.open().add(learning(more));
    expect(again).toMatchObject({ status: 'known', learning: { id: first.learning.id, uses: { repeated: 1 } } });
    expect(lines(file(store))).toHaveLength(1);
  });

  it('many times at once is stored once', async () => {
    const store = storeHome();
    const knowledge = store.open();
    const answers = await Promise.all(Array.from({ length: 10 }, () => knowledge.add(learning())));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 9 }, () => 'known'), 'saved']);
    expect(lines(file(store))).toHaveLength(1);
  });

  it('keeps apart what differs in a number, a name or a "not"', async () => {
    const knowledge = storeHome().open();
    const actions = ['use port 8080 for the proxy', 'use port 8081 for the proxy', 'do not use port 8080 for the proxy'];
    for (const action of actions) expect((await knowledge.add(learning({ action }))).status).toBe('saved');
    expect(await knowledge.list()).toHaveLength(3);
  });

  it.each([
    ['trigger', { trigger: ' \u200b\n' }, 'trigger: this text is empty.'],
    ['action', { action: 'x'.repeat(2_001) }, 'action: this text has 2001 characters, and at most 2000 are allowed.'],
    ['evidence', { evidence: ['y'.repeat(100_000)] }, 'evidence: this text has 100000 characters, and at most 2000 are allowed.'],
  ])('of an empty or oversized %s is refused by name, and stores nothing', async (_, more, message) => {
    const store = storeHome();
    await expect(store.open().add(learning(more))).rejects.toMatchObject({ code: 'usage', message });
    expect([...store.bytes().keys()]).toEqual(['p/package.json']);
  });

  it('stores one line whatever the text, and the same text comes back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (text) => {
        const store = storeHome({ inMemory: true });
        const added = await store.open().add(learning({ trigger: `about ${text} it` }));
        expect(readFileSync(file(store), 'utf8').split('\n')).toHaveLength(2);
        expect(await store.open().find(added.learning.id)).toEqual(added.learning);
        expect(added.learning.trigger).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b]/u);
      }),
      { numRuns: 50 },
    );
  });

  it('wakes an archived one that is learned again', async () => {
    const store = storeHome();
    const { learning: old } = await store.open().add(learning());
    store.clock.now = new Date(store.clock.now.getTime() + 100 * day);
    await store.open().gc('apply', { maxAgeDays: 90, minUses: 1 });
    expect(await store.open().list()).toEqual([]);
    expect(await store.open().list({ archived: true })).toMatchObject([{ id: old.id, state: 'archived' }]);
    store.clock.now = new Date(store.clock.now.getTime() + day);
    expect(await store.open().add(learning())).toMatchObject({ status: 'known', learning: { id: old.id, state: 'active' } });
    expect(await store.open().list()).toMatchObject([{ id: old.id }]);
  });
});

describe('secrets', () => {
  const secrets = [
    `ghp_${'a1B2'.repeat(9)}`,
    `github_pat_${'11AA22bb'.repeat(4)}`,
    `glpat-${'x9Y8'.repeat(5)}`,
    `sk-proj-${'A1b2C3d4'.repeat(4)}`,
    ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_'),
    `xoxb-${'123456789012-'.repeat(2)}AbCdEfGhIjKl`,
    'AKIAIOSFODNN7EXAMPLE',
    `AIza${'SyD9x8w7v6u5t4s3r2q1p0o9n8m7l6k5j4i'.slice(0, 35)}`,
    `npm_${'q1W2e3R4t5'.repeat(4)}`.slice(0, 40),
    `hf_${'aBcDeFgHiJ'.repeat(3)}`,
    `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P`,
    'hunter2-Correct9Horse',
    'p4ssw0rdInUrl',
  ];
  const around: readonly ((secret: string) => string)[] = [
    (secret) => `use ${secret} for it`,
    (secret) => `set PASSWORD=${secret} first`,
    (secret) => `call https://user:${secret}@host.example/x`,
  ];

  it('are on no disk, in no field, however they came', async () => {
    const store = storeHome();
    const knowledge = store.open();
    let redacted = 0;
    for (const [i, secret] of secrets.entries()) {
      const text = secret.startsWith('hunter')
        ? around[1]?.(secret)
        : secret.startsWith('p4ss')
          ? around[2]?.(secret)
          : around[i % 3]?.(secret);
      const some = `${text} number ${i}`;
      const added = await knowledge.add(
        learning({ trigger: `t ${some}`, action: `a ${some}`, source: some, evidence: [some], by: { tool: 'snap_learn', client: some } }),
      );
      redacted += added.redacted;
      await knowledge.report({
        type: 'leak',
        file: 'a.ts',
        description: some,
        reason: some,
        prevention: some,
        by: { tool: 'x', task: some },
      });
    }
    const disk = [...store.bytes().values()].join('\n');
    for (const secret of secrets) expect(disk).not.toContain(secret);
    expect(redacted).toBeGreaterThanOrEqual(4 * secrets.length);
  });

  it.each([
    ['use basic auth for the proxy, and check bearer token expiry', 'use basic auth for the proxy, and check bearer token expiry'],
    ['token: rotate weekly. The key: never commit it', 'token: rotate weekly. The key: never commit it'],
    ['cookie: HttpOnly is required', 'cookie: HttpOnly is required'],
    ['password: test for the login', 'password: test for the login'],
    ['password: t3st-login', 'password: ***'],
    ['set PASSWORD=hunter2 and TOKEN=abc, use basic auth', 'set PASSWORD=*** and TOKEN=***, use basic auth'],
  ])('are told from the words of a sentence: %j', async (action, stored) => {
    expect((await storeHome().open().add(learning({ action }))).learning.action).toBe(stored);
  });

  it('are none in the path of a file, however long its numbers are', async () => {
    const path = 'migrations/20240101123456_add_users_table.sql';
    const added = await storeHome()
      .open()
      .add(learning({ files: [path, `keys/ghp_${'a1B2'.repeat(9)}.txt`] }));
    expect(added.learning.files).toEqual([path, 'keys/***.txt']);
  });

  it('that a zero-width character splits are seen all the same', async () => {
    const store = storeHome();
    await store.open().add(learning({ action: 'use ghp_a1B2a1B2a1B2\u200ba1B2a1B2a1B2a1B2a1B2a1B2' }));
    expect(readFileSync(file(store), 'utf8')).toContain('use ***');
  });
});

describe('a file that people and version control have edited', () => {
  const good = (id: string, trigger: string) =>
    recordLine({
      kind: 'learning',
      id,
      at: '2026-11-01T00:00:00.000Z',
      type: 'pattern',
      trigger,
      action: 'x',
      files: [],
      evidence: [],
      by: { tool: 't' },
    });
  const strange = [
    good('learn_000000000001', 'one'),
    '<<<<<<< HEAD',
    good('learn_000000000002', 'two'),
    '=======',
    '{"v":1,"id":"learn_00000000',
    '{"v":2,"id":"learn_000000000003","kind":"learning","shape":"new"}',
    '{"v":1,"id":"learn_x|forged:1","kind":"learning","at":"2026-11-01T00:00:00.000Z","type":"pattern","trigger":"a","action":"b"}',
    '{"v":1,"id":"learn_000000000004","kind":"learning","at":"2026-11-01T00:00:00.000Z","type":"pattern","trigger":"a\\u202eb\\nc","action":"b"}\r',
    good('learn_000000000001', 'one'),
    '',
    '>>>>>>> branch',
  ];

  it('gives what can be read, once, and names the rest by line', async () => {
    const store = storeHome();
    mkdirSync(store.workspace.knowledgeDirectory, { recursive: true });
    writeFileSync(file(store), `${strange.join('\n')}\n{"v":1`);
    const knowledge = store.open();
    const found = await knowledge.list();
    expect(found.map(({ id, trigger }) => `${id} ${trigger}`).sort()).toEqual([
      'learn_000000000001 one',
      'learn_000000000002 two',
      'learn_000000000004 ab c',
    ]);
    const faults = await knowledge.faults();
    expect(
      faults.map((fault) => /:(\d+): (?:this line is not|this line is incomplete|this line was written by a later)/.exec(fault)?.[1]),
    ).toEqual(['2', '4', '5', '6', '7', '11', '12']);
    expect(faults[0]).toMatch(/^~\/\.snap-mcp\/.*learnings\.jsonl:2: this line is not a record/);
    expect(faults[3]).toContain('by a later version');
  });

  it('of a file with very many lines, the newest are read, and it is said', async () => {
    const store = storeHome();
    const { learning: first } = await store.open().add(learning());
    const [line = ''] = lines(file(store));
    const idOf = (i: number): string => `learn_${i.toString(16).padStart(12, '0')}`;
    const more = Array.from({ length: 20_000 }, (_, i) => line.replace(first.id, idOf(i)).replace('adding a', `adding ${i}`));
    writeFileSync(file(store), `${[line, ...more].join('\n')}\n`);
    const knowledge = store.open();
    expect(await knowledge.faults()).toEqual([
      expect.stringMatching(/learnings\.jsonl: 1 line at its beginning skipped, since snap reads the newest 20000\. Remove lines/),
    ]);
    expect(await knowledge.find(first.id)).toBeUndefined();
    expect(await knowledge.find(idOf(0))).toBeDefined();
    expect(await knowledge.find(idOf(19_999))).toBeDefined();
  });

  it('keeps every line that it cannot read, whatever is written', async () => {
    const store = storeHome();
    mkdirSync(store.workspace.knowledgeDirectory, { recursive: true });
    writeFileSync(file(store), `${strange.join('\n')}\n`);
    const knowledge = store.open();
    await knowledge.add(learning());
    store.clock.now = new Date(store.clock.now.getTime() + 400 * day);
    await knowledge.gc('apply', { maxAgeDays: 90, minUses: 1 });
    store.clock.now = new Date(store.clock.now.getTime() + 100 * day);
    await knowledge.gc('apply', { maxAgeDays: 90, minUses: 1 });
    const after = lines(file(store));
    for (const line of strange.filter((text) => parseLine(text) !== undefined && !('record' in (parseLine(text) ?? {}))))
      expect(after).toContain(line);
    expect(await knowledge.list({ archived: true })).toEqual([]);
  });

  it('is refused where it is a link', async () => {
    const store = storeHome();
    mkdirSync(store.workspace.knowledgeDirectory, { recursive: true });
    symlinkSync(store.home.put('aim', 'mine'), file(store));
    const knowledge = store.open();
    await expect(knowledge.add(learning())).rejects.toMatchObject({ code: 'refused' });
    await expect(knowledge.list()).rejects.toMatchObject({ code: 'refused' });
    expect(await knowledge.faults()).toMatchObject([expect.stringContaining('symbolic link')]);
    expect(store.home.text('aim')).toBe('mine');
  });

  it('is not followed out of a project either', async () => {
    const store = storeHome();
    mkdirSync(store.workspace.projectDirectory);
    symlinkSync(store.home.put('aim', ''), join(store.workspace.projectDirectory, 'learnings.jsonl'));
    const knowledge = store.open();
    await knowledge.add(learning());
    expect(await knowledge.place()).toEqual({ kind: 'user', directory: store.workspace.knowledgeDirectory });
    expect(store.home.text('aim')).toBe('');
    expect(await knowledge.faults()).toMatchObject([expect.stringContaining('~/p/.snap/learnings.jsonl: this is a symbolic link')]);
  });

  it('switches nothing off where only the file of the violations is a link', async () => {
    const store = storeHome();
    mkdirSync(store.workspace.projectDirectory);
    writeFileSync(join(store.workspace.projectDirectory, 'learnings.jsonl'), '');
    symlinkSync(store.home.put('aim', ''), join(store.workspace.projectDirectory, 'violations.jsonl'));
    const knowledge = store.open();
    await knowledge.add(learning());
    expect(await knowledge.violationTypes()).toEqual([]);
    expect(await knowledge.place()).toMatchObject({ kind: 'user' });
    expect(store.home.text('aim')).toBe('');
  });
});

describe('uses', () => {
  it('move the weight, and are told as a story; other runs know them', async () => {
    const store = storeHome();
    const knowledge = store.open();
    const { learning: one } = await knowledge.add(learning());
    await knowledge.shown([one.id], 'task_1');
    await knowledge.judge([one.id], 'helped', 'task_1');
    expect((await store.open().find(one.id))?.uses).toMatchObject({ shown: 1, helped: 1, weight: 1.15 });
    await knowledge.judge([one.id], 'wrong', 'task_2');
    const { uses } = (await store.open().find(one.id)) ?? {};
    expect(uses).toMatchObject({ wrong: 1, lastAt: '2026-11-21T12:00:00.000Z' });
    expect(uses?.weight).toBeCloseTo(0.69);
    expect((await store.open().story(one.id)).map(({ task, what }) => [what, task])).toEqual([
      ['shown', 'task_1'],
      ['helped', 'task_1'],
      ['wrong', 'task_2'],
    ]);
    expect(store.home.ownTree().filter((name) => name.endsWith('uses.jsonl'))).toEqual(['data/workspaces/w/uses.jsonl']);
    expect(readFileSync(file(store), 'utf8')).not.toContain('shown');
  });

  it('keep the weight within its bounds', async () => {
    const store = storeHome();
    const knowledge = store.open();
    const [good, bad] = [(await knowledge.add(learning())).learning.id, (await knowledge.add(learning({ action: 'skip it' }))).learning.id];
    for (let i = 0; i < 12; i += 1) {
      await knowledge.judge([good], 'helped', undefined);
      await knowledge.judge([bad], 'wrong', undefined);
    }
    expect((await knowledge.find(good))?.uses.weight).toBe(2);
    expect((await knowledge.find(bad))?.uses.weight).toBe(0.25);
  });

  it('lose no count when their file is folded', async () => {
    const store = storeHome();
    const knowledge = store.open();
    const ids = Array.from({ length: 40 }, (_, i) => `learn_${i.toString(16).padStart(12, '0')}`);
    const task = `task_${'x'.repeat(190)}`;
    for (const id of ids) await knowledge.add(learning({ trigger: `subject ${id}` }));
    const stored = (await knowledge.list()).map(({ id }) => id);
    for (let i = 0; i < 100; i += 1) await knowledge.shown(stored, `${task}${i}`);
    await knowledge.judge(stored, 'helped', 'task_end');
    const path = join(store.workspace.privateDirectory, 'uses.jsonl');
    expect(readFileSync(path).length).toBeLessThan(1_100_000);
    expect(readFileSync(path, 'utf8')).toContain('"kind":"uses"');
    for (const found of await store.open().list()) expect(found.uses).toMatchObject({ shown: 100, helped: 1, weight: 1.15 });
    const story = await store.open().story(stored[0] ?? '');
    expect(story.length).toBeGreaterThanOrEqual(20);
    expect(story.at(-1)).toMatchObject({ what: 'helped' });
  });
});

describe('what is found and offered', () => {
  it('a search finds by words, and nothing when nothing fits', async () => {
    const store = storeHome();
    const knowledge = store.open();
    const { learning: one } = await knowledge.add(learning());
    await knowledge.add(learning({ trigger: 'styling a button', action: 'use the theme tokens', type: 'pattern' }));
    const found = await knowledge.search({ text: 'write a migration of the database', max: 3 });
    expect(found[0]).toMatchObject({ learning: { id: one.id } });
    expect(await knowledge.search({ text: 'zebra giraffe aquarium', max: 3 })).toEqual([]);
    expect(await knowledge.search({ text: 'write a migration of the database', max: 3, without: [one.id] })).toEqual([]);
  });

  it('puts what is about files that are gone last, and marks it; a path out of the workspace says nothing', async () => {
    const store = storeHome();
    store.home.put('p/src/here.ts', '');
    store.home.put('p/src/gone.ts', '');
    const knowledge = store.open();
    await knowledge.add(learning({ trigger: 'database migration one', files: ['src/gone.ts'] }));
    await knowledge.add(learning({ trigger: 'database migration two', files: ['src/gone.ts', 'src/here.ts'] }));
    await knowledge.add(learning({ trigger: 'database migration three', files: ['../../etc/nothing', '/nothing'] }));
    rmSync(store.home.at('p/src/gone.ts'));
    const found = await knowledge.search({ text: 'database migration', max: 5 });
    expect(found.map(({ learning: { isStale } }) => isStale)).toEqual([false, false, true]);
    expect(found[2]?.learning.trigger).toBe('database migration one');
    rmSync(store.home.at('p/src/here.ts'));
    expect((await knowledge.search({ text: 'database migration', max: 5 })).filter(({ learning: one }) => one.isStale)).toHaveLength(2);
  });

  it('has tiers by use, and finds by match alone, whatever helped before', async () => {
    const store = storeHome();
    const knowledge = store.open();
    const add = async (trigger: string, more = {}) => (await knowledge.add(learning({ trigger, ...more }))).learning.id;
    const hot = await add('gamma', { action: 'measure the gamma rays' });
    const other = await add('delta', { action: 'move the delta' });
    for (const task of ['task_1', 'task_2', 'task_3']) await knowledge.shown([hot], task);
    await knowledge.judge([hot], 'helped', 'task_3');
    const tierOf = async (id: string) => (await knowledge.find(id))?.uses.tier;
    expect([await tierOf(hot), await tierOf(other)]).toEqual(['hot', 'warm']);
    expect((await knowledge.search({ text: 'move the delta', max: 3 })).map((match) => match.learning.id)).toEqual([other]);
    expect(await knowledge.search({ text: 'paint the fence green', max: 3 })).toEqual([]);
    store.clock.now = new Date(store.clock.now.getTime() + 31 * day);
    expect([await tierOf(hot), await tierOf(other)]).toEqual(['warm', 'cold']);
  });

  it('withholds one that was called wrong twice, also after the file of uses was compacted, and with what was merged into it', async () => {
    const store = storeHome();
    const knowledge = store.open();
    const { learning: saved } = await knowledge.add(learning({ trigger: 'the gamma rays', action: 'measure them' }));
    const found = async () => (await store.open().search({ text: 'the gamma rays', max: 3 })).length;
    await knowledge.judge([saved.id], 'wrong', 'task_1');
    expect(await found()).toBe(1);
    await knowledge.judge([saved.id], 'wrong', 'task_2');
    expect(await found()).toBe(0);
    expect(await knowledge.list()).toMatchObject([{ id: saved.id, uses: { isWithheld: true } }]);
    await knowledge.restore(saved.id);
    expect(await found()).toBe(1);
    expect((await knowledge.story(saved.id)).map(({ what }) => what)).toEqual(['wrong', 'wrong', 'restored']);
  });
});

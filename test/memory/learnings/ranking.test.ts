import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRanking, type RankedDocument, type RankingQuery } from '../../../src/memory/learnings/ranking.ts';

const document = (id: string, trigger: string, action = 'see the notes', more: Partial<RankedDocument> = {}): RankedDocument => ({
  id,
  trigger,
  action,
  files: [],
  weight: 1,
  isStale: false,
  ...more,
});

const store = [
  document('jwt', 'validating a JWT in the login middleware', 'check the expiry before the signature'),
  document('pnpm', 'installing dependencies', 'use pnpm, the npm lock file is not kept up to date'),
  document('flaky', 'the checkout test fails now and then', 'freeze the clock in tests/checkout.test.ts'),
  document('migration', 'adding a column to a large table', 'backfill in batches, then set NOT NULL'),
  document('dates', 'formatting dates', 'formatDate takes UTC, never a local time', { files: ['src/lib/formatDate.ts'] }),
  document('zh', '缓存失效时页面不更新', '清除浏览器缓存'),
  document('ru', 'тесты падают после обновления', 'удалить кэш сборки'),
];

const ids = (documents: readonly RankedDocument[], query: Partial<RankingQuery>, most = 3) =>
  createRanking(documents)
    .search({ text: '', files: [], ...query }, most)
    .map(({ id }) => id);

describe('search', () => {
  it.each([
    ['fix the authentication token check', 'jwt'],
    ['npm install does not work', 'pnpm'],
    ['why does the checkout spec break', 'flaky'],
    ['append columns to a big database table', 'migration'],
    ['format_date is wrong', 'dates'],
    ['页面缓存', 'zh'],
    ['тесты падают', 'ru'],
  ])('%j finds %s first', (text, id) => expect(ids(store, { text })[0]).toBe(id));

  it.each([
    'the weather in Lisbon',
    'bake bread with rye flour',
    'render shadows with a cascaded shadow map',
    '天气很好',
    '',
    '  ',
    '||| ---',
    'the of and',
  ])('%j finds nothing', (text) => expect(ids(store, { text })).toEqual([]));

  it('finds nothing in an empty store, and gives no more than asked for', () => {
    expect(ids([], { text: 'anything', files: ['a.ts'] })).toEqual([]);
    const alike = Array.from({ length: 9 }, (_, i) => document(`d${i}`, 'the checkout test fails'));
    expect(ids(alike, { text: 'checkout test fails' }, 4)).toEqual(['d0', 'd1', 'd2', 'd3']);
    expect(ids(alike, { text: 'checkout test fails' }, 0)).toEqual([]);
  });

  it('finds a trigger that stands in a longer query word for word', () => {
    const documents = [...store, document('long', 'formatting dates in the checkout middleware test and the login table')];
    expect(ids(documents, { text: 'Formatting dates' })[0]).toBe('dates');
  });

  it('works in a store of one', () => {
    const one = [document('one', 'deploying to staging', 'run the smoke tests')];
    expect(ids(one, { text: 'deploy the staging branch' })).toEqual(['one']);
    expect(ids(one, { text: 'paint the fence green' })).toEqual([]);
  });
});

describe('other languages and codes', () => {
  const documents = [
    document('ru-hang', 'тесты зависают после завершения', 'закрыть соединение с базой'),
    document('ru-slow', 'медленная сборка проекта', 'включить кэш'),
    document('de-log', 'Systemprotokoll läuft voll', 'die Protokolle täglich rotieren'),
    document('de-test', 'Tests schlagen auf dem Server fehl', 'Zeitzone setzen'),
    document('ja', 'キャッシュが更新されない', 'ブラウザのキャッシュを消す'),
    document('zh', '缓存失效时页面不更新', '清除浏览器缓存'),
    document('refused', 'ECONNREFUSED 127.0.0.1:5432', 'start postgres before the tests'),
    document('module', 'TS2307 in the build', 'add the path to tsconfig'),
  ];

  it.each([
    ['зависание тестов при завершении', 'ru-hang'],
    ['сборки проектов медленные', 'ru-slow'],
    ['Protokoll des Systems ist voll', 'de-log'],
    ['der Test schlägt fehl', 'de-test'],
    ['キャッシュの更新', 'ja'],
    ['页面的缓存没有更新', 'zh'],
    ['connection refused to postgres', 'refused'],
    ['cannot find module in the build', 'module'],
  ])('%j finds %s first', (text, id) => expect(ids(documents, { text })[0]).toBe(id));

  it('finds by the words of a code where the code was asked for', () => {
    expect(ids([document('words', 'the connection was refused by the database')], { text: 'ECONNREFUSED' })).toEqual(['words']);
  });
});

describe('what was given to snap_end', () => {
  it('is found by its sentence, whatever the text of the task was', () => {
    const documents = [
      ...store,
      document('proxy', 'add rate limiting', 'Behind the proxy all users have one address: count login attempts by the forwarded header'),
    ];
    expect(ids(documents, { text: 'login attempts of different users count as one behind the proxy' })[0]).toBe('proxy');
  });

  it('does not show again what was left out, nor others for its sake', () => {
    const documents = [...store, document('other', 'the fence of the garden fails', 'paint it')];
    const without = new Set(['flaky']);
    expect(createRanking(documents).search({ text: 'why does the checkout test fail now and then', files: [], without }, 3)).toEqual([]);
  });
});

describe('weight and staleness', () => {
  it('prefers the one that helped, among equals', () => {
    const trigger = 'the checkout test fails';
    const documents = [
      document('bad', trigger, 'x', { weight: 0.25 }),
      document('new', trigger),
      document('good', trigger, 'x', { weight: 2 }),
    ];
    expect(ids(documents, { text: trigger })).toEqual(['good', 'new', 'bad']);
  });

  it('still finds an unhelpful one, before one that matches much less', () => {
    const documents = [
      document('exact', 'rotating the signing keys', 'x', { weight: 0.25 }),
      document('loose', 'rotating the log files of the signing service', 'x', { weight: 2 }),
    ];
    expect(ids(documents, { text: 'rotating the signing keys' })[0]).toBe('exact');
  });

  it('ranks stale ones after all others, and still finds them', () => {
    const documents = [
      document('stale', 'rotating the signing keys', 'x', { isStale: true, weight: 2 }),
      document('fresh', 'signing keys of the release'),
    ];
    expect(ids(documents, { text: 'rotating the signing keys' })).toEqual(['fresh', 'stale']);
  });

  it('finds fresh ones behind any number of stale ones', () => {
    const stale = Array.from({ length: 200 }, (_, i) => document(`s${i}`, 'rotating the signing keys', 'x', { isStale: true }));
    expect(ids([...stale, document('fresh', 'signing keys of the release')], { text: 'rotating the signing keys' })[0]).toBe('fresh');
  });
});

describe('files', () => {
  it('finds what names the file, in any spelling of the path', () => {
    for (const file of ['src/lib/formatDate.ts', './src/lib/formatDate.ts', 'src\\lib\\formatDate.ts'])
      expect(ids(store, { text: 'add dark mode', files: [file] })).toEqual(['dates']);
  });

  it('finds nothing by the directory alone', () => {
    expect(ids(store, { text: 'add dark mode', files: ['src/lib/other.ts'] })).toEqual([]);
  });

  it('does not find by a file that everything names', () => {
    const documents = Array.from({ length: 40 }, (_, i) => document(`d${i}`, `topic number ${i}`, 'x', { files: ['package.json'] }));
    expect(ids(documents, { text: 'add dark mode', files: ['package.json'] })).toEqual([]);
  });

  it('prefers, of two that match, the one about the file or its neighbours', () => {
    const documents = [
      document('a', 'the checkout test fails'),
      document('b', 'the checkout test fails', undefined, { files: ['src/shop/cart.ts'] }),
    ];
    expect(ids(documents, { text: 'checkout test fails', files: ['src/shop/cart.ts'] })[0]).toBe('b');
    expect(ids(documents, { text: 'checkout test fails', files: ['src/shop/price.ts'] })[0]).toBe('b');
  });
});

it('orders by intent what matches, and finds nothing by it', () => {
  const documents = [document('plain', 'the payment client'), document('error', 'the payment client', 'errors come as codes')];
  expect(ids(documents, { text: 'payment client', intent: 'debug' })[0]).toBe('error');
  expect(ids(documents, { text: '', intent: 'debug' })).toEqual([]);
  expect(ids(documents, { text: 'payment client', intent: 'constructor' })).toHaveLength(2);
});

it('answers the same again, whatever was asked between', () => {
  const ranking = createRanking(store);
  const first = ranking.search({ text: 'checkout test fails', files: [] }, 3);
  ranking.search({ text: 'login installing dates column words nobody stored', files: ['src/lib/formatDate.ts'], intent: 'debug' }, 3);
  expect(ranking.search({ text: 'checkout test fails', files: [] }, 3)).toEqual(first);
});

it('follows a weight that changes', () => {
  let weight = 1;
  const ranking = createRanking([
    document('first', 'the checkout test fails'),
    {
      ...document('second', 'the checkout test fails'),
      get weight() {
        return weight;
      },
    },
  ]);
  const best = () => ranking.search({ text: 'checkout test fails', files: [] }, 2)[0]?.id;
  expect(best()).toBe('first');
  weight = 2;
  expect(best()).toBe('second');
});

describe('laws', () => {
  const word = fc.constantFrom(
    ...'cache index queue parser router socket column token widget ledger batch retry schema cursor proxy'.split(' '),
  );
  const sentence = fc.array(word, { minLength: 2, maxLength: 8 }).map((words) => words.join(' '));
  const documents = fc
    .uniqueArray(sentence, { minLength: 1, maxLength: 30 })
    .chain((triggers) =>
      fc.tuple(
        ...triggers.map((trigger, i) =>
          fc.record({ action: sentence, isStale: fc.boolean() }).map((rest) => document(`d${i}`, trigger, rest.action, rest)),
        ),
      ),
    );

  it('finds the same whether documents were there at first or were added, and asked about between', () => {
    fc.assert(
      fc.property(documents, fc.nat(), sentence, (all, at, text) => {
        const cut = at % (all.length + 1);
        const ranking = createRanking(all.slice(0, cut));
        for (const one of all.slice(cut)) {
          ranking.search({ text, files: [] }, 3);
          ranking.add(one);
        }
        expect(ranking.search({ text, files: [] }, all.length)).toEqual(createRanking(all).search({ text, files: [] }, all.length));
      }),
    );
  });

  it('finds what was saved with these words; scores fall and stay between 0 and 1', () => {
    fc.assert(
      fc.property(documents, fc.nat(), (all, at) => {
        const wanted = all[at % all.length];
        const found = createRanking(all).search({ text: wanted?.trigger ?? '', files: [] }, all.length);
        expect(found.map(({ id }) => id)).toContain(wanted?.id);
        for (const stale of [true, false]) {
          const scores = found.filter(({ id }) => all.find((one) => one.id === id)?.isStale === stale).map(({ score }) => score);
          expect(scores).toEqual([...scores].sort((a, b) => b - a));
          expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
        }
      }),
    );
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, query) => {
        const found = createRanking([document('d', text, text, { files: [text] })]).search(
          { text: query, files: [query], intent: query },
          3,
        );
        expect(found.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { envelopeOf, envelopeOfEnds, headOf, messageOf, type Message, tailOf } from '../../src/shim/envelope.ts';
import { eventStreamReader, onOneLine } from '../../src/system/http/event-stream.ts';
import { mirrorHeaders } from '../../src/shim/mirror-headers.ts';

const long = 'x"\\},'.repeat(20_000);

/** A text in pieces, as a network brings it. */
function cut(text: string, lengths: readonly number[]): Message {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  let from = 0;
  for (let i = 0; from < bytes.length; i++) {
    const length = lengths[i % lengths.length] ?? bytes.length;
    pieces.push(bytes.subarray(from, from + length));
    from += length;
  }
  return { pieces, length: bytes.length };
}

describe('a long message is known by its outermost names', () => {
  it.each([
    [
      { jsonrpc: '2.0', id: 5, result: { long } },
      { kind: 'response', id: 5 },
    ],
    [
      { result: { id: 1, long }, jsonrpc: '2.0', id: 'é' },
      { kind: 'response', id: 'é' },
    ],
    [
      { result: { long, id: 9 }, id: 7, jsonrpc: '2.0' },
      { kind: 'response', id: 7 },
    ],
    [
      { jsonrpc: '2.0', error: { code: 1, message: long }, id: null },
      { kind: 'response', id: null },
    ],
    [
      { method: 'tools/call', params: { id: 2, long }, jsonrpc: '2.0', id: 3 },
      { kind: 'request', id: 3, method: 'tools/call' },
    ],
    [
      { jsonrpc: '2.0', method: 'n', params: { long } },
      { kind: 'notification', method: 'n' },
    ],
    [
      { params: { long, method: 'inner', id: 1 }, method: 'outer', id: 4, jsonrpc: '2.0' },
      { kind: 'request', id: 4, method: 'outer' },
    ],
    [{ long }, { kind: 'not-a-message', id: null }],
  ])('%#', (value, expected) => {
    const text = JSON.stringify(value);
    expect(envelopeOf(cut(text, [7919]))).toMatchObject(expected);
    expect(envelopeOf(cut(JSON.stringify(value, null, 2), [65536]))).toMatchObject(expected);
  });

  it('with names in any order, and values that look like names', () => {
    const inner = fc.oneof(fc.constant(',"id":1}'), fc.string(), fc.dictionary(fc.constantFrom('id', 'method', 'result'), fc.integer()));
    const message = fc.record({
      id: fc.oneof(fc.integer(), fc.string({ maxLength: 20 })),
      result: inner,
      params: inner,
      jsonrpc: fc.constant('2.0'),
    });
    fc.assert(
      fc.property(
        message,
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1 }),
        (value, turn, lengths) => {
          const entries = Object.entries({ ...value, long });
          const turned = Object.fromEntries([...entries.slice(turn), ...entries.slice(0, turn)]);
          expect(envelopeOf(cut(JSON.stringify(turned), lengths))).toMatchObject({ kind: 'response', id: value.id });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('the ends alone never name a nested id', () => {
    for (const text of [
      '{"jsonrpc":"2.0","result":{"a":1,"id":3}}',
      '{"a":{"id":1},"b":2}',
      '{"jsonrpc":"2.0","method":"m","params":{"id":1}}',
    ]) {
      const message = messageOf(Buffer.from(text));
      expect(envelopeOfEnds(headOf(message), tailOf(message))).toBeUndefined();
    }
  });

  it.each([
    ['garbage', 'not-json'],
    ['"text"', 'not-a-message'],
    ['[{}]', 'batch'],
    ['{"jsonrpc":"2.0","id":[],"method":"m"}', 'not-a-message'],
    ['\uFEFF{"jsonrpc":"2.0","id":1,"method":"m"}', 'request'],
  ])('a short one is parsed: %s', (text, kind) => {
    expect(envelopeOf(messageOf(Buffer.from(text))).kind).toBe(kind);
  });
});

describe('a stream of events', () => {
  function read(text: string, lengths: readonly number[], max = 1e6) {
    const events: unknown[] = [];
    const reader = eventStreamReader(max, ({ name, data, isTooLong }) =>
      events.push([name, Buffer.concat(data.pieces).toString(), isTooLong]),
    );
    for (const piece of cut(text, lengths).pieces) reader.push(piece);
    return { events, lastId: reader.lastId, retryMs: reader.retryMs };
  }

  const stream =
    ': hello\n\nevent: endpoint\r\ndata: /x\r\n\r\nid: 7\rretry: 250\rdata:{"a":\rdata: 1}\r\rdata\nunknown: y\n\nid: 8\n\ndata: é\n\ndata: half';
  const expected = {
    events: [
      ['endpoint', '/x', false],
      ['', '{"a": 1}', false],
      ['', 'é', false],
    ],
    lastId: '8',
    retryMs: 250,
  };

  it('is read as the standard says', () => {
    expect(read(stream, [1000])).toEqual(expected);
  });

  it('the same in any pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1 }), (lengths) => {
        expect(read(stream, lengths)).toEqual(expected);
      }),
    );
  });

  it('begins behind a byte order mark, and behind no second one', () => {
    const first = 'data: 1\n\ndata: \uFEFF2\n\n';
    const events = [
      ['', '1', false],
      ['', '\uFEFF2', false],
    ];
    for (const lengths of [[1], [2], [3], [4], [1000]]) {
      expect(read(`\uFEFF${first}`, lengths).events).toEqual(events);
      expect(read(`\uFEFF\uFEFF${first}`, lengths).events).toEqual(events.slice(1));
    }
  });

  it('holds only the ends of an event that is too long', () => {
    const { events } = read(`data: ${'ab'.repeat(1000)}\n\ndata: next\n\n`, [100], 500);
    expect(events.map((event) => (event as unknown[])[2])).toEqual([true, false]);
    expect(String((events[0] as unknown[])[1]).length).toBeLessThan(400);
  });

  it('takes line breaks out of a body', () => {
    expect(Buffer.concat(onOneLine([Buffer.from('{\r\n "a":'), Buffer.from('\n1}\n')])).toString()).toBe('{   "a": 1} ');
  });
});

it.each([
  [
    { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }, name: 'a b' },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'a b' },
  ],
  [
    { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }, uri: 'é' },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': '=?base64?w6k=?=' },
  ],
  [{ name: 'a' }, {}],
])('headers repeat what %j says', (params, headers) => {
  expect(mirrorHeaders('tools/call', { params })).toEqual(headers);
});

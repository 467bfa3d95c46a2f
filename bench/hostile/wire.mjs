// Lines to the server that are no messages, or strange ones.
import { call, expected, hello, nothing, raw, ready, request, talk } from './wire-words.mjs';

const deep = (open, close, n, inner = '') => open.repeat(n) + inner + close.repeat(n);
const bytes = (...parts) =>
  Buffer.concat([...parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))), Buffer.from('\n')]);
const megabytes = (n, letter = 'x') => letter.repeat(n * 1024 * 1024);
const text = (message) => JSON.stringify(message);
/** Lines answered by an error that has no id. */
const refusedAsNull = (id, line) => ({
  ...nothing(id, line),
  steps: [{ ...nothing(id, line).steps[0], expect: { '"hello"': 'result', null: 'error' } }],
});

const brokenLines = {
  'half an object': '{"jsonrpc":"2.0","id":1,"method":"ping"',
  'a word': 'hello',
  'a single quote': "{'jsonrpc':'2.0'}",
  'a comment': '// {"jsonrpc":"2.0"}',
  'a trailing comma': '{"jsonrpc":"2.0","id":1,"method":"ping",}',
  'two objects in one line': '{"jsonrpc":"2.0","id":1,"method":"ping"}{"jsonrpc":"2.0","id":2,"method":"ping"}',
  'a raw tab in a text': '{"jsonrpc":"2.0","id":"a\tb","method":"ping"}',
  'NaN as id': '{"jsonrpc":"2.0","id":NaN,"method":"ping"}',
  'a number': '17',
  null: 'null',
  true: 'true',
  'a text': '"ping"',
  'an empty list': '[]',
  'an empty object': '{}',
  'the header of HTTP': 'POST /mcp HTTP/1.1',
  'a Content-Length header': 'Content-Length: 52',
  '100,000 opening brackets': deep('[', '', 100_000),
  '100,000 opening braces': deep('{"a":', '', 100_000),
  '3,000,000 opening brackets': deep('[', '', 3_000_000),
  'nested lists, closed': deep('[', ']', 5_000),
  'an infinite number': '1e999999',
  'a long escape': `"${'\\u0000'.repeat(10_000)}`,
  'NUL letters': '\u0000\u0000\u0000',
  'escape letters': '\u001b[2J\u001b]0;title\u0007',
};
const brokenBytes = {
  'invalid UTF-8': bytes([0xff, 0xfe, 0xfd]),
  'invalid UTF-8 in a message': bytes('{"jsonrpc":"2.0","id":"', [0xc3, 0x28], '","method":"ping"}'),
  'UTF-16': bytes(Buffer.from(text(request(9, 'ping')), 'utf16le')),
  'a surrogate in UTF-8': bytes('{"jsonrpc":"2.0","id":"', [0xed, 0xa0, 0x80], '","method":"ping"}'),
  'an overlong slash': bytes([0xc0, 0xaf]),
  gzip: bytes([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
  'a TLS hello': bytes([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]),
};

/** Requests with a shape of their own; each has an id that can be answered. */
const shapes = {
  'jsonrpc 1.0': [{ jsonrpc: '1.0', id: 1, method: 'ping' }, 'error'],
  'no jsonrpc': [{ id: 1, method: 'ping' }, 'error'],
  'jsonrpc as a number': [{ jsonrpc: 2, id: 1, method: 'ping' }, 'error'],
  'a method that is a number': [{ jsonrpc: '2.0', id: 1, method: 7 }, 'error'],
  'an empty method': [request(1, ''), 'error'],
  'an unknown method': [request(1, 'tools/destroy'), 'error'],
  'the method __proto__': [request(1, '__proto__'), 'error'],
  'the method constructor': [request(1, 'constructor'), 'error'],
  'the method toString': [request(1, 'toString'), 'error'],
  'a method of 1 MB': [request(1, megabytes(1)), 'error'],
  'a method with escape letters': [request(1, '\u001b[31m\u202e\u200b'), 'error'],
  'params as a list': [{ jsonrpc: '2.0', id: 1, method: 'ping', params: [1, 2] }, 'error'],
  'params as a text': [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: 'snap' }, 'error'],
  'params null': [{ jsonrpc: '2.0', id: 1, method: 'ping', params: null }, 'error'],
  '_meta as a text': [request(1, 'tools/list', { _meta: 'x' }), 'error'],
  'a progress token that is an object': [request(1, 'tools/call', { name: 'pulse', _meta: { progressToken: {} } }), 'error'],
  'a field that nobody knows': [{ ...request(1, 'ping'), extra: { a: 1 } }, 'result'],
  'a cursor that is no text': [request(1, 'tools/list', { cursor: 7 }), 'any'],
  'resources, which are not offered': [request(1, 'resources/list'), 'error'],
  'prompts, which are not offered': [request(1, 'prompts/list'), 'error'],
  'completion, which is not offered': [request(1, 'completion/complete', {}), 'error'],
  'a log level': [request(1, 'logging/setLevel', { level: 'debug' }), 'error'],
  'roots asked of the server': [request(1, 'roots/list'), 'error'],
  'sampling asked of the server': [request(1, 'sampling/createMessage', {}), 'error'],
};

const ids = {
  'the largest safe number': Number.MAX_SAFE_INTEGER,
  'the smallest safe number': Number.MIN_SAFE_INTEGER,
  zero: 0,
  'minus one': -1,
  'an empty text': '',
  __proto__: '__proto__',
  constructor: 'constructor',
  'a text of 1 MB': megabytes(1),
  'line ends': 'a\nb\r\nc\u2028d',
  'the null letter': 'a\u0000b',
  'all planes': '\u{1f600}\u{10fffd}é',
  'escape letters': '\u001b[31mred',
};
const badIds = { 'a list': [1], 'an object': { a: 1 }, true: true, null: null, 'a fraction': 1.5, 'past the safe numbers': 2 ** 60 };

const versions = {
  'of the future': '2999-01-01',
  'of the past': '2020-01-01',
  'an empty text': '',
  'a script': '<script>',
  'a text of 1 MB': megabytes(1),
  __proto__: '__proto__',
  'with escape letters': '\u001b[2J\u202e',
};
const badVersions = { 'a number': 20250618, 'a list': ['2025-06-18'], null: null, 'an object': {} };

const tools = {
  'no name': [{}, 'error'],
  'a name that is a number': [{ name: 7 }, 'error'],
  'an unknown name': [{ name: 'rm -rf' }, 'error'],
  'the name __proto__': [{ name: '__proto__', arguments: {} }, 'error'],
  'the name constructor': [{ name: 'constructor', arguments: {} }, 'error'],
  'the name hasOwnProperty': [{ name: 'hasOwnProperty', arguments: {} }, 'error'],
  'a name of 1 MB': [{ name: megabytes(1), arguments: {} }, 'error'],
  'a name with escape letters': [{ name: '\u001b[2J\u202esnap', arguments: {} }, 'error'],
  'a path as name': [{ name: '../../etc/passwd', arguments: {} }, 'error'],
  'a name in capitals': [{ name: 'SNAP', arguments: {} }, 'any'],
  'arguments as a list': [{ name: 'pulse', arguments: [] }, 'refused'],
  'arguments as a text': [{ name: 'pulse', arguments: '{}' }, 'refused'],
  'arguments as a number': [{ name: 'pulse', arguments: 3 }, 'refused'],
  'arguments null': [{ name: 'pulse', arguments: null }, 'any'],
  'arguments with 100,000 keys': [
    { name: 'pulse', arguments: Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i])) },
    'refused',
  ],
  'arguments nested 2,000 deep': [{ name: 'pulse', arguments: JSON.parse(deep('{"a":', '}', 2_000, '1')) }, 'refused'],
};

export const wire = () => [
  ...Object.entries(brokenLines).map(([name, line]) => refusedAsNull(`line: ${name}`, line)),
  ...Object.entries(brokenBytes).map(([name, line]) => nothing(`bytes: ${name}`, line)),
  ...Object.entries(shapes).map(([name, [message, kind]]) => talk(`shape: ${name}`, [message], { 1: kind })),
  ...Object.entries(ids).map(([name, id]) => ({
    id: `id: ${name}`,
    steps: [
      {
        lines: [hello(), ready, request(id, 'ping'), request(`${id}`, 'tools/list')],
        expect: { '"hello"': 'result', [JSON.stringify(id)]: 'any' },
        exit: [0],
      },
    ],
  })),
  ...Object.entries(badIds).map(([name, id]) => talk(`id: ${name}`, [{ jsonrpc: '2.0', id, method: 'ping' }], { null: 'any' })),
  ...Object.entries(versions).map(([name, version]) =>
    raw(`version ${name}`, [hello(version), ready, call(2, 'pulse', {})], { hello: 'result', 2: 'works' }),
  ),
  ...Object.entries(badVersions).map(([name, version]) => raw(`version as ${name}`, [hello(version)], { hello: 'error' })),
  ...Object.entries(tools).map(([name, [params, kind]]) => talk(`call: ${name}`, [request(1, 'tools/call', params)], { 1: kind })),
  ...conversations(),
  ...large(),
];

const cancel = (requestId, reason) => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason } });
const numbers = (n) => Array.from({ length: n }, (_, i) => i + 1);
const each = (list, kind) => Object.fromEntries(list.map((id) => [id, kind]));

const conversations = () => [
  raw('nothing at all', [], {}),
  raw('nothing, and the end at once', [], {}, { isOver: true, endsAtOnce: true }),
  raw('empty lines', ['', '', '   ', '\t', '\r'], {}),
  raw('only a byte order mark', ['\uFEFF'], {}),
  raw('a byte order mark in front', [`\uFEFF${text(hello())}`, ready, call(2, 'pulse', {})], { hello: 'result', 2: 'works' }),
  raw('CRLF', [`${text(hello())}\r`, `${text(ready)}\r`, `${text(call(2, 'pulse', {}))}\r`], { hello: 'result', 2: 'works' }),
  raw('CR alone', [Buffer.from(`${text(hello())}\r${text(ready)}\r`)], {}, { isOver: true, endsAtOnce: true }),
  raw(
    'the last line has no end',
    [hello(), Buffer.from(text(call(2, 'pulse', {})))],
    { hello: 'result', 2: 'any' },
    { isOver: true, endsAtOnce: true },
  ),
  raw(
    'half a line, then the end',
    [hello(), Buffer.from('{"jsonrpc":"2.0","id":')],
    { hello: 'result' },
    { isOver: true, endsAtOnce: true },
  ),
  raw('a call before initialize', [call(1, 'pulse', {})], { 1: 'any' }),
  raw('a list before initialize', [request(1, 'tools/list')], { 1: 'any' }),
  raw('initialize without params', [request(1, 'initialize')], { 1: 'error' }),
  raw('initialize with params as a text', [{ jsonrpc: '2.0', id: 1, method: 'initialize', params: 'x' }], { 1: 'error' }),
  raw('initialize, client info is a text', [hello('2025-06-18', { clientInfo: 'x' }), ready, call(2, 'pulse', {})], {
    hello: 'any',
    2: 'any',
  }),
  raw('initialize, capabilities are a list', [hello('2025-06-18', { capabilities: [] }), ready, call(2, 'pulse', {})], {
    hello: 'any',
    2: 'any',
  }),
  raw(
    'initialize, a client with a hostile name',
    [hello('2025-06-18', { clientInfo: { name: '\u001b[2J\u202e__proto__', version: '1' } }), ready, call(2, 'check', { mode: 'health' })],
    { hello: 'result', 2: 'works' },
  ),
  raw(
    'initialize, a client name of 1 MB',
    [hello('2025-06-18', { clientInfo: { name: megabytes(1), version: '1' } }), ready, call(2, 'snap', { task: 'a' })],
    { hello: 'result', 2: 'works' },
  ),
  talk('initialize twice', [{ ...hello(), id: 2 }, call(3, 'pulse', {})], { 2: 'any', 3: 'works' }),
  talk('initialize a hundred times', [...numbers(100).map((id) => ({ ...hello(), id })), call(101, 'pulse', {})], {
    ...each(numbers(100), 'any'),
    101: 'works',
  }),
  raw('initialized without initialize', [ready, ready, call(1, 'pulse', {})], { 1: 'any' }),
  raw('initialize as a notification', [{ ...hello(), id: undefined }, call(1, 'pulse', {})], { 1: 'any' }),
  talk('a notification with an id', [{ ...ready, id: 5 }], { 5: 'any' }),
  talk('a cancellation with an id', [{ ...cancel(1), id: 5 }], { 5: 'any' }),
  talk('a call as a notification', [{ jsonrpc: '2.0', method: 'tools/call', params: { name: 'pulse' } }, call(2, 'pulse')], { 2: 'works' }),
  talk('an unknown notification', [{ jsonrpc: '2.0', method: 'notifications/nosuch', params: {} }], {}),
  talk('progress for nobody', [{ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 9, progress: 1 } }], {}),
  talk('roots changed, without roots', [{ jsonrpc: '2.0', method: 'notifications/roots/list_changed' }, call(2, 'pulse')], { 2: 'works' }),
  talk('cancelled: an unknown id', [cancel(999, 'why'), call(2, 'pulse')], { 2: 'works' }),
  talk('cancelled: no id', [{ jsonrpc: '2.0', method: 'notifications/cancelled', params: {} }, call(2, 'pulse')], { 2: 'works' }),
  talk('cancelled: no params', [{ jsonrpc: '2.0', method: 'notifications/cancelled' }, call(2, 'pulse')], { 2: 'works' }),
  talk('cancelled: a reason that is an object', [call(1, 'check', { mode: 'health' }), cancel(1, {}), call(2, 'pulse')], { 2: 'works' }),
  talk('cancelled: with a reason', [call(1, 'check', { mode: 'health' }), cancel(1, 'the person left'), call(2, 'pulse')], { 2: 'works' }),
  talk('cancelled: a reason with escape letters', [call(1, 'snap', { task: 'a' }), cancel(1, '\u001b[2J\u202e'), call(2, 'pulse')], {
    2: 'works',
  }),
  talk('cancelled: before the call', [cancel(1), call(1, 'pulse'), call(2, 'pulse')], { 2: 'works' }),
  talk('cancelled: initialize', [cancel('hello'), call(2, 'pulse')], { 2: 'works' }),
  talk(
    'cancelled: 500 calls',
    [...numbers(500).flatMap((id) => [call(id, 'check', { mode: 'health' }), cancel(id, 'no')]), call(501, 'pulse')],
    { 501: 'works' },
  ),
  talk('the same id twice, one after the other', [request(1, 'ping'), request(1, 'ping')], { 1: 'any' }),
  talk('the same id twice, both open', [call(1, 'check', { mode: 'health' }), call(1, 'pulse'), call(2, 'pulse')], {
    1: 'any',
    2: 'works',
  }),
  talk('the same id as a number and a text', [call(1, 'pulse'), { ...call('x', 'pulse'), id: '1' }], { 1: 'works' }),
  talk('the same id a hundred times', [...numbers(100).map(() => call(1, 'pulse')), call(2, 'pulse')], { 1: 'any', 2: 'works' }),
  talk('a batch', [[request(1, 'ping'), request(2, 'ping')]], { 1: 'error', 2: 'error' }),
  talk('a batch of notifications', [[ready, ready]], { null: 'error' }),
  talk('a batch of rubbish', [[1, null, 'x', [], {}]], { null: 'error' }),
  talk('a batch in a batch', [[[request(1, 'ping')]]], { null: 'error' }),
  talk('a batch of 10,000', [numbers(10_000).map((id) => request(id, 'ping'))], each(numbers(10_000), 'error')),
  talk('a batch with one id many times', [numbers(50).map(() => request(1, 'ping'))], { 1: 'any' }),
  talk('an answer to nothing', [{ jsonrpc: '2.0', id: 77, result: {} }], { 77: 'silence' }),
  talk('an error to nothing', [{ jsonrpc: '2.0', id: 77, error: { code: -1, message: 'x' } }], { 77: 'silence' }),
  talk('an answer with a broken error', [{ jsonrpc: '2.0', id: 77, error: 'x' }], { 77: 'silence' }),
  talk('a request that is an answer too', [{ ...request(1, 'ping'), result: {} }], { 1: 'any' }),
  talk('keys twice', ['{"jsonrpc":"2.0","id":1,"id":2,"method":"nosuch","method":"ping"}'], { 2: 'result' }),
  talk('__proto__ in a message', ['{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"polluted":true}}'], { 1: 'result' }),
  talk(
    '__proto__ in the arguments',
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pulse","arguments":{"__proto__":{"compact":true}}}}'],
    { 1: 'any' },
  ),
  talk('constructor in the arguments', [call(1, 'pulse', { constructor: { prototype: { a: 1 } } })], { 1: 'refused' }),
  talk(
    'a fragment of a line at a time',
    [],
    {},
    {
      lines: [hello(), ...[...text(request(1, 'ping'))].map((letter) => Buffer.from(letter)), Buffer.from('\n')],
      expect: expected({ hello: 'result', 1: 'result' }),
    },
  ),
  talk(
    '2,000 lists, unread',
    numbers(2_000).map((id) => request(id, 'tools/list')),
    each(numbers(2_000), 'result'),
  ),
  talk(
    '2,000 pings',
    numbers(2_000).map((id) => request(id, 'ping')),
    each(numbers(2_000), 'result'),
  ),
  talk(
    '200 calls at once',
    numbers(200).map((id) => call(id, 'pulse')),
    each(numbers(200), 'works'),
  ),
  talk(
    '100 starts of a task at once',
    numbers(100).map((id) => call(id, 'snap', { task: `task ${id % 3}` })),
    each(numbers(100), 'any'),
  ),
  talk(
    '100 learnings at once',
    numbers(100).map((id) => call(id, 'snap_learn', { trigger: `when ${id}`, action: 'then' })),
    each(numbers(100), 'works'),
  ),
  talk('end without start', [call(1, 'snap_end', {})], { 1: 'refused' }),
  talk('end twice at once', [call(1, 'snap', { task: 'a' }), call(2, 'snap_end', {}), call(3, 'snap_end', {})], {
    1: 'works',
    2: 'any',
    3: 'any',
  }),
  talk(
    'calls, and the end of the input at once',
    numbers(20).map((id) => call(id, 'pulse')),
    { ...each(numbers(20), 'any') },
    { endsAtOnce: true },
  ),
];

const large = () => [
  talk('a line of 10 MB', [call(1, 'snap', { task: megabytes(10) })], { 1: 'refused' }),
  talk('a line of 10 MB of brackets', [deep('[', ']', 5 * 1024 * 1024)], { null: 'any' }),
  talk('a line of 20 MB', [call(1, 'snap', { task: megabytes(20) })], { 1: 'error' }),
  talk(
    'a line of 20 MB, the id in front',
    [`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"snap","arguments":{"task":"${megabytes(20)}"}}}`],
    { 1: 'error' },
  ),
  talk(
    'a line of 20 MB, the id in the end',
    [`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"snap","arguments":{"task":"${megabytes(20)}"}},"id":1}`],
    { 1: 'error' },
  ),
  talk(
    '100 MB without a line end',
    numbers(10).map(() => Buffer.from(megabytes(10))),
    {},
    { isOver: true, endsAtOnce: true },
  ),
  talk('1,000,000 empty lines', [Buffer.from('\n'.repeat(1_000_000))], {}),
  talk('100,000 broken lines', [Buffer.from('{\n'.repeat(100_000))], { null: 'any' }, { maxOutput: 20_000_000 }),
  talk('100,000 notifications', [Buffer.from(`${text(ready)}\n`.repeat(100_000))], {}),
  talk('10 MB in a key', [`{"jsonrpc":"2.0","id":1,"method":"ping","${megabytes(10)}":1}`], { 1: 'result' }),
  talk('a list of 1,000,000 files', [call(1, 'snap', { task: 'a', files: numbers(1_000_000).map(() => 'a') })], { 1: 'refused' }),
  talk('10 MB of NUL in an argument', [call(1, 'snap_learn', { trigger: 'a'.repeat(10) + '\u0000'.repeat(1_000_000), action: 'b' })], {
    1: 'refused',
  }),
];

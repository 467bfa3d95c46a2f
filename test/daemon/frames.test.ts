import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { errorCodes } from '../../src/daemon/index.ts';
import { errorLine, expectedError, failureLine, readFrame, requestLine, resultLine } from '../../src/daemon/rpc/frame.ts';
import { SnapError } from '../../src/system/index.ts';

const frame = (text: string | Uint8Array) => readFrame({ kind: 'whole', bytes: Buffer.from(text) });

describe('a frame', () => {
  it('is read as it was written', () => {
    expect(frame(requestLine(1, 'ping', { a: 'ä' }))).toEqual({ kind: 'request', id: 1, method: 'ping', params: { a: 'ä' } });
    expect(frame(resultLine('x', { b: [1] }))).toEqual({ kind: 'result', id: 'x', result: { b: [1] } });
    expect(frame(errorLine(null, -1, 'no'))).toEqual({ kind: 'error', id: null, error: { code: -1, message: 'no', data: undefined } });
  });

  it('carries an expected failure with what to do about it', () => {
    const error = new SnapError('no-task', 'No task.', { hint: [{ person: 'run snap task start', model: 'call snap' }] });
    const read = frame(failureLine(3, error));
    if (read.kind !== 'error') throw new Error(read.kind);
    const again = expectedError(read.error);
    expect([again?.code, again?.message, again?.hintFor('person'), again?.hintFor('model')]).toEqual([
      'no-task',
      'No task.',
      'run snap task start',
      'call snap',
    ]);
    expect(expectedError({ code: errorCodes.internal, message: 'x', data: { code: 'no-task', message: 'x' } })).toBeUndefined();
    expect(expectedError({ code: errorCodes.refused, message: 'x', data: { code: 'unheard-of', message: 'x' } })).toBeUndefined();
  });

  it.each([
    ['{', null, errorCodes.parse],
    [new Uint8Array([0xff, 0xfe]), null, errorCodes.parse],
    ['[]', null, errorCodes.invalidRequest],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', null, errorCodes.invalidRequest],
    ['null', null, errorCodes.invalidRequest],
    ['{"jsonrpc":"1.0","id":7,"method":"ping"}', 7, errorCodes.invalidRequest],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', null, errorCodes.invalidRequest],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', null, errorCodes.invalidRequest],
    ['{"jsonrpc":"2.0","id":7}', 7, errorCodes.invalidRequest],
    ['{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}', 7, errorCodes.invalidParams],
  ])('%s is answered, with its id where it has one', (text, id, code) => {
    expect(frame(text)).toMatchObject({ kind: 'invalid', id, code });
  });

  it('that was too long is answered with the id at one of its ends', () => {
    const long = (head: string, tail: string) =>
      readFrame({ kind: 'too-long', length: 2 ** 25, head: Buffer.from(head), tail: Buffer.from(tail) });
    expect(long('{"jsonrpc":"2.0","id":12,"method":"x","params":{"a":"', 'xxx"}}')).toMatchObject({ id: 12 });
    expect(long('{"jsonrpc":"2.0","method":"x","params":{"a":"', 'xxx"},"id":"abc"}')).toMatchObject({ id: 'abc' });
    expect(long('{"jsonrpc":"2.0","method":"x","params":{"id":5,"a":"', 'xxx"}}')).toMatchObject({ id: null });
  });

  it('never makes the reader throw', () => {
    const valid = requestLine(1, 'workspace.call', { root: '/a', call: 'b', args: [1, { c: 'd' }] });
    const mutated = fc
      .tuple(fc.nat(valid.length), fc.string({ unit: 'binary', maxLength: 5 }), fc.nat(6))
      .map(([at, text, cut]) => valid.slice(0, at) + text + valid.slice(at + cut));
    fc.assert(
      fc.property(fc.oneof(mutated, fc.json(), fc.string({ unit: 'binary' })), (text) => frame(text).kind.length > 0),
      { numRuns: 2_000 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => frame(bytes).kind.length > 0),
      { numRuns: 500 },
    );
  });

  it('with what JSON does not have becomes an error, not a silence', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    for (const value of [circle, 1n])
      expect(frame(resultLine(4, value))).toMatchObject({ kind: 'error', id: 4, error: { code: errorCodes.internal } });
    expect(frame(resultLine(4, undefined))).toEqual({ kind: 'result', id: 4, result: null });
  });
});

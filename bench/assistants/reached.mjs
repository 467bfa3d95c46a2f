// What of an entry reached the server: its variables, its headers, and SSE as the way to it.

/** Cells of `{ value }`, or of `{ wrong }` with the words for it. `refusal`: why snap did not write the server over SSE. */
export function reachedCells(all, refusal, knowsSse) {
  const started = all.filter(({ label, method }) => label === 'user-stdio' && method === 'start');
  const asked = all.filter(({ label, method }) => /^(?:user|project)-http$/.test(label) && method === 'initialize');
  const sse = all.some(({ label, transport, method }) => label === 'user-sse' && transport === 'sse' && method === 'initialize');
  return {
    env: arrives(started, ({ env }) => env.RECORDER_ONE === 'user', 'RECORDER_ONE'),
    header: arrives(asked, ({ label, headers }) => label === `${headers['x-recorder']}-http`, 'X-Recorder'),
    sse: sseCell(refusal, knowsSse, sse),
  };
}

function arrives(events, isRight, name) {
  if (events.length === 0) return { wrong: 'nothing was started' };
  return events.every(isRight) ? { value: 'arrives' } : { wrong: `${name} is missing` };
}

function sseCell(refusal, knowsSse, wasReached) {
  if (refusal === undefined) return wasReached ? { value: 'works' } : { wrong: 'no request came over SSE' };
  return knowsSse ? { wrong: `snap refuses it: ${refusal}` } : { value: 'refused by snap' };
}

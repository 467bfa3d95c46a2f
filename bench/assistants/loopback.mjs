// What the assistants talk to over HTTP, on 127.0.0.1 alone: the recorder as a remote server (Streamable HTTP and SSE), and a model
// that answers "ok", for assistants that start their servers with the first prompt.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { answer, delayOf } from './recorder.mjs';

/**
 * Listens on a free port. `events` has what came to /http/<label> and /sse/<label>; `prompts` counts what was asked of the model.
 * `/http/<label>~initialize=15000` answers late, as the recorder does. The model answers after `modelDelay` milliseconds.
 */
export async function listen() {
  const events = [];
  const streams = new Map();
  const loopback = { events, prompts: [], modelDelay: 0 };
  const server = createServer((request, response) => {
    readBody(request)
      .then((body) => route({ request, response, body, events, streams, loopback }))
      .catch(() => response.destroy());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  return Object.assign(loopback, {
    url,
    remote: (transport, label) => `${url}/${transport}/${label}`,
    model: `${url}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  });
}

function route(call) {
  const { pathname } = new URL(call.request.url, 'http://127.0.0.1');
  const [, first, label = '', more] = pathname.split('/');
  const [name, ...wishes] = label.split('~');
  // Paths that a client tries beside the right one are nobody's.
  const isServer = more === undefined && !['mcp', 'sse'].includes(name);
  if (first === 'http' && isServer) return streamable(call, name, wishes);
  if (first === 'sse') return sse(call, label);
  if (first === 'v1') return model(call, pathname);
  call.loopback.strangers = [...(call.loopback.strangers ?? []), `${call.request.method} ${call.request.url}`];
  call.response.writeHead(404).end();
}

function record({ request, events }, transport, label, message) {
  events.push({ label, transport, method: message.method, headers: request.headers, client: message.params?.clientInfo });
}

function streamable(call, label, wishes) {
  const { request, response, body } = call;
  if (request.method !== 'POST') return response.writeHead(405, { allow: 'POST' }).end();
  const message = JSON.parse(body);
  record(call, 'http', label, message);
  const said = answer(message);
  if (said === undefined) return response.writeHead(202).end();
  const head = { 'content-type': 'application/json', 'mcp-session-id': label };
  setTimeout(() => response.writeHead(200, head).end(JSON.stringify(said)), delayOf(wishes, message.method));
}

function sse(call, label) {
  const { request, response, body, streams } = call;
  if (request.method === 'GET') {
    const session = randomUUID();
    streams.set(session, response);
    response.on('close', () => streams.delete(session));
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    return response.write(`event: endpoint\ndata: /sse/${label}?session=${session}\n\n`);
  }
  const stream = streams.get(new URL(request.url, 'http://127.0.0.1').searchParams.get('session'));
  // What tries Streamable HTTP first is told so, as an SSE server does.
  if (request.method !== 'POST' || stream === undefined) return response.writeHead(405, { allow: 'GET' }).end();
  const message = JSON.parse(body);
  record(call, 'sse', label, message);
  const said = answer(message);
  if (said !== undefined) stream.write(`event: message\ndata: ${JSON.stringify(said)}\n\n`);
  response.writeHead(202).end();
}

/** As little of the APIs of OpenAI as the assistants need for one answer. */
function model({ request, response, body, loopback }, pathname) {
  if (request.method === 'GET') {
    const list = { object: 'list', data: [{ id: 'none', object: 'model', created: 0, owned_by: 'bench' }] };
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list));
  }
  const asked = JSON.parse(body);
  loopback.prompts.push({ pathname, tools: (asked.tools ?? []).map((one) => one.function?.name ?? one.name) });
  setTimeout(() => say(response, asked, pathname), loopback.modelDelay);
}

function say(response, asked, pathname) {
  if (pathname.endsWith('/responses')) return responses(response);
  const message = { role: 'assistant', content: 'ok' };
  const base = { id: 'bench', created: 0, model: 'none' };
  if (asked.stream !== true) {
    const whole = { ...base, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] };
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...whole, usage }));
  }
  const chunk = (delta, finish_reason) => ({ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] });
  const events = [chunk(message, null), { ...chunk({}, 'stop'), usage }];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(`${events.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('')}data: [DONE]\n\n`);
}

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

function responses(response) {
  const item = {
    type: 'message',
    id: 'm',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'ok', annotations: [] }],
  };
  const counted = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  const whole = { id: 'r', object: 'response', status: 'completed', model: 'none', output: [item], usage: counted };
  const events = [
    { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: whole },
  ];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(events.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`).join(''));
}

async function readBody(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

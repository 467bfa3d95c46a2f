// What only the conformance suite asks for: tools with images, resources, prompts, completion, logging, sampling, elicitation. It is served on
// snap's own dispatcher and transports; the names are the suite's. https://github.com/modelcontextprotocol/conformance (2026-11-22)
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ToolSet } from '../../src/server/index.ts';
import { isRecord } from '../../src/system/index.ts';

type Beside = NonNullable<ToolSet['beside']>;
type Asked = Parameters<Beside['answer']>[0];
type Reach = Parameters<Beside['answer']>[1];
type Result = Readonly<Record<string, unknown>>;

const image = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const audio = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';
const text = (said: string) => ({ type: 'text', text: said });
const said = (words: string): Result => ({ content: [text(words)] });
const pause = (milliseconds: number): Promise<void> => new Promise((resume) => void setTimeout(resume, milliseconds));

/** A failure with a code of the protocol: the connection reads `code` and `data`. */
class ProtocolFailure extends Error {
  readonly code: number;
  readonly data: object | undefined;

  constructor(code: number, message: string, data?: object) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export interface SurfaceHooks {
  /** Closes the stream of a request; its client comes back for the rest. */
  later(id: string | number): void;
}

const form = (message: string, properties: object, required: readonly string[] = []) => ({
  method: 'elicitation/create',
  params: { mode: 'form', message, requestedSchema: { type: 'object', properties, required } },
});
const sample = (prompt: string) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: text(prompt) }], maxTokens: 100 },
});
const roots = { method: 'roots/list', params: {} };
const capabilityOf: Readonly<Record<string, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

// What a client has kept between two rounds is sealed, so that it cannot be changed.
const key = randomBytes(32);
const sign = (body: string): string => createHmac('sha256', key).update(body).digest('base64url');
const seal = (state: object): string => {
  const body = Buffer.from(JSON.stringify({ ...state, nonce: randomBytes(8).toString('hex') })).toString('base64url');
  return `${body}.${sign(body)}`;
};
function unseal(sealed: unknown): Readonly<Record<string, unknown>> | undefined {
  if (sealed === undefined) return undefined;
  const [body = '', mark = ''] = typeof sealed === 'string' ? sealed.split('.') : [];
  const own = Buffer.from(sign(body));
  const given = Buffer.from(mark);
  if (own.length !== given.length || !timingSafeEqual(own, given)) throw new ProtocolFailure(-32602, 'requestState is not what was given.');
  const state: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
  return isRecord(state) ? state : undefined;
}

/** Asks for input in the result, as the protocol since 2026-07-28 does; only for what the client can give. */
function asksFor({ modern }: Asked, inputRequests: Readonly<Record<string, { readonly method: string }>>, state?: object): Result {
  const missing = Object.values(inputRequests)
    .map(({ method }) => capabilityOf[method] ?? method)
    .filter((capability) => modern?.capabilities[capability] === undefined);
  if (missing.length > 0)
    throw new ProtocolFailure(-32021, `The client lacks ${missing.join(', ')}.`, {
      requiredCapabilities: Object.fromEntries(missing.map((capability) => [capability, {}])),
    });
  return { resultType: 'input_required', inputRequests, ...(state === undefined ? {} : { requestState: seal(state) }) };
}

/** What the person wrote into a form, if it was accepted. */
function accepted(responses: unknown, name: string, field: string): unknown {
  const response = isRecord(responses) ? responses[name] : undefined;
  const content = isRecord(response) && response['action'] === 'accept' ? response['content'] : undefined;
  return isRecord(content) ? content[field] : undefined;
}

const responseOf = (responses: unknown, name: string): unknown => (isRecord(responses) ? responses[name] : undefined);

type Run = (asked: Asked, reach: Reach, hooks: SurfaceHooks) => Result | Promise<Result>;

const askName = () => form('What is your name?', { name: { type: 'string' } }, ['name']);
const askOk = () => form('Please confirm', { ok: { type: 'boolean' } }, ['ok']);

/** What a server of 2025 and before asks its client, while the call waits. */
async function asked(reach: Reach, request: { readonly method: string; readonly params: object }): Promise<Result> {
  return reach.sendRequest({ method: request.method, params: { ...request.params } });
}

const elicits =
  (properties: object): Run =>
  async (_, reach) => {
    const { action, content } = await asked(reach, form('Please fill in the form', properties));
    return said(`Elicitation completed: action=${String(action)}, content=${JSON.stringify(content ?? {})}`);
  };

const log = (reach: Reach, data: string): Promise<void> =>
  reach.sendNotification({ method: 'notifications/message', params: { level: 'info', data } });

/** Tools that answer with more than a text, or ask for something. */
const tools: Readonly<Record<string, Run>> = {
  test_image_content: () => ({ content: [{ type: 'image', data: image, mimeType: 'image/png' }] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: audio, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [
      {
        type: 'resource',
        resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'This is an embedded resource content.' },
      },
    ],
  }),
  test_multiple_content_types: () => ({
    content: [
      text('Multiple content types test:'),
      { type: 'image', data: image, mimeType: 'image/png' },
      {
        type: 'resource',
        resource: { uri: 'test://mixed-content-resource', mimeType: 'application/json', text: '{"test":"data","value":123}' },
      },
    ],
  }),
  async test_tool_with_logging(_, reach) {
    for (const each of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await log(reach, each);
      await pause(20);
    }
    return said('It logged three times.');
  },
  async test_logging_tool({ modern }, reach) {
    if (modern?.logLevel !== undefined) await log(reach, 'test_logging_tool ran');
    return said('It logs for those who ask for it.');
  },
  async test_reconnection(_, { requestId }, hooks) {
    hooks.later(requestId);
    await pause(100);
    return said('The client came back for this.');
  },
  async test_sampling({ params }, reach) {
    const { content } = await asked(reach, sample(String(argumentOf(params, 'prompt'))));
    return said(`LLM response: ${isRecord(content) ? String(content['text']) : ''}`);
  },
  async test_elicitation({ params }, reach) {
    const request = form(String(argumentOf(params, 'message')), { response: { type: 'string', description: "User's response" } }, [
      'response',
    ]);
    const { action, content } = await asked(reach, request);
    return said(`User response: action=${String(action)}, content=${JSON.stringify(content ?? {})}`);
  },
  test_elicitation_sep1034_defaults: elicits({
    name: { type: 'string', description: 'User name', default: 'John Doe' },
    age: { type: 'integer', description: 'User age', default: 30 },
    score: { type: 'number', description: 'User score', default: 95.5 },
    status: { type: 'string', description: 'User status', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', description: 'Verification status', default: true },
  }),
  test_elicitation_sep1330_enums: elicits({
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: { type: 'string', oneOf: ['1', '2', '3'].map((each) => ({ const: `value${each}`, title: `Option ${each}` })) },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
    untitledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: {
      type: 'array',
      minItems: 1,
      maxItems: 3,
      items: { anyOf: ['1', '2', '3'].map((each) => ({ const: `value${each}`, title: `Choice ${each}` })) },
    },
  }),
  test_x_mcp_header: ({ params }) => said(`region=${String(argumentOf(params, 'region'))}`),
  test_streaming_elicitation: () => said('Nothing but this result is on the stream.'),
  test_missing_capability: (request) =>
    responseOf(request.params['inputResponses'], 'answer') === undefined
      ? asksFor(request, { answer: sample('Say pong') })
      : said('Sampled.'),
  async test_trigger_tool_change(_, reach) {
    await reach.sendNotification({ method: 'notifications/tools/list_changed' });
    return said('Told.');
  },
  async test_trigger_prompt_change(_, reach) {
    await reach.sendNotification({ method: 'notifications/prompts/list_changed' });
    return said('Told.');
  },
  test_input_required_result_elicitation(request) {
    const name = accepted(request.params['inputResponses'], 'user_name', 'name');
    return typeof name === 'string' ? said(`Hello, ${name}!`) : asksFor(request, { user_name: askName() });
  },
  test_input_required_result_sampling(request) {
    const response = responseOf(request.params['inputResponses'], 'capital_question');
    return response === undefined
      ? asksFor(request, { capital_question: sample('What is the capital of France?') })
      : said(JSON.stringify(response));
  },
  test_input_required_result_list_roots(request) {
    const response = responseOf(request.params['inputResponses'], 'client_roots');
    return isRecord(response) && Array.isArray(response['roots'])
      ? said(`${response['roots'].length} roots`)
      : asksFor(request, { client_roots: roots });
  },
  test_input_required_result_request_state(request) {
    const state = unseal(request.params['requestState']);
    if (accepted(request.params['inputResponses'], 'confirm', 'ok') === undefined)
      return asksFor(request, { confirm: askOk() }, { round: 1 });
    if (state === undefined) throw new ProtocolFailure(-32602, 'requestState is missing.');
    return said('state-ok: requestState verified and confirmation received');
  },
  test_input_required_result_multiple_inputs(request) {
    const responses = request.params['inputResponses'];
    unseal(request.params['requestState']);
    const all = ['user_name', 'greeting', 'client_roots'].every((name) => responseOf(responses, name) !== undefined);
    return all
      ? said('All three came.')
      : asksFor(request, { user_name: askName(), greeting: sample('Generate a greeting'), client_roots: roots }, { round: 1 });
  },
  test_input_required_result_multi_round(request) {
    const responses = request.params['inputResponses'];
    const round = Number(unseal(request.params['requestState'])?.['round'] ?? 0);
    if (round === 0) return asksFor(request, { step1: askName() }, { round: 1 });
    if (round === 1)
      return asksFor(request, { step2: form('Your favorite color?', { color: { type: 'string' } }, ['color']) }, { round: 2 });
    return said(`Multi-round complete: ${String(accepted(responses, 'step2', 'color'))}`);
  },
  test_input_required_result_tampered_state(request) {
    const state = unseal(request.params['requestState']);
    const isConfirmed = accepted(request.params['inputResponses'], 'confirm', 'ok') !== undefined;
    return state !== undefined && isConfirmed ? said('integrity-ok') : asksFor(request, { confirm: askOk() }, { round: 1 });
  },
  test_input_required_result_capabilities(request) {
    if (request.params['inputResponses'] !== undefined) return said('Fulfilled.');
    const wanted = { user_name: askName(), greeting: sample('Generate a short greeting'), client_roots: roots };
    const possible = Object.entries(wanted).filter(
      ([, { method }]) => request.modern?.capabilities[capabilityOf[method] ?? ''] !== undefined,
    );
    return possible.length === 0 ? said('The client can give no input.') : asksFor(request, Object.fromEntries(possible));
  },
};

function argumentOf(params: Readonly<Record<string, unknown>>, name: string): unknown {
  return isRecord(params['arguments']) ? params['arguments'][name] : undefined;
}

const resources = ['static-text', 'static-binary', 'watched-resource'].map((name) => ({
  uri: `test://${name}`,
  name,
  description: `The resource ${name}.`,
  mimeType: name === 'static-binary' ? 'image/png' : 'text/plain',
}));

function readResource(uri: string): Result {
  const known = resources.find((each) => each.uri === uri);
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id !== undefined)
    return {
      contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) }],
    };
  if (known === undefined) throw new ProtocolFailure(-32602, 'There is no such resource.', { uri });
  const { mimeType } = known;
  return {
    contents: [
      mimeType === 'image/png'
        ? { uri, mimeType, blob: image }
        : { uri, mimeType, text: 'This is the content of the static text resource.' },
    ],
  };
}

const argument = (name: string) => ({ name, description: `The argument ${name}.`, required: true });
const prompts = [
  { name: 'test_simple_prompt', description: 'A prompt without arguments.' },
  { name: 'test_prompt_with_arguments', description: 'A prompt with two arguments.', arguments: [argument('arg1'), argument('arg2')] },
  { name: 'test_prompt_with_embedded_resource', description: 'A prompt with a resource.', arguments: [argument('resourceUri')] },
  { name: 'test_prompt_with_image', description: 'A prompt with an image.' },
  { name: 'test_input_required_result_prompt', description: 'A prompt that asks for input.' },
];
const message = (content: object) => ({ role: 'user', content });

function getPrompt(request: Asked): Result {
  const { params } = request;
  const given = (name: string): string => String(argumentOf(params, name));
  switch (params['name']) {
    case 'test_simple_prompt':
      return { messages: [message(text('This is a simple prompt for testing.'))] };
    case 'test_prompt_with_arguments':
      return { messages: [message(text(`Prompt with arguments: arg1='${given('arg1')}', arg2='${given('arg2')}'`))] };
    case 'test_prompt_with_embedded_resource': {
      const resource = { uri: given('resourceUri'), mimeType: 'text/plain', text: 'Embedded resource content for testing.' };
      return { messages: [message({ type: 'resource', resource }), message(text('Please process the embedded resource above.'))] };
    }
    case 'test_prompt_with_image':
      return {
        messages: [message({ type: 'image', data: image, mimeType: 'image/png' }), message(text('Please analyze the image above.'))],
      };
    case 'test_input_required_result_prompt': {
      const context = accepted(params['inputResponses'], 'user_context', 'context');
      return typeof context === 'string'
        ? { messages: [message(text(`Use the following context: ${context}`))] }
        : asksFor(request, { user_context: form('Which context?', { context: { type: 'string' } }, ['context']) });
    }
    default:
      throw new ProtocolFailure(-32602, 'There is no such prompt.');
  }
}

const cached = (request: Asked, result: Result): Result =>
  request.modern === undefined || result['resultType'] !== undefined ? result : { ...result, ttlMs: 60_000, cacheScope: 'public' };

/** Everything beside tools that answer with a text. */
export function conformanceSurface(hooks: SurfaceHooks): Beside {
  return {
    capabilities: {
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      completions: {},
      logging: {},
    },
    async answer(request, reach) {
      const { method, params } = request;
      switch (method) {
        case 'tools/call':
          return Object.hasOwn(tools, String(params['name'])) ? tools[String(params['name'])]?.(request, reach, hooks) : undefined;
        case 'resources/list':
          return cached(request, { resources });
        case 'resources/templates/list':
          return cached(request, {
            resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
          });
        case 'resources/read':
          return cached(request, readResource(String(params['uri'])));
        case 'prompts/list':
          return cached(request, { prompts });
        case 'prompts/get':
          return getPrompt(request);
        case 'completion/complete':
          return { completion: { values: [], total: 0, hasMore: false } };
        case 'logging/setLevel':
        case 'resources/subscribe':
        case 'resources/unsubscribe':
          return {};
        default:
          return undefined;
      }
    },
  };
}

/** The names of the tools above. */
export const surfaceTools = Object.keys(tools);
/** The schema of the one whose parameter is repeated in a header. */
export const headerSchema = {
  type: 'object',
  properties: { region: { type: 'string', 'x-mcp-header': 'Region' }, level: { type: 'integer' } },
};

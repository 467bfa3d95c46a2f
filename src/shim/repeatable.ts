import { isRecord } from '../system/index.ts';
import { type Message, valueOf } from './envelope.ts';
import type { Pending } from './pending.ts';

/** Methods that only read. https://modelcontextprotocol.io/specification/2025-11-25/server (2026-11-22) */
const readingMethods = new Set([
  'initialize',
  'ping',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'server/discover',
]);

/** What is known of the tools, from the answers to `tools/list`. */
export interface KnownTools {
  /** Keeps an answer. It is read only when a call was interrupted. @param isFirst of several pages. */
  listed(answer: Message, isFirst: boolean): void;
  /** Whether repeating the request cannot do its work twice. */
  isRepeatable(request: Pick<Pending, 'method' | 'tool'>): boolean;
}

/** A list that is longer is not kept: then none of its tools is called twice. */
const maxListBytes = 4 * 1024 * 1024;

export function knownTools(): KnownTools {
  let answers: Message[] = [];
  let bytes = 0;
  return {
    listed(answer, isFirst) {
      if (isFirst) {
        answers = [];
        bytes = 0;
      }
      bytes += answer.length;
      if (bytes <= maxListBytes) answers.push(answer);
    },
    isRepeatable({ method, tool }) {
      if (method !== 'tools/call') return readingMethods.has(method);
      return tool !== undefined && answers.some((answer) => hasHint(answer, tool));
    },
  };
}

function hasHint(answer: Message, name: string): boolean {
  const result = valueOf(answer)?.['result'];
  const tools: unknown = isRecord(result) ? result['tools'] : undefined;
  if (!Array.isArray(tools)) return false;
  const tool: unknown = tools.find((each: unknown) => isRecord(each) && each['name'] === name);
  const hints = isRecord(tool) ? tool['annotations'] : undefined;
  return isRecord(hints) && (hints['readOnlyHint'] === true || hints['idempotentHint'] === true);
}

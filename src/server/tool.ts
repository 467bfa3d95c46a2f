import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import type { Setup } from '../doctor/diagnosis.ts';
import type { System } from '../system/index.ts';
import { cut, encodeLine, type LineName, type WireItems } from './wire.ts';

/** What a tool may know of the world. */
export interface ToolContext {
  readonly system: System;
  readonly about: About;
  /** The directory named with `--workspace`, as it was given. */
  readonly namedWorkspace: string | undefined;
  /** Fires when the client no longer waits. */
  readonly signal: AbortSignal;
}

export interface About {
  readonly version: string;
  /** The version of Node that runs it. */
  readonly node: string;
  /** The running snap, to be told from another one that an entry names. */
  readonly program: Setup['program'];
}

/** One tool as the server uses it. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly annotations: Required<Omit<ToolAnnotations, 'title'>>;
  inputSchema(): object;
  /** @throws ToolError, or whatever went wrong. */
  answer(input: unknown, context: ToolContext): Promise<string>;
}

interface ToolDefinition<Schema extends z.ZodType, Result, Name extends LineName> extends Pick<
  Tool,
  'name' | 'description' | 'annotations'
> {
  readonly line: Name;
  readonly input: Schema;
  run(input: z.output<Schema>, context: ToolContext): Promise<Result>;
  encode(result: Result): { readonly items: WireItems<Name>; readonly text: string };
}

/** Joins a schema, a function and an encoding. The schema is the only check of the input. */
export function defineTool<Schema extends z.ZodType, Result, Name extends LineName>(
  definition: ToolDefinition<Schema, Result, Name>,
): Tool {
  const { name, description, annotations, line, input: schema } = definition;
  return {
    name,
    description,
    annotations,
    inputSchema() {
      const { $schema: _, ...inputSchema } = z.toJSONSchema(schema, { io: 'input' });
      return inputSchema;
    },
    async answer(input, context) {
      const parsed = schema.safeParse(input ?? {});
      if (!parsed.success) throw invalidInput(parsed.error);
      const { items, text } = definition.encode(await definition.run(parsed.data, context));
      return `${encodeLine(line, items, wantsCompact(input))}\n---\n${text}`;
    },
  };
}

/** An expected failure of a tool, answered as its result: `reason` says what, `hint` what next. */
export class ToolError extends Error {
  readonly code: 'INVALID_INPUT' | 'NOT_AVAILABLE' | 'NOT_IMPLEMENTED';
  readonly hint: string;

  constructor(code: ToolError['code'], reason: string, hint: string) {
    super(reason);
    this.name = 'ToolError';
    this.code = code;
    this.hint = hint;
  }
}

/** Asked of the raw input, so that an answer about bad input is compact too. */
export function wantsCompact(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'compact' in input && input.compact === true;
}

function invalidInput(error: z.ZodError): ToolError {
  const said = error.issues
    .slice(0, 3)
    .map(({ path, message }) => (path.length === 0 ? `the arguments ${message}` : `${path.map(String).join('.')} ${message}`));
  return new ToolError('INVALID_INPUT', cut(said.join('; '), 400), 'Correct that and call again.');
}

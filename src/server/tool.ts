import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import type { Setup } from '../doctor/index.ts';
import { cut, isRecord, type System } from '../system/index.ts';
import { lineText, type WireLine } from './wire.ts';
import type { Workbench } from '../workbench/index.ts';

// Zod would write a function for each schema and compile it at the first call, which costs more than all calls of a session gain.
z.config({ jitless: true });

/** What a tool may know of the world. Whether MCP or a shell calls, it cannot tell. */
export interface ToolContext {
  readonly system: System;
  readonly about: About;
  /** Goes into the records a tool writes: the name of the tool or command, and of the client that called. */
  readonly caller: { readonly tool: string; readonly client?: string };
  /** What the tools of one workspace share. @throws ToolError `NO_WORKSPACE` with what to configure. */
  workbench(): Promise<Workbench>;
  /** The directory named with `--workspace`, as it was given; for the report of mode health. */
  readonly namedWorkspace: string | undefined;
  /** Fires when the caller no longer waits. */
  readonly signal: AbortSignal;
  /** Told to whoever asked for it. */
  progress(message: string, done: number, total?: number): void;
}

export interface About {
  readonly version: string;
  /** The version of Node that runs it. */
  readonly node: string;
  /** The running snap, to be told from another one that an entry names. */
  readonly program: Setup['program'];
}

/** `default` is offered always, `full` with SVC_MCP_INTELLIGENCE_SURFACE=full. */
export type Surface = 'default' | 'full';

/** One tool as the server and the commands use it. */
export interface Tool {
  readonly name: string;
  readonly surface: Surface;
  readonly description: string;
  readonly annotations: Required<Omit<ToolAnnotations, 'title'>>;
  inputSchema(): object;
  outputSchema(): object;
  /** @throws ToolError, or whatever went wrong. */
  answer(input: unknown, context: ToolContext): Promise<ToolAnswer>;
}

export interface ToolAnswer {
  /** What was found out, as {@link Tool.outputSchema} describes it. */
  readonly record: Readonly<Record<string, unknown>>;
  /** One or two sentences for a person, and what else explains the line. */
  readonly text: string;
  /** The wire line alone (compact: without its keys). */
  line(compact: boolean): string;
}

interface ToolDefinition<Schema extends z.ZodType, Output extends z.ZodObject> extends Pick<
  Tool,
  'name' | 'surface' | 'description' | 'annotations'
> {
  readonly input: Schema;
  readonly output: Output;
  run(input: z.output<Schema>, context: ToolContext): Promise<z.output<Output>>;
  /** Which line; where a tool has several (snap) it depends on the record. */
  encode(record: z.output<Output>): WireLine & { readonly text: string };
}

/** Joins a schema, a function and an encoding. The schema is the only check of the input. */
export function defineTool<Schema extends z.ZodType, Output extends z.ZodObject>(definition: ToolDefinition<Schema, Output>): Tool {
  const { name, surface, description, annotations, input: schema, output } = definition;
  return {
    name,
    surface,
    description,
    annotations,
    inputSchema: () => jsonSchema(schema, 'input'),
    outputSchema: () => jsonSchema(output, 'output'),
    async answer(input, context) {
      const parsed = schema.safeParse(withoutNulls(input ?? {}));
      if (!parsed.success) throw invalidInput(parsed.error);
      const record = await definition.run(parsed.data, context);
      const encoded = definition.encode(record);
      return { record, text: encoded.text, line: (compact) => lineText(encoded, compact) };
    },
  };
}

/** Some clients send null for a parameter that was left out; a command has undefined there. */
function withoutNulls(input: unknown): unknown {
  if (!isRecord(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined));
}

/** The text of an answer: the wire line, and unless it is to be compact what explains it. */
export function answerText({ line, text }: Pick<ToolAnswer, 'line' | 'text'>, compact: boolean): string {
  return compact ? line(true) : `${line(false)}\n---\n${text}`;
}

/** The schema as clients get it, without the words that say nothing to a model: each costs every conversation. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema: made }) {
      // Which keys there are is said by `properties`; a strange one is refused by name.
      if (made.additionalProperties === false) delete made.additionalProperties;
      // The bounds zod gives every whole number.
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
    },
  });
  return rest;
}

/** An expected failure of a tool, answered as its result: `reason` says what, `hint` what next. */
export class ToolError extends Error {
  readonly code: string;
  readonly hint: string;

  /** @param code in capitals: `INVALID_INPUT`, `INVALID_MODE`, `NO_TASK`, `TASK_OPEN`, `NO_WORKSPACE`, `NOT_AVAILABLE`, … (docs/wire.md). */
  constructor(code: string, reason: string, hint: string) {
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

/** Where a parameter that has a code of its own goes wrong. */
const codes: Readonly<Record<string, string>> = { mode: 'INVALID_MODE', type: 'INVALID_TYPE' };

function invalidInput({ issues }: z.ZodError): ToolError {
  const said = issues
    .slice(0, 3)
    .map(({ path, message }) => (path.length === 0 ? `the arguments ${message}` : `${path.map(String).join('.')} ${message}`));
  const [first] = issues;
  const code = first?.code === 'invalid_value' && first.path.length === 1 ? codes[String(first.path[0])] : undefined;
  return new ToolError(code ?? 'INVALID_INPUT', cut(said.join('; '), 400), 'Correct that and call again.');
}

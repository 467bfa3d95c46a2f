import * as z from 'zod';
import type { CheckContext } from '../checks/index.ts';
import { cut, isRecord, sayTo, SnapError, type Reader, type Sentence, type SnapErrorCode } from '../system/index.ts';
import type { Caller } from '../workbench/index.ts';
import { lineText, type WireLine } from './wire.ts';

// Zod would write a function for each schema and compile it at the first call, which costs more than all calls of a session gain.
z.config({ jitless: true });

/** What a tool may know of the world. It cannot see whether MCP or a shell calls. */
export interface ToolContext extends CheckContext {
  /** Goes into the records a tool writes. */
  readonly caller: Caller;
  /** Reports progress to a caller that asked for it. */
  progress(message: string, done: number, total?: number): void;
}

/** `default` is offered always, `full` with SVC_MCP_INTELLIGENCE_SURFACE=full. */
export type Surface = 'default' | 'full';

/** One tool as the server and the commands use it. */
export interface Tool {
  readonly name: string;
  readonly surface: Surface;
  readonly description: string;
  /** What it does to the world. An absent one would count as destructive and open. https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations */
  readonly annotations: Readonly<Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>>;
  inputSchema(): object;
  outputSchema(): object;
  /** @throws SnapError for an expected failure. */
  answer(input: unknown, context: ToolContext): Promise<ToolAnswer>;
}

export interface ToolAnswer {
  /** The result, as {@link Tool.outputSchema} describes it. */
  readonly record: Readonly<Record<string, unknown>>;
  /** The same for this reader: sentences in it name the command to type to a person. {@link record} is the model's. */
  recordFor(reader: Reader): Readonly<Record<string, unknown>>;
  /**
   * For a model what the line does not say, which may be nothing; for a person everything. Next steps name the tool to call, or the command to
   * type.
   */
  text(reader: Reader): string;
  /** The wire line alone (compact: without its keys). */
  line(compact: boolean): string;
}

/** A wire line, which one may depend on what was found (snap has several), and the lines that explain it. */
export type Encoded = WireLine & { readonly text: readonly Sentence[] };

interface ToolDefinition<Schema extends z.ZodType, Output extends z.ZodObject, Found> extends Pick<
  Tool,
  'name' | 'surface' | 'description' | 'annotations'
> {
  readonly input: Schema;
  readonly output: Output;
  run(input: z.output<Schema>, context: ToolContext): Promise<Found>;
  /** The document of what was found, in this reader's words. */
  record(found: Found, reader: Reader): z.output<Output>;
  encode(found: Found): Encoded;
}

/** Joins a schema, a function and an encoding, where what `run` finds is the document. The schema is the only check of the input. */
export function defineTool<Schema extends z.ZodType, Output extends z.ZodObject>(
  definition: Omit<ToolDefinition<Schema, Output, z.output<Output>>, 'record'>,
): Tool {
  return defineFindingTool({ ...definition, record: (found) => found });
}

/** As {@link defineTool}, where the document is made of what `run` finds. */
export function defineFindingTool<Schema extends z.ZodType, Output extends z.ZodObject, Found>(
  definition: ToolDefinition<Schema, Output, Found>,
): Tool {
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
      const found = await definition.run(parsed.data, context);
      const encoded = definition.encode(found);
      return {
        record: definition.record(found, 'model'),
        recordFor: (reader) => definition.record(found, reader),
        text: (reader) => {
          // Lines that are empty only for this reader are left out; lines that are empty for all are kept.
          const lines = encoded.text.filter((line) => line === '' || sayTo(reader, line) !== '');
          return lines.map((line) => sayTo(reader, line)).join('\n');
        },
        line: (compact) => lineText(encoded, compact),
      };
    },
  };
}

/** Some clients send null for a parameter that was left out; a command has undefined there. */
function withoutNulls(input: unknown): unknown {
  if (!isRecord(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined));
}

/** The text of an answer for a model: the wire line, and unless it is to be compact what it does not say, where there is more. */
export function answerText({ line, text }: Pick<ToolAnswer, 'line' | 'text'>, compact: boolean): string {
  if (compact) return line(true);
  const more = text('model');
  return more === '' ? line(false) : `${line(false)}\n---\n${more}`;
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

/** Asked of the raw input, so that an answer about bad input is compact too. */
export function wantsCompact(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'compact' in input && input.compact === true;
}

/** An invalid parameter that has its own error code. */
const codes: Readonly<Record<string, SnapErrorCode>> = { mode: 'invalid-mode', type: 'invalid-type' };

function invalidInput({ issues }: z.ZodError): SnapError {
  const said = issues
    .slice(0, 3)
    .map(({ path, message }) => (path.length === 0 ? `the arguments ${message}` : `${path.map(String).join('.')} ${message}`));
  const [first] = issues;
  const code = first?.code === 'invalid_value' && first.path.length === 1 ? codes[String(first.path[0])] : undefined;
  return new SnapError(code ?? 'invalid-input', `${cut(said.join('; '), 400)}.`, {
    hint: [{ model: 'Correct that and call again.', person: 'See --help of this command.' }],
  });
}

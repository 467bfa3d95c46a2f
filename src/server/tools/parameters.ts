import * as z from 'zod';
import { maskProse } from '../../secrets/index.ts';
import { cut, cleanLine, cleanText } from '../../system/index.ts';

/** Bounds of what a call may bring. Beyond them it is refused: what was cut silently would be lost silently. */
const most = { text: 2_000, path: 4_096, files: 200 } as const;

/**
 * The parameters of a tool. One it does not have is refused by name: what was meant by it would be lost, and a `dryRun` that is
 * ignored does harm.
 */
export function parameters<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  return z.strictObject(shape, {
    error(issue) {
      if (issue.code !== 'unrecognized_keys') return 'must be an object';
      const unknown = issue.keys.slice(0, 3).map((key) => `"${cut(maskProse(cleanLine(key.slice(0, 200))), 40)}"`);
      return `must not have ${unknown.join(', ')}; there is ${Object.keys(shape).join(', ')}`;
    },
  });
}

export const flag = z.boolean({ error: 'must be true or false' });
export const number = z.number({ error: 'must be a number' });
/** The bounds are checked here and not listed in the schema: models do not use them, and they cost tokens. */
export const text = z
  .string({ error: 'must be a text' })
  .refine((value) => value.length <= most.text, { error: `must have at most ${most.text} characters` });
/** A text without which there is nothing to do. */
export const words = text.refine((value) => cleanLine(value) !== '', { error: 'must not be empty' });
/** A text that is not stored but comes back in the answer. Cleaned before it is masked: a hidden character could split a token. */
export const question = words.transform((value) => maskProse(cleanText(value)));
export const path = z
  .string({ error: 'must be a path' })
  .refine((value) => value.length <= most.path, { error: `must have at most ${most.path} characters` });

export const listOf = <Item extends z.ZodType>(item: Item, what = 'texts', longest: number = most.files) =>
  z
    .array(item, { error: `must be a list of ${what}` })
    .refine((items) => items.length <= longest, { error: `must have at most ${longest}` });
export const paths = listOf(path, 'paths');

export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}

export const count = z.int({ error: 'must be a whole number' }).refine((value) => value >= 0, { error: 'must not be negative' });

/** Said once, at the tool that is called first. */
export const compact = flag.exactOptional();

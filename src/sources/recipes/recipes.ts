import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { SourceKind } from '../context.ts';
import { isRecord } from '../../system/index.ts';
import { context7 } from './context7.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import type { Offer, Recipe } from './recipe.ts';
import { sentry } from './sentry.ts';

/** The makes of servers that snap knows. */
export const recipes: readonly Recipe[] = [github, gitlab, sentry, context7];

/**
 * The make of a server by its tools; `undefined` for one that snap does not know.
 * @param kind looks for this kind alone: a gateway may have the tools of several.
 */
export function recipeFor(tools: readonly Tool[], kind?: SourceKind): Recipe | undefined {
  return recipes.find((recipe) => (kind === undefined || recipe.kind === kind) && recipe.fits(offerOf(tools, recipe, () => true)));
}

/** Of a server's tools those that may be called: on the recipe's list, with its parameters, and not said to change anything. */
export function offerOf(tools: readonly Tool[], recipe: Recipe, counts: (tool: Tool) => boolean = isReadOnly): Offer {
  const usable = new Map(tools.filter((tool) => counts(tool)).map((tool) => [tool.name, tool]));
  const takes = (name: string, parameter: string): boolean => {
    const tool = usable.get(name);
    return tool !== undefined && Object.hasOwn(propertiesOf(tool), parameter);
  };
  return {
    takes: (name, parameter) => (Object.hasOwn(recipe.tools, name) ? takes(name, parameter) : false),
    has(name) {
      const needed = Object.hasOwn(recipe.tools, name) ? recipe.tools[name] : undefined;
      // A sibling that is never called only helps to recognise a server.
      if (needed === undefined) return tools.some((tool) => tool.name === name);
      return usable.has(name) && needed.every((parameter) => takes(name, parameter));
    },
  };
}

/** A tool whose server says that it changes or destroys something is never called, whatever its name. */
export function isReadOnly({ annotations }: Tool): boolean {
  return annotations?.readOnlyHint !== false && annotations?.destructiveHint !== true;
}

export function propertiesOf({ inputSchema }: Tool): Readonly<Record<string, unknown>> {
  return isRecord(inputSchema.properties) ? inputSchema.properties : {};
}

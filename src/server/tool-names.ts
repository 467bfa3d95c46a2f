import assistants from './assistants.json' with { type: 'json' };

/** How the names of tools are written in `tools/list`: `intelligence.capture`, or `intelligence_capture`. */
export type Spelling = 'dots' | 'underscores';

/**
 * How an assistant that calls itself `client` (`clientInfo.name`) is shown the names. The protocol allows dots, so one that is not known
 * gets the names unchanged. https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names
 */
export function spellingFor(client: string | undefined): Spelling {
  const name = client?.toLowerCase() ?? '';
  return assistants.withoutDots.some((start) => name.startsWith(start)) ? 'underscores' : 'dots';
}

export function spelled(name: string, spelling: Spelling): string {
  return spelling === 'dots' ? name : name.replaceAll('.', '_');
}

/** The one of that name, in either spelling: some assistants change the dots on their own. */
export function findByName<T extends { readonly name: string }>(tools: readonly T[], name: string): T | undefined {
  return tools.find((tool) => tool.name === name) ?? tools.find((tool) => spelled(tool.name, 'underscores') === name);
}

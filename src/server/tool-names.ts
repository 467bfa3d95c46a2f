/** How the names of tools are written in `tools/list`: `intelligence.capture`, or `intelligence_capture`. */
export type Spelling = 'dots' | 'underscores';

/**
 * Assistants that hand the names on to a model which takes letters, digits, `_` and `-` alone, by the beginning of the name they
 * give in `initialize` (any case). Dots are allowed by the protocol, so whoever is not known gets the names as they are.
 * https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names
 */
export const withoutDots: readonly { readonly start: string; readonly source: `https://${string}` }[] = [
  // Claude Code ("claude-code"), Claude Desktop ("claude-ai"): the API's pattern is ^[a-zA-Z0-9_-]{1,128}$.
  { start: 'claude', source: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use' },
  // Claude Desktop names a server's own process so.
  { start: 'local-agent-mode-', source: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use' },
  { start: 'codex', source: 'https://github.com/openai/codex/issues/8174' },
  { start: 'openai', source: 'https://github.com/openai/codex/issues/8174' },
  { start: 'copilot', source: 'https://github.com/github/copilot-cli/issues/2581' },
  { start: 'github-copilot', source: 'https://github.com/github/copilot-cli/issues/2581' },
  { start: 'github copilot', source: 'https://github.com/github/copilot-cli/issues/2581' },
  // Calls with underscores what was listed with dots.
  { start: 'cursor', source: 'https://github.com/gemini-cli-extensions/workspace/issues/168' },
];

/** How an assistant of this name (`clientInfo.name`) is shown the names. */
export function spellingFor(client: string | undefined): Spelling {
  const name = client?.toLowerCase() ?? '';
  return withoutDots.some(({ start }) => name.startsWith(start)) ? 'underscores' : 'dots';
}

export function spelled(name: string, spelling: Spelling): string {
  return spelling === 'dots' ? name : name.replaceAll('.', '_');
}

/** The one of that name, in either spelling: some assistants change the dots on their own. */
export function findByName<T extends { readonly name: string }>(tools: readonly T[], name: string): T | undefined {
  return tools.find((tool) => tool.name === name) ?? tools.find((tool) => spelled(tool.name, 'underscores') === name);
}

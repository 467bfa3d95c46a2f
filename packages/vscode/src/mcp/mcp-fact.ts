import type { McpFact } from '../gates/facts.ts';

/** What decides whether the assistant of this editor can use snap. */
export interface McpSeen {
  readonly takesProviders: boolean;
  readonly isWanted: boolean | undefined;
  /** How many entries in the editor's own files start snap, and how many have its name and start something else. */
  readonly ours: number;
  readonly foreign: number;
}

/** For the gate: the extension gives the server, or an entry does. */
export function mcpFactOf({ foreign, isWanted, ours, takesProviders }: McpSeen): McpFact {
  if (takesProviders && isWanted === true) return { kind: 'configured', by: 'provider' };
  if (ours > 0) return { kind: 'configured', by: 'entry' };
  if (isWanted === false) return { kind: 'missing', why: 'declined' };
  return { kind: 'missing', why: foreign > 0 ? 'foreign' : 'not-asked' };
}

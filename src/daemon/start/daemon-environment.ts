import type { System } from '../../system/index.ts';

/**
 * The environment of a daemon: that of its starter, without what belongs to the starter alone. It outlives its starter and works for others, so what
 * points to one project, one terminal, or changes how Node runs is left out.
 */
export function daemonEnvironment(env: System['env']): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !belongsToStarter(name)));
}

function belongsToStarter(name: string): boolean {
  // Windows compares these names without case.
  const upper = name.toUpperCase();
  return exact.has(upper) || prefixes.some((prefix) => upper.startsWith(prefix));
}

const exact = new Set(['NODE_OPTIONS', 'NODE_CHANNEL_FD', 'NODE_V8_COVERAGE', 'PWD', 'OLDPWD', 'INIT_CWD', 'SVC_MCP_INTELLIGENCE_SURFACE']);
const prefixes = ['GIT_', 'NPM_', 'VITEST'];

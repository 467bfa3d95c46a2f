import type { Server } from '../../clients/index.ts';
import type { SourceKind } from '../context.ts';

/**
 * How the known servers are started and called. Their documentation, read 2026-11-22:
 * https://github.com/github/github-mcp-server (v1.10.1), https://docs.gitlab.com/user/gitlab_duo/model_context_protocol/mcp_server/,
 * https://github.com/getsentry/sentry-mcp (0.37.0), https://github.com/upstash/context7 (4.0.3).
 */
const spellings: readonly Row[] = [
  ['code_host', 'github', /github-mcp-server|api\.githubcopilot\.com\/mcp|server-github\b/i],
  ['code_host', 'gitlab', /server-gitlab\b|\/api\/v4\/mcp\b|\bmcp-gitlab\b|\bgitlab-mcp\b/i],
  ['error_tracker', 'sentry', /@sentry\/mcp-server|\bmcp\.sentry\.dev\b|\bsentry-mcp\b|\bmcp-sentry\b/i],
  ['docs_source', 'context7', /context7/i],
];
const names: readonly Row[] = [
  ['code_host', 'github', /(^|[^a-z])github([^a-z]|$)/i],
  ['code_host', 'gitlab', /(^|[^a-z])gitlab([^a-z]|$)/i],
  ['error_tracker', 'sentry', /(^|[^a-z])sentry([^a-z]|$)/i],
  ['docs_source', 'context7', /(^|[^a-z])context-?7([^a-z0-9]|$)/i],
];

type Row = readonly [kind: SourceKind, make: string, pattern: RegExp];

/** What a server probably is, from how it is started or called, else from its name: its kind, and which recipe. Its tools decide in the end. */
export function guessKind(name: string, server: Server): { readonly kind: SourceKind; readonly make: string } | undefined {
  const words = server.kind === 'command' ? [server.command, ...server.args].join(' ') : server.kind === 'url' ? server.url : '';
  const find = (rows: readonly Row[], text: string): Row | undefined => rows.find(([, , pattern]) => pattern.test(text));
  const [kind, make] = find(spellings, words) ?? find(names, name) ?? [];
  return kind === undefined || make === undefined ? undefined : { kind, make };
}

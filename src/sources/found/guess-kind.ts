import type { Server } from '../../clients/index.ts';
import type { SourceKind } from '../context.ts';

/**
 * How the known servers are started and called. Their documentation, read 2026-11-22:
 * https://github.com/github/github-mcp-server (v1.10.1), https://docs.gitlab.com/user/gitlab_duo/model_context_protocol/mcp_server/,
 * https://github.com/getsentry/sentry-mcp (0.37.0), https://github.com/upstash/context7 (4.0.3).
 */
const spellings: readonly (readonly [SourceKind, RegExp])[] = [
  [
    'code_host',
    /github-mcp-server|api\.githubcopilot\.com\/mcp|server-github\b|server-gitlab\b|\/api\/v4\/mcp\b|\bmcp-gitlab\b|\bgitlab-mcp\b/i,
  ],
  ['error_tracker', /@sentry\/mcp-server|\bmcp\.sentry\.dev\b|\bsentry-mcp\b|\bmcp-sentry\b/i],
  ['docs_source', /context7/i],
];
const names: readonly (readonly [SourceKind, RegExp])[] = [
  ['code_host', /(^|[^a-z])git(hub|lab)([^a-z]|$)/i],
  ['error_tracker', /(^|[^a-z])sentry([^a-z]|$)/i],
  ['docs_source', /(^|[^a-z])context-?7([^a-z0-9]|$)/i],
];

/** What a server probably is, from how it is started or called, else from its name. Its tools have the last word. */
export function guessKind(name: string, server: Server): SourceKind | undefined {
  const words = server.kind === 'command' ? [server.command, ...server.args].join(' ') : server.kind === 'url' ? server.url : '';
  const find = (list: typeof names, text: string): SourceKind | undefined => list.find(([, pattern]) => pattern.test(text))?.[0];
  return find(spellings, words) ?? find(names, name);
}

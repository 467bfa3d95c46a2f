import * as z from 'zod';

/** What external servers are asked for. */
export const sourceKinds = ['code_host', 'error_tracker', 'docs_source'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** A time as ISO 8601. */
const time = z.string();
/** The files that were asked about and that this belongs to, relative to the workspace; empty where the server did not say which. */
const files = z.array(z.string());

const commit = z.object({
  id: z.string().describe('The first 12 characters of the hash'),
  subject: z.string(),
  author: z.string().optional().describe('Name or login, never a mail address'),
  at: time.optional(),
  url: z.string().optional(),
  files,
});

const pullRequest = z.object({
  number: z.number(),
  title: z.string(),
  state: z.enum(['open', 'merged', 'closed']),
  author: z.string().optional(),
  updatedAt: time.optional(),
  url: z.string().optional(),
  files,
});

const issue = z.object({
  number: z.number(),
  title: z.string(),
  state: z.enum(['open', 'closed']),
  labels: z.array(z.string()),
  updatedAt: time.optional(),
  url: z.string().optional(),
  files,
});

const trackedError = z.object({
  id: z.string().describe('As the tracker names it, such as SHOP-4F'),
  title: z.string(),
  culprit: z.string().optional().describe('Where it was thrown, in the words of the tracker'),
  status: z.string().optional(),
  events: z.number().optional().describe('How often it was seen, where the tracker says so'),
  users: z.number().optional(),
  firstSeen: time.optional(),
  lastSeen: time.optional(),
  url: z.string().optional(),
  files,
});

const apiDoc = z.object({
  library: z.string(),
  title: z.string(),
  text: z.string().describe('An excerpt, cut'),
  url: z.string().optional(),
});

const deprecation = z.object({
  library: z.string(),
  text: z.string().describe('The sentence of the documentation that says it'),
  url: z.string().optional(),
});

const libraryVersion = z.object({
  /** As the workspace's manifest writes it. */
  used: z.string().optional(),
  /** Versions that the documentation source has. */
  documented: z.array(z.string()),
  /** The name of the library at the documentation source. */
  id: z.string(),
});

/**
 * What external servers said. A field is there only when at least one server of the kind answered; numbers are of what was answered, and `0`
 * means that it was asked and there is none.
 */
export const sourceContext = z.object({
  code_host: z.object({ recentCommits: z.array(commit), relatedPRs: z.array(pullRequest), issues: z.array(issue) }).optional(),
  error_tracker: z
    .object({
      recentErrors: z.array(trackedError),
      /** The sum of the events of `recentErrors`. */
      errorFrequency: z.number(),
      /** The most users that one of `recentErrors` affected: the same user may be in several. */
      affectedUsers: z.number(),
    })
    .optional(),
  docs_source: z
    .object({
      apiDocs: z.array(apiDoc),
      deprecations: z.array(deprecation),
      /** By the name of the library as the workspace imports it. */
      versionInfo: z.record(z.string(), libraryVersion),
    })
    .optional(),
});

export type SourceContext = z.infer<typeof sourceContext>;
export type SourceCommit = z.infer<typeof commit>;
export type SourcePullRequest = z.infer<typeof pullRequest>;
export type SourceIssue = z.infer<typeof issue>;
export type SourceError = z.infer<typeof trackedError>;
export type SourceApiDoc = z.infer<typeof apiDoc>;
export type SourceDeprecation = z.infer<typeof deprecation>;

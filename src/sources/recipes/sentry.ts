import { at, listIn, plainUrl, textAt } from './fields.ts';
import type { AskedFile, Desk, Recipe } from './recipe.ts';

/**
 * Sentry's server, whose answers are Markdown.
 * https://github.com/getsentry/sentry-mcp/blob/4a109327/packages/mcp-core/src/tools/support/search-issues/formatters.ts (0.37.0, read 2026-11-22)
 */
export const sentry: Recipe = {
  id: 'sentry',
  kind: 'error_tracker',
  title: 'Sentry',
  sends: 'the names of the organization and the project, paths of the files',
  tools: { search_issues: [], find_organizations: [] },
  fits: (offer) =>
    offer.has('search_issues') &&
    !offer.takes('search_issues', 'owner') &&
    (offer.takes('search_issues', 'organizationSlug') ||
      offer.takes('search_issues', 'projectSlugOrId') ||
      siblings.some((name) => offer.has(name))),
  async gather(desk) {
    const organizationSlug = desk.takes('search_issues', 'organizationSlug') ? await organization(desk) : undefined;
    if (organizationSlug === undefined && desk.takes('search_issues', 'organizationSlug')) return;
    const files = desk.files.slice(0, desk.depth === 'shallow' ? 3 : 8);
    await Promise.all(files.map((file) => errors(desk, organizationSlug, file)));
  },
};

/** Tools of the same server that tell it from others with a tool of that name. */
const siblings = ['find_organizations', 'find_projects', 'get_sentry_resource', 'get_issue_details', 'search_events'];

async function organization(desk: Desk): Promise<string | undefined> {
  if (desk.organization !== undefined) return desk.organization;
  const answer = await desk.call('find_organizations', {});
  if (answer === undefined) return undefined;
  const listed = listIn(at(answer.data, 'organizations'))?.flatMap((item) => textAt(item, 'slug') ?? []);
  // Before 0.30 the answer was Markdown, with a heading for each.
  const slugs = listed ?? Array.from(answer.text.matchAll(/^##? \*\*([\w.-]+)\*\*/gm), ([, slug = '']) => slug);
  if (slugs.length === 1) return slugs[0];
  desk.fail({
    state: 'failed',
    why:
      slugs.length === 0
        ? 'lists no organization that its key may read.'
        : 'lists several organizations: name the right one in the setting sources.error_tracker.organization.',
  });
  return undefined;
}

async function errors(desk: Desk, organizationSlug: string | undefined, file: AskedFile): Promise<void> {
  const query = `is:unresolved stack.filename:"*${stackName(file.inRepository)}"`;
  const answer = await desk.call('search_issues', {
    ...(organizationSlug === undefined ? {} : { organizationSlug }),
    ...(desk.project === undefined ? {} : { projectSlugOrId: desk.project, projectSlug: desk.project }),
    query,
    naturalLanguageQuery: query,
    sort: 'freq',
    limit: desk.depth === 'shallow' ? 5 : 20,
  });
  if (answer === undefined) return;
  const found = parseIssues(answer.text, desk.now);
  if (found === undefined) {
    desk.fail({ state: 'failed', why: 'sent an answer that snap does not understand.' });
    return;
  }
  desk.answered();
  for (const error of found) desk.gathered.error({ ...error, files: [file.path] });
}

/** The last two parts without the ending: what is compiled has another one, and builds are in another folder. */
function stackName(path: string): string {
  const parts = path.replace(/\.[^./]+$/, '').split('/');
  return `${parts
    .slice(-2)
    .join('/')
    .replaceAll(/["\\*]/g, '')}.*`;
}

type ParsedError = Omit<Parameters<Desk['gathered']['error']>[0], 'files'>;

/** The list of issues in Markdown; `undefined` for a text that is no such list. */
export function parseIssues(markdown: string, now: Date): readonly ParsedError[] | undefined {
  const parts = markdown.split(/^## \d+\. \[/m);
  if (parts.length === 1) return /no issues found/i.test(markdown) ? [] : undefined;
  return parts.slice(1).flatMap((part) => {
    const [, id, address = ''] = /^([\w.-]{1,100})\]\(([^)\s]*)\)/.exec(part) ?? [];
    const title = /^\*\*(.+)\*\*\s*$/m.exec(part)?.[1];
    if (id === undefined || title === undefined) return [];
    const field = (name: string): string | undefined => new RegExp(`^- \\*\\*${name}\\*\\*:\\s*(.+)$`, 'm').exec(part)?.[1]?.trim();
    const count = (name: string): number | undefined => {
      const value = field(name);
      return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
    };
    const line = (text: string | undefined): string | undefined => textAt({ text: text?.replaceAll('`', '') }, 'text');
    return [
      {
        id,
        title: line(title) ?? id,
        culprit: line(field('Culprit')),
        status: line(field('Status')),
        events: count('Events'),
        users: count('Users'),
        firstSeen: seenAt(field('First seen'), now),
        lastSeen: seenAt(field('Last seen'), now),
        url: plainUrl(address),
      },
    ];
  });
}

/** `3 hours ago`, `2 days ago`, `2026-08-01`. */
function seenAt(text: string | undefined, now: Date): string | undefined {
  if (text === undefined) return undefined;
  const [, amount = '', unit = ''] = /^(\d{1,4}) (minute|hour|day)s? ago$/.exec(text) ?? [];
  const units: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
  const length = units[unit];
  // Not more exact than it was said.
  if (length !== undefined) return new Date(Math.floor((now.getTime() - Number(amount) * length) / 3_600_000) * 3_600_000).toISOString();
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

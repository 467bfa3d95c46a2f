import { wordsIn } from '../../text/index.ts';
import type { SourceIssue, SourcePullRequest } from '../context.ts';
import { fileNameOf } from '../../workspace/index.ts';
import { at, filesNamedIn, firstText, isTelling, listIn, numberAt, searchWords, textAt, timeAt, urlAt } from './fields.ts';
import type { Answered, AskedFile, Desk, Recipe } from './recipe.ts';

/**
 * GitHub's own server, and the earlier one of the protocol's authors with the same names (`search_issues` with `q`).
 * https://github.com/github/github-mcp-server/tree/v1.10.1/pkg/github/__toolsnaps__ (read 2026-11-22)
 */
export const github: Recipe = {
  id: 'github',
  kind: 'code_host',
  title: 'GitHub',
  sends: 'the owner and name of the repository, paths and names of the files',
  tools: {
    list_commits: ['owner', 'repo', 'path'],
    search_pull_requests: ['query'],
    list_pull_requests: ['owner', 'repo'],
    search_issues: [],
    list_issues: ['owner', 'repo'],
  },
  fits: ({ takes }) => takes('list_commits', 'owner') && takes('list_commits', 'repo'),
  async gather(desk) {
    const { repository } = desk;
    if (repository === undefined || repository.host === 'gitlab' || repository.host === 'other') {
      desk.fail({
        state: 'failed',
        why:
          repository === undefined
            ? 'was not asked: git of this workspace names no remote repository. The setting sources.code_host.repository can.'
            : 'was not asked: the remote repository of this workspace is not at GitHub.',
      });
      return;
    }
    const [owner = '', repo = '', more] = repository.path.split('/');
    if (more !== undefined) return;
    const files = desk.files.slice(0, desk.depth === 'shallow' ? 3 : 8);
    const searched = files.slice(0, desk.depth === 'shallow' ? 2 : 5);
    await Promise.all([
      ...files.map((file) => commits(desk, { owner, repo }, file)),
      pulls(desk, { owner, repo }, searched),
      issues(desk, { owner, repo }, searched),
    ]);
  },
};

interface Place {
  readonly owner: string;
  readonly repo: string;
}

async function commits(desk: Desk, place: Place, file: AskedFile): Promise<void> {
  const answer = await desk.call('list_commits', {
    ...place,
    path: file.inRepository,
    perPage: desk.depth === 'shallow' ? 5 : 15,
    fields: ['sha', 'html_url', 'commit', 'author'],
  });
  for (const item of listOf(desk, answer) ?? []) {
    const id = textAt(item, 'sha');
    const message = at(item, 'commit', 'message');
    const subject = typeof message === 'string' ? textAt({ subject: message.split('\n', 1)[0] }, 'subject') : undefined;
    if (id === undefined || subject === undefined) continue;
    const when = timeAt(item, 'commit.author.date', 'commit.committer.date');
    desk.gathered.commit({
      id,
      subject,
      author: firstText(item, 'author.login', 'commit.author.name'),
      at: when,
      url: urlAt(item, 'html_url'),
      files: [file.path],
    });
    const merged = mergedBy(subject, typeof message === 'string' ? message : '');
    if (merged !== undefined) desk.gathered.pullRequest({ ...merged, state: 'merged', updatedAt: when, files: [file.path] });
  }
}

async function pulls(desk: Desk, place: Place, files: readonly AskedFile[]): Promise<void> {
  const fields = ['number', 'title', 'body', 'state', 'html_url', 'user', 'updated_at', 'closed_at', 'pull_request'];
  const perPage = desk.depth === 'shallow' ? 5 : 10;
  if (!desk.has('search_pull_requests')) {
    const answer = await desk.call('list_pull_requests', { ...place, state: 'open', sort: 'updated', direction: 'desc', perPage: 20 });
    for (const item of listOf(desk, answer) ?? []) pull(desk, item, true);
    return;
  }
  const ask = async (file: AskedFile): Promise<void> => {
    const query = desk.takes('search_pull_requests', 'owner') ? '' : `repo:${place.owner}/${place.repo} `;
    const args = { ...place, query: `${query}"${searchWords(file.inRepository)}"`, sort: 'updated', order: 'desc', perPage, fields };
    for (const item of listOf(desk, await desk.call('search_pull_requests', args)) ?? []) pull(desk, item);
  };
  await Promise.all(files.map(ask));
}

/** @param onlyNamed leaves out what names none of the files. */
function pull(desk: Desk, item: unknown, onlyNamed = false): void {
  const found = titled(desk, item);
  if (found === undefined || (onlyNamed && found.files.length === 0)) return;
  const isMerged = timeAt(item, 'pull_request.merged_at', 'merged_at') !== undefined || at(item, 'merged') === true;
  const state: SourcePullRequest['state'] = isMerged ? 'merged' : textAt(item, 'state') === 'closed' ? 'closed' : 'open';
  desk.gathered.pullRequest({ ...found, state, author: textAt(item, 'user', 'login') });
}

async function issues(desk: Desk, place: Place, files: readonly AskedFile[]): Promise<void> {
  const fields = ['number', 'title', 'body', 'state', 'html_url', 'labels', 'updated_at', 'pull_request'];
  const ask = async (file: AskedFile): Promise<void> => {
    const words = searchWords(file.inRepository);
    const scope = desk.takes('search_issues', 'owner') ? '' : `repo:${place.owner}/${place.repo} is:issue `;
    const query = `${scope}${scope === '' ? words : `"${words}"`}`;
    const args = { ...place, query, q: query, perPage: desk.depth === 'shallow' ? 5 : 10, fields };
    for (const item of listOf(desk, await desk.call('search_issues', args)) ?? []) issue(desk, item);
  };
  if (desk.has('search_issues')) await Promise.all(files.filter((file) => isTelling(fileNameOf(file.path))).map(ask));
  else for (const item of listOf(desk, await desk.call('list_issues', { ...place, state: 'OPEN', perPage: 20 })) ?? []) issue(desk, item);
}

function issue(desk: Desk, item: unknown): void {
  const found = titled(desk, item);
  // Search by meaning brings what only sounds like it.
  if (found === undefined || at(item, 'pull_request') !== undefined || (found.files.length === 0 && !hasWord(desk, found.title))) return;
  const labels = listIn(at(item, 'labels')) ?? [];
  const names = labels.flatMap((label) => (typeof label === 'string' ? [label] : (textAt(label, 'name') ?? [])));
  const state = /^closed$/i.test(textAt(item, 'state') ?? '') ? 'closed' : 'open';
  desk.gathered.issue({ ...found, state, labels: names.slice(0, 8).flatMap((name) => textAt({ name }, 'name') ?? []) });
}

/** Whether a title has a word of the task. */
export function hasWord({ words }: Pick<Desk, 'words'>, title: string): boolean {
  return wordsIn(title).some((word) => word.length >= 4 && words.has(word));
}

function titled(desk: Desk, item: unknown): Pick<SourceIssue, 'number' | 'title' | 'updatedAt' | 'url' | 'files'> | undefined {
  const number = numberAt(item, 'number');
  const title = textAt(item, 'title');
  if (number === undefined || title === undefined) return undefined;
  const body = at(item, 'body');
  const files = filesNamedIn(`${title}\n${typeof body === 'string' ? body : ''}`, desk.files);
  return { number, title, updatedAt: timeAt(item, 'updated_at', 'updatedAt', 'created_at'), url: urlAt(item, 'html_url'), files };
}

/** The list of an answer; an answer without one is noted. */
function listOf(desk: Desk, answer: Answered | undefined): readonly unknown[] | undefined {
  if (answer === undefined) return undefined;
  const list = listIn(answer.data, 'items', 'issues', 'pull_requests');
  if (list === undefined) desk.fail({ state: 'failed', why: 'sent an answer that snap does not understand.' });
  else desk.answered();
  return list;
}

/** The pull request that a commit says it came from: `Fix the login (#12)`, `Merge pull request #12 from …`. */
function mergedBy(subject: string, message: string): { readonly number: number; readonly title: string } | undefined {
  const squashed = /^(.+?)\s*\(#(\d{1,9})\)$/.exec(subject);
  if (squashed !== null) return { number: Number(squashed[2]), title: squashed[1] ?? '' };
  const merged = /^Merge pull request #(\d{1,9}) from /.exec(subject);
  const title = message.split('\n').find((line, i) => i > 0 && line.trim() !== '');
  return merged === null || title === undefined ? undefined : { number: Number(merged[1]), title: title.trim().slice(0, 200) };
}

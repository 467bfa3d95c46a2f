import type { SourceIssue, SourcePullRequest } from '../context.ts';
import { fileNameOf } from '../../workspace/index.ts';
import { at, filesNamedIn, firstText, isTelling, listIn, numberAt, searchWords, textAt, timeAt, urlAt } from './fields.ts';
import { hasWord } from './github.ts';
import type { Answered, AskedFile, Desk, Recipe } from './recipe.ts';

/**
 * GitLab's own server: https://docs.gitlab.com/user/gitlab_duo/model_context_protocol/mcp_server_tools/ and its tools in
 * https://github.com/gitlabhq/gitlabhq/tree/master/app/services/mcp/tools (commit 146e7e93); the usual one of the community has the same names:
 * https://github.com/zereight/gitlab-mcp (2.1.52). Read 2026-11-22.
 */
export const gitlab: Recipe = {
  id: 'gitlab',
  kind: 'code_host',
  title: 'GitLab',
  sends: 'the path of the project, paths and names of the files',
  tools: {
    list_commits: ['project_id', 'path'],
    list_merge_requests: ['project_id', 'search'],
    list_issues: ['project_id', 'search'],
    search: ['scope', 'search', 'project_id'],
    gitlab_search: ['scope', 'search', 'project_id'],
  },
  fits: ({ takes }) =>
    takes('list_commits', 'project_id') ||
    takes('gitlab_search', 'project_id') ||
    (takes('search', 'project_id') && takes('search', 'scope')),
  async gather(desk) {
    const { repository } = desk;
    if (repository === undefined || repository.host === 'github' || repository.host === 'other') {
      desk.fail({
        state: 'failed',
        why:
          repository === undefined
            ? 'was not asked: git of this workspace names no remote repository. The setting sources.code_host.repository can.'
            : 'was not asked: the remote repository of this workspace is not at GitLab.',
      });
      return;
    }
    const project = repository.path;
    const files = desk.files.slice(0, desk.depth === 'shallow' ? 3 : 8);
    const searched = files.filter(({ path }) => isTelling(fileNameOf(path))).slice(0, desk.depth === 'shallow' ? 2 : 5);
    await Promise.all([
      ...(desk.has('list_commits') ? files.map((file) => commits(desk, project, file)) : []),
      ...searched.map((file) => mergeRequests(desk, project, file)),
      ...searched.map((file) => issues(desk, project, file)),
    ]);
  },
};

async function commits(desk: Desk, project: string, file: AskedFile): Promise<void> {
  const most = desk.depth === 'shallow' ? 5 : 15;
  const answer = await desk.call('list_commits', { project_id: project, path: file.inRepository, first: most, per_page: most });
  for (const item of listOf(desk, answer) ?? []) {
    // GraphQL has `sha`; REST has the hash in `id`.
    const id = textAt(item, 'sha') ?? textAt(item, 'id');
    const subject = textAt(item, 'title');
    if (id === undefined || !/^[0-9a-f]{7,64}$/.test(id) || subject === undefined) continue;
    desk.gathered.commit({
      id,
      subject,
      author: firstText(item, 'authorName', 'author_name'),
      at: timeAt(item, 'committedDate', 'authoredDate', 'committed_date', 'authored_date', 'created_at'),
      url: urlAt(item, 'webUrl', 'web_url'),
      files: [file.path],
    });
  }
}

async function mergeRequests(desk: Desk, project: string, file: AskedFile): Promise<void> {
  const words = searchWords(file.inRepository);
  const most = desk.depth === 'shallow' ? 5 : 10;
  const args = { project_id: project, search: words, first: most, per_page: most };
  const answer = desk.has('list_merge_requests')
    ? await desk.call('list_merge_requests', args)
    : await desk.call(searchTool(desk), { ...args, scope: 'merge_requests' });
  for (const item of listOf(desk, answer) ?? []) {
    const found = titled(desk, item, file);
    if (found === undefined) continue;
    const said = textAt(item, 'state') ?? '';
    const state: SourcePullRequest['state'] = said === 'merged' ? 'merged' : said === 'closed' ? 'closed' : 'open';
    desk.gathered.pullRequest({ ...found, state, author: firstText(item, 'author.username', 'author.name') });
  }
}

async function issues(desk: Desk, project: string, file: AskedFile): Promise<void> {
  const words = searchWords(file.inRepository);
  const most = desk.depth === 'shallow' ? 5 : 10;
  const args = { project_id: project, search: words, first: most, per_page: most };
  // Without `scope` the community's server lists only what the person wrote.
  const answer = desk.has('list_issues')
    ? await desk.call('list_issues', { ...args, scope: 'all' })
    : await desk.call(searchTool(desk), { ...args, scope: 'issues' });
  for (const item of listOf(desk, answer) ?? []) {
    const found = titled(desk, item, file);
    if (found === undefined || (found.files.length === 0 && !hasWord(desk, found.title))) continue;
    const labels = (listIn(at(item, 'labels'), 'nodes') ?? []).flatMap((label) =>
      typeof label === 'string' ? (textAt({ label }, 'label') ?? []) : (firstText(label, 'title', 'name') ?? []),
    );
    desk.gathered.issue({ ...found, state: textAt(item, 'state') === 'closed' ? 'closed' : 'open', labels: labels.slice(0, 8) });
  }
}

function searchTool(desk: Desk): string {
  return desk.has('search') ? 'search' : 'gitlab_search';
}

function titled(
  desk: Desk,
  item: unknown,
  file: AskedFile,
): Pick<SourceIssue, 'number' | 'title' | 'updatedAt' | 'url' | 'files'> | undefined {
  const number = numberAt(item, 'iid');
  const title = textAt(item, 'title');
  if (number === undefined || title === undefined) return undefined;
  const description = at(item, 'description');
  const named = filesNamedIn(`${title}\n${typeof description === 'string' ? description : ''}`, desk.files);
  // Compact answers have no description: then the search itself found the name.
  const files = named.length > 0 || typeof description === 'string' ? named : [file.path];
  return { number, title, updatedAt: timeAt(item, 'updatedAt', 'updated_at', 'created_at'), url: urlAt(item, 'webUrl', 'web_url'), files };
}

function listOf(desk: Desk, answer: Answered | undefined): readonly unknown[] | undefined {
  if (answer === undefined) return undefined;
  const list = listIn(answer.data, 'nodes', 'items');
  if (list === undefined) desk.fail({ state: 'failed', why: 'sent an answer that snap does not understand.' });
  else desk.answered();
  return list;
}

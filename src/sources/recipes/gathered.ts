import { wordsIn } from '../../text/index.ts';
import type {
  SourceApiDoc,
  SourceCommit,
  SourceContext,
  SourceDeprecation,
  SourceError,
  SourceIssue,
  SourceKind,
  SourcePullRequest,
} from '../context.ts';

type Versions = NonNullable<SourceContext['docs_source']>['versionInfo'];

/** What the servers of one question have answered so far. The same thing from two calls is one, with the files of both. */
export class Gathered {
  readonly #answered = new Set<SourceKind>();
  readonly #commits = new Map<string, SourceCommit>();
  readonly #pulls = new Map<number, SourcePullRequest>();
  readonly #issues = new Map<number, SourceIssue>();
  readonly #errors = new Map<string, SourceError>();
  readonly #docs = new Map<string, SourceApiDoc>();
  readonly #deprecations = new Map<string, SourceDeprecation>();
  readonly #versions = new Map<string, Versions[string]>();

  /** A server of this kind answered, whatever it found. */
  answered(kind: SourceKind): void {
    this.#answered.add(kind);
  }

  kinds(): ReadonlySet<SourceKind> {
    return this.#answered;
  }

  commit(commit: SourceCommit): void {
    this.#commits.set(commit.id, withFiles(commit, this.#commits.get(commit.id)));
  }

  pullRequest(pull: SourcePullRequest): void {
    const known = this.#pulls.get(pull.number);
    // What a commit's subject says of it is less than what the host says.
    this.#pulls.set(pull.number, known?.url !== undefined && pull.url === undefined ? withFiles(known, pull) : withFiles(pull, known));
  }

  issue(issue: SourceIssue): void {
    this.#issues.set(issue.number, withFiles(issue, this.#issues.get(issue.number)));
  }

  error(error: SourceError): void {
    this.#errors.set(error.id, withFiles(error, this.#errors.get(error.id)));
  }

  apiDoc(doc: SourceApiDoc): void {
    this.#docs.set(`${doc.library}\0${doc.title}`, doc);
  }

  deprecation(deprecation: SourceDeprecation): void {
    this.#deprecations.set(`${deprecation.library}\0${deprecation.text}`, deprecation);
  }

  version(library: string, version: Versions[string]): void {
    this.#versions.set(library, version);
  }

  /** Everything until now, the most fitting first, cut to what an answer of this depth holds. */
  context(depth: 'shallow' | 'deep', words: ReadonlySet<string>): SourceContext {
    const most = depth === 'shallow' ? shallow : deep;
    const context: SourceContext = {};
    if (this.#answered.has('code_host')) {
      context.code_host = {
        recentCommits: [...this.#commits.values()].toSorted((a, b) => later(a.at, b.at)).slice(0, most.commits),
        relatedPRs: ranked([...this.#pulls.values()], words).slice(0, most.pulls),
        issues: ranked([...this.#issues.values()], words).slice(0, most.issues),
      };
    }
    if (this.#answered.has('error_tracker')) {
      const recentErrors = [...this.#errors.values()].toSorted((a, b) => (b.events ?? 0) - (a.events ?? 0)).slice(0, most.errors);
      context.error_tracker = {
        recentErrors,
        errorFrequency: recentErrors.reduce((sum, { events = 0 }) => sum + events, 0),
        affectedUsers: Math.max(0, ...recentErrors.map(({ users = 0 }) => users)),
      };
    }
    if (this.#answered.has('docs_source')) {
      context.docs_source = {
        apiDocs: [...this.#docs.values()].slice(0, most.docs).map((doc) => ({ ...doc, text: cutTo(doc.text, most.text) })),
        deprecations: [...this.#deprecations.values()].slice(0, most.docs),
        versionInfo: Object.fromEntries(this.#versions),
      };
    }
    return context;
  }
}

const shallow = { commits: 10, pulls: 5, issues: 5, errors: 5, docs: 4, text: 400 };
const deep = { commits: 30, pulls: 15, issues: 15, errors: 20, docs: 12, text: 1500 };

function withFiles<T extends { files: string[] }>(one: T, known: { readonly files: readonly string[] } | undefined): T {
  return known === undefined ? one : { ...one, files: [...new Set([...known.files, ...one.files])] };
}

function later(a: string | undefined, b: string | undefined): number {
  return (Date.parse(b ?? '') || 0) - (Date.parse(a ?? '') || 0);
}

type Titled = SourcePullRequest | SourceIssue;

/** Open ones with a file first, then those whose title has words of the task, then the newest. */
function ranked<T extends Titled>(list: readonly T[], words: ReadonlySet<string>): readonly T[] {
  const score = ({ files, state, title }: Titled): number => {
    const inTitle = wordsIn(title).filter((word) => word.length >= 4 && words.has(word));
    return Math.min(files.length, 2) * 2 + (state === 'open' ? 1 : 0) + Math.min(inTitle.length, 3);
  };
  return list.toSorted((a, b) => score(b) - score(a) || later(a.updatedAt, b.updatedAt) || b.number - a.number);
}

function cutTo(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`;
}

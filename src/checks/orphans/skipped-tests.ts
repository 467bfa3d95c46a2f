import { lineIndex } from '../../text/index.ts';
import { examineFiles } from '../files/examine-files.ts';
import { maskText } from '../syntax/mask-text.ts';

/** A test that does not run, or one that keeps others from running. */
export interface SkippedTest {
  readonly line: number;
  readonly rule: 'skipped-test' | 'focused-test';
  /** As written: `it.skip`, `@pytest.mark.skip`. */
  readonly mark: string;
}

interface Recognizer {
  readonly files: RegExp;
  readonly language: 'python' | 'go' | 'rust' | 'java' | 'script';
  readonly marks: readonly (readonly [rule: SkippedTest['rule'], expression: RegExp])[];
}

/** https://vitest.dev/api/, https://jestjs.io/docs/api, https://docs.pytest.org/en/stable/how-to/skipping.html, https://pkg.go.dev/testing, https://doc.rust-lang.org/reference/attributes/testing.html, https://docs.junit.org (read 2026-11-22) */
const recognizers: readonly Recognizer[] = [
  {
    files: /\.[cm]?[jt]sx?$/,
    language: 'script',
    marks: [
      [
        'focused-test',
        /(?<![\w$.])(?:(?:describe|it|test|suite|context|specify)(?:\.(?:concurrent|sequential|serial|parallel|each))*\.only|fdescribe|fit|ftest)\b(?=\s*(?:\(|\.|`))/g,
      ],
      [
        'skipped-test',
        /(?<![\w$.])(?:(?:describe|it|test|suite|context|specify)(?:\.(?:concurrent|sequential|serial|parallel))*\.(?:skip|todo|fixme)|xdescribe|xit|xtest|xcontext)\b(?=\s*(?:\(|\.|`))/g,
      ],
    ],
  },
  {
    files: /\.py$/,
    language: 'python',
    marks: [['skipped-test', /@(?:pytest\.mark|unittest)\.skip\b|\b(?:pytest\.skip|self\.skipTest)\s*(?=\()/g]],
  },
  { files: /_test\.go$/, language: 'go', marks: [['skipped-test', /\b[tb]\.(?:Skip|Skipf|SkipNow)\s*(?=\()/g]] },
  { files: /\.rs$/, language: 'rust', marks: [['skipped-test', /#\[ignore\b[^\]]*\]/g]] },
  { files: /\.(?:java|kt)$/, language: 'java', marks: [['skipped-test', /@(?:Disabled|Ignore)\b(?!\w)/g]] },
];

/** Marks in the code of a test file; those in comments and texts are none. */
export function skippedTests(path: string, text: string): readonly SkippedTest[] {
  const recognizer = recognizers.find(({ files }) => files.test(path));
  if (recognizer === undefined) return [];
  const { language, marks } = recognizer;
  if (language === 'script' && !isScriptTest(path, text)) return [];
  const masked = language === 'script' ? maskScript(text) : maskText(text, language);
  const lines = lineIndex(masked);
  return marks
    .flatMap(([rule, expression]) =>
      Array.from(masked.matchAll(expression), ({ 0: mark, index }) => ({ rule, mark: mark.trim(), line: lines.lineAt(index) })),
    )
    .toSorted((a, b) => a.line - b.line);
}

/** The job `checks/find-skipped-tests`. */
export default examineFiles<undefined, readonly SkippedTest[]>(async () => (path, text) => {
  const found = skippedTests(path, text);
  return found.length === 0 ? undefined : found;
});

function isScriptTest(path: string, text: string): boolean {
  return (
    /(?:^|\/)(?:__tests__|tests?|spec|e2e|cypress)\/|[._-](?:test|spec|cy|e2e)\.[cm]?[jt]sx?$/.test(path) ||
    /from ['"](?:vitest|node:test|@jest\/globals|bun:test|@playwright\/test)['"]/.test(text)
  );
}

/** Comments and texts of JavaScript as spaces. A regular expression with a quote in it may hide the rest of its line, and no more. */
function maskScript(text: string): string {
  const part = /\/\*[^]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[^]|[^`\\])*`/g;
  return text.replaceAll(part, (found) => found.replaceAll(/[^\n]/g, ' '));
}

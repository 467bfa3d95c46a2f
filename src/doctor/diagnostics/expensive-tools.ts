import { defineDiagnostic } from '../diagnostic.ts';
import { calledEntries } from '../judging/answers/called-entries.ts';

/** Each conversation begins with the list of tools. */
export default defineDiagnostic({
  id: 'expensive-tools',
  severity: 'info',
  summary: "The list of tools of one server uses a large part of the model's context.",
  *detect(setup) {
    for (const { entry, answer } of calledEntries(setup, 'answered')) {
      if (answer.tokens <= much) continue;
      const { tokens, tools } = answer;
      yield {
        entry,
        message: `The list of ${tools.length} tools of "${entry.entry.name}" uses about ${rounded(tokens)} tokens of every conversation.`,
        hint: 'Switch off the tools you do not use, in the server or in the assistant, if answers are slow or costly.',
      };
    }
  },
});

const much = 10_000;

function rounded(tokens: number): string {
  return (Math.round(tokens / 100) * 100).toLocaleString('en-US');
}

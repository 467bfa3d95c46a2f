import { defineDiagnostic } from '../diagnostic.ts';

export default defineDiagnostic({
  id: 'interrupted-change',
  severity: 'warning',
  summary: 'A change of snap was interrupted before it was finished.',
  *detect({ interrupted }) {
    for (const [index, text] of interrupted.entries()) {
      yield {
        message: `A change of snap's own stands half done: ${text}.`,
        hint: 'Any other command of snap that writes does the same. "snap mcp history" shows what the change was about.',
        detail: String(index),
      };
    }
  },
});

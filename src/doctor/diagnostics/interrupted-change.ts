import { defineDiagnostic } from '../diagnostic.ts';
import { capitalize } from '../../system/index.ts';

export default defineDiagnostic({
  id: 'interrupted-change',
  severity: 'warning',
  summary: 'A change made by snap was interrupted before it was finished.',
  *detect({ interrupted }) {
    for (const [index, text] of interrupted.entries()) {
      yield {
        message: `${capitalize(text)}.`,
        hint: 'Any other snap command that writes does the same. "snap mcp undo --list" shows the change.',
        detail: String(index),
      };
    }
  },
});

import { hidesText } from '../../../system/index.ts';
import { lineTextAt } from '../../../text/index.ts';
import { isAssistantFile } from '../assistant-files.ts';
import type { Example, Hit, Threat } from '../threat.ts';

// https://trojansource.codes (bidi controls); https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
const bidi = /[\u202A-\u202E\u2066-\u2069]/g;
/** Letters written from right to left: there these controls are part of ordinary text. */
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Every ASCII character has a tag that nobody sees and models read. A flag of a region begins with the black flag and stays. */
const tags = /(?<!\u{1F3F4})(?<![\u{E0020}-\u{E007F}])[\u{E0000}-\u{E007F}]+/gu;
/** One selector belongs to a character; a row of them carries data, a byte each. */
const selectors = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{3,}/gu;
/** Between two ASCII letters or digits nothing has to be joined. */
const inName = /(?<=[A-Za-z0-9_$])[\u200B-\u200D\u2060-\u2064\u180E\u00AD\uFEFF\u3164\uFFA0\u115F\u1160]+(?=[A-Za-z0-9_$])/g;
/** A letter that has no width of its own but is allowed in names of JavaScript. https://certitude.consulting/blog/en/invisible-backdoor/ */
const fillers = /[\u3164\uFFA0\u115F\u1160]/g;

const isCode =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|py|go|rs|java|kt|kts|scala|swift|c|h|cc|cpp|hpp|cs|rb|php|sh|bash|ps1|lua|sql|zig|dart)$/i;

function* find(text: string, path: string): Generator<Hit> {
  // Most files hold none of it, and this one test is cheap. The last one begins every tag and every further variation selector.
  if (
    !/[\u00AD\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uDB40]|[\uFE00-\uFE0F]/.test(text) &&
    !isAssistantFile(path)
  )
    return;
  for (const { index } of text.matchAll(tags))
    yield { at: index, message: 'Tag characters: text that people do not see and models read.', fix: 'Remove it.' };
  for (const { index } of text.matchAll(selectors))
    yield { at: index, message: 'A row of variation selectors: it carries data that nobody sees.', fix: 'Remove it.' };
  const assistants = isAssistantFile(path);
  const code = isCode.test(path);
  for (const { index } of text.matchAll(bidi)) {
    const line = lineTextAt(text, index);
    if (rightToLeft.test(line) || !(code || assistants)) continue;
    yield {
      at: index,
      message: 'A character that changes the direction of the text: what is shown is not what is run.',
      fix: 'Remove it, or write it as an escape.',
    };
  }
  if (code)
    for (const { index } of text.matchAll(inName))
      yield {
        at: index,
        message: 'A character without width inside of a word: two names that look the same are different.',
        fix: 'Remove it.',
      };
  if (code) {
    for (const { index } of text.matchAll(fillers)) {
      if (/[\p{Script=Hangul}]/u.test(lineTextAt(text, index).replaceAll(fillers, ''))) continue;
      yield { at: index, message: 'A letter that cannot be seen (Hangul filler), which is a valid name in code.', fix: 'Remove it.' };
    }
  }
  if (assistants) yield* hiddenLines(text);
}

/** In what assistants read every hidden character counts, one hit a line; emoji and letters that need joiners are none. */
function* hiddenLines(text: string): Generator<Hit> {
  let at = 0;
  for (const line of text.replace(/^\uFEFF/, ' ').split('\n')) {
    const shown = line.replace(/\r$/, '');
    if (hidesText(shown) && !/[\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/u.test(shown))
      yield {
        at,
        severity: 'warning',
        message: 'Characters that people do not see, in a file that assistants follow.',
        fix: 'Remove them.',
      };
    at += line.length + 1;
  }
}

export default {
  id: 'hidden-text',
  severity: 'error',
  message: 'Characters that people do not see.',
  fix: 'Remove them.',
  text: find,
} satisfies Threat;

export const examples: readonly Example[] = [
  { language: 'text', path: 'a.ts', found: 1, code: "if (level !== 'user\u202E \u2066// admin') {" },
  { language: 'text', path: 'README.md', found: 1, code: `Hello${String.fromCodePoint(0xe0049, 0xe0067)}` },
  { language: 'text', path: 'a.ts', found: 1, code: 'const isAdmin\u200B1 = true;' },
  { language: 'text', path: 'a.js', found: 1, code: 'const { timeout,\u3164} = req.query;' },
  { language: 'text', path: 'a.js', found: 1, code: `run("x${'\uFE01'.repeat(20)}")` },
  { language: 'text', path: 'CLAUDE.md', found: 1, code: 'Follow the rules.\u200B\u200B\u200B' },
  { language: 'text', path: 'a.ts', found: 0, code: '\uFEFFconst family = "👨‍👩‍👧‍👦 ❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿";' },
  { language: 'text', path: 'a.ts', found: 0, code: "const greeting = '\u2067שלום\u2069';" },
  { language: 'text', path: 'fa.json', found: 0, code: '{"a": "می\u200Cخواهم"}' },
  { language: 'text', path: 'AGENTS.md', found: 0, code: '\uFEFFUse tabs. 👨‍💻 naïve\r\nÄÖ — “quoted” \u00A0x\r\n' },
];

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanData, cleanJson, cleanLine, cleanText, hidesText, spellHidden, withoutEscapes } from '../../src/system/foreign-text.ts';
import { stride } from '../support/storm.ts';

/** First and last code point of what nobody sees, by class. Written by hand, so that it does not lean on the expressions it checks. */
const classes: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  'C0 controls': [
    [0x00, 0x08],
    [0x0b, 0x1f],
  ],
  'DEL and C1 controls': [[0x7f, 0x9f]],
  'bidi controls': [
    [0x202a, 0x202e],
    [0x2066, 0x2069],
    [0x200e, 0x200f],
    [0x061c, 0x061c],
  ],
  'variation selectors': [
    [0xfe00, 0xfe0f],
    [0xe0100, 0xe01ef],
    [0x180b, 0x180d],
    [0x180f, 0x180f],
  ],
  'tag characters': [
    [0xe0000, 0xe007f],
    [0xe0080, 0xe00ff],
    [0xe01f0, 0xe0fff],
  ],
  'Hangul fillers': [
    [0x115f, 0x1160],
    [0x3164, 0x3164],
    [0xffa0, 0xffa0],
  ],
  'zero width': [
    [0x200b, 0x200d],
    [0x2060, 0x2065],
    [0xfeff, 0xfeff],
    [0x180e, 0x180e],
    [0x00ad, 0x00ad],
    [0x034f, 0x034f],
    [0x17b4, 0x17b5],
  ],
  'deprecated format characters': [[0x206a, 0x206f]],
  'line and paragraph separators': [[0x2028, 0x2029]],
  'annotations and the object replacement': [[0xfff0, 0xfffc]],
  'musical and shorthand formats': [
    [0x1d173, 0x1d17a],
    [0x1bca0, 0x1bca3],
  ],
  'hieroglyph formats': [[0x13430, 0x1343f]],
  noncharacters: [
    [0xfdd0, 0xfdef],
    [0xfffe, 0xffff],
    [0x1fffe, 0x1ffff],
    [0x10fffe, 0x10ffff],
  ],
  'lone surrogates': [[0xd800, 0xdfff]],
  'the blank of Braille': [[0x2800, 0x2800]],
};

const hiddenPoints = Object.values(classes).flatMap((ranges) =>
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i)),
);
const everyHidden = new Set(hiddenPoints);
const hiddenIn = (text: string): readonly string[] =>
  Array.from(text)
    .filter((one) => everyHidden.has(one.codePointAt(0) ?? 0))
    .map((one) => (one.codePointAt(0) ?? 0).toString(16));
/** What may stay, in its context. */
const contextual = new Set(['200c', '200d', 'fe0f', '2800']);

/** Texts that people write, every one with a character that is hidden elsewhere. */
const kept: readonly (readonly [string, string])[] = [
  ['a heart', '\u2764\uFE0F'],
  ['an emoji of the first plane with its selector', '\u26A1\uFE0F'],
  ['a keycap', '1\uFE0F\u20E3'],
  ['a family', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}'],
  ['a profession with a skin tone', '\u{1F469}\u{1F3FD}\u200D\u{1F4BB}'],
  ['a couple', '\u{1F469}\u200D\u2764\uFE0F\u200D\u{1F468}'],
  ['a couple without its selector', '\u{1F469}\u200D\u2764\u200D\u{1F468}'],
  ['the rainbow flag', '\u{1F3F3}\uFE0F\u200D\u{1F308}'],
  ['the rainbow flag without its selector', '\u{1F3F3}\u200D\u{1F308}'],
  ['the pirate flag', '\u{1F3F4}\u200D\u2620\uFE0F'],
  ['the flag of Scotland', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
  ['Persian: mi-khaham', '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645'],
  ['Persian: ketab-ha', '\u06A9\u062A\u0627\u0628\u200C\u0647\u0627'],
  ['Hindi: a half form', '\u0915\u094D\u200D\u0937'],
  ['Hindi: an explicit virama', '\u0915\u094D\u200C\u0937'],
  ['Sinhala: Sri', '\u0DC1\u0DCA\u200D\u0DBB\u0DD3'],
  ['Malayalam: a chillu', '\u0D05\u0D35\u0D28\u0D4D\u200D'],
  ['Bengali: rya', '\u09B0\u200D\u09CD\u09AF\u09BE\u09AC'],
  ['Kannada: rya', '\u0CB0\u200D\u0CCD\u0CAF'],
  ['Telugu: software', '\u0C38\u0C3E\u0C2B\u0C4D\u0C1F\u0C4D\u200C\u0C35\u0C47\u0C30\u0C4D'],
  ['Braille with a blank', '\u2813\u2811\u2800\u2815\u281F'],
];

/** Texts of scripts and signs that hold nothing hidden. */
const plainTexts: readonly string[] = [
  'Grüße, naïve façade, Łódź, İstanbul',
  'e\u0301 decomposed',
  'Привет, мир',
  '日本語のファイル名',
  '한국어 이름',
  'שלום עולם',
  'مرحبا بالعالم',
  'ไทย ພາສາລາວ မြန်မာ ខ្មែរ',
  'नमस्ते দুনিয়া வணக்கம்',
  '\u06DD\u0600',
  '\u{1F600}\u{1F44D}\u{1F3FD}\u{1F1E9}\u{1F1EA}',
  '\uE0B0 \uF8FF private use',
  'Screenshot at 9.41\u202FAM',
  '\u3000ideographic\u00A0and no-break space',
  '→ ✓ ✗ … “quotes” — ½ €',
  'A\uFFFDB',
];

describe('what nobody sees is removed', () => {
  it.each(Object.entries(classes))('%s', (_, ranges) => {
    // Tens of thousands of texts: a list of those that are wrong, since an expectation for each takes longer than the cleaning.
    const wrong: string[] = [];
    for (const [first, last] of ranges)
      for (let code = first; code <= last; code += 1) {
        const one = String.fromCodePoint(code);
        const spelled = one
          .split('')
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join('');
        for (const text of [one, `a${one}b`, `${one}${one}x`, `\u05D0${one}\u4E00`]) {
          const isRight =
            hiddenIn(cleanText(text)).length === 0 &&
            hiddenIn(cleanLine(text)).length === 0 &&
            hidesText(text) &&
            spellHidden(text) === text.replaceAll(one, () => spelled);
          if (!isRight) wrong.push(`U+${code.toString(16)} in ${JSON.stringify(text)}`);
        }
      }
    expect(wrong).toEqual([]);
  });

  it.each([
    [
      'a message in variation selectors behind an emoji',
      `\u{1F600}${[...'secret'].map((one) => String.fromCodePoint(0xe0100 + one.charCodeAt(0))).join('')}`,
      '\u{1F600}',
    ],
    ['two selectors behind a heart', '\u2764\uFE0F\uFE0F', '\u2764\uFE0F'],
    ['a text selector', '\u2764\uFE0E', '\u2764'],
    ['a selector behind what has no other presentation', '\u{1F600}\uFE0F', '\u{1F600}'],
    ['a selector behind a letter', 'a\uFE0F', 'a'],
    ['a selector behind a digit', '7\uFE0F', '7'],
    ['a tag sequence that is no flag', '\u{1F3F4}\u{E0068}\u{E0069}\u{E007F}', '\u{1F3F4}'],
    ['a flag of tags without an end', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}', '\u{1F3F4}'],
    ['tags behind a letter', 'x\u{E0049}\u{E0067}\u{E006E}', 'x'],
    ['a joiner between emoji that have no sequence', '\u{1F600}\u200D\u{1F600}', '\u{1F600}\u{1F600}'],
    ['a joiner behind an emoji', '\u{1F469}\u200D', '\u{1F469}'],
    ['a joiner between Latin letters', 'a\u200Db\u200Cc', 'abc'],
    ['two non-joiners', '\u0645\u06CC\u200C\u200C\u062E', '\u0645\u06CC\u062E'],
    ['a non-joiner before a variation selector', '\u0645\u200C\uFE0F\u0645', '\u0645\u0645'],
    ['a non-joiner before a filler', '\u0915\u094D\u200C\u3164', '\u0915\u094D'],
    ['a non-joiner where nothing joins', '\u062F\u200C\u0627', '\u062F\u0627'],
    ['a joiner between Arabic letters', '\u0645\u200D\u06CC', '\u0645\u06CC'],
    ['two joiners behind a virama', '\u0915\u094D\u200D\u200D\u0937', '\u0915\u094D\u0937'],
    ['a joiner behind a consonant', '\u0915\u200D\u0937', '\u0915\u0937'],
    ['colours', '\u001B[1;31mred\u001B[0m', 'red'],
    ['a colour in C1', '\u009B31mred', 'red'],
    ['the address of a link', '\u001B]8;;https://example.org\u0007here', '8;;https://example.orghere'],
    ['an escape that never ends takes nothing else with it', '\u001B]0;title and\nmore', '0;title and\nmore'],
    ['a clear of the screen that never ends', '\u001B[2', '[2'],
  ])('%s', (_, text, expected) => {
    expect(cleanText(text)).toBe(expected);
    expect(hidesText(text)).toBe(true);
  });

  it.each(kept)('but %s stays', (_, text) => {
    for (const whole of [text, `a ${text} b`, `${text}\n${text}`]) {
      expect(cleanText(whole)).toBe(whole);
      expect(hidesText(whole)).toBe(false);
      expect(spellHidden(whole)).toBe(whole);
    }
  });

  it.each(plainTexts)('and so does %j', (text) => {
    expect(cleanText(text)).toBe(text);
    expect(hidesText(text)).toBe(false);
  });

  it.each([
    ['lines and tabs stay', 'a\r\nb\rc\n\td', 'a\nb\nc\n\td', 'a b c d'],
    ['other separators are spaces', 'a\u2028b\u0085c\u000Bd', 'a b c d', 'a b c d'],
    ['a control character parts words of one line', 'a\u0000b', 'ab', 'a b'],
  ])('%s', (_, text, asText, asLine) => {
    expect([cleanText(text), cleanLine(text)]).toEqual([asText, asLine]);
  });
});

describe('the laws of clean text', () => {
  const unit = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...hiddenPoints.filter((_, i) => i % 17 === 0).map((code) => String.fromCodePoint(code))) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        '\u200D',
        '\u200C',
        '\uFE0F',
        '\u{E0067}',
        '\u{E007F}',
        '\u{1F3F4}',
        '\u2764',
        '\u{1F469}',
        '\u{1F467}',
        '\u20E3',
        '1',
        '\u{1F3FD}',
      ),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '\u0645',
        '\u06CC',
        '\u062F',
        '\u0915',
        '\u094D',
        '\u0937',
        '\u09B0',
        '\u09CD',
        '\u09AF',
        '\u064E',
        '\u093F',
      ),
    },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constantFrom('\u001B[', '\u001B]', '\u0007', '\n', '\r', ' ', 'm', '3', '\uD83D', '\uDE00') },
    { weight: 1, arbitrary: fc.constantFrom(...kept.map(([, text]) => text)) },
  );
  const texts = fc.array(unit, { maxLength: 40 }).map((parts) => parts.join(''));

  it('nothing hidden is left but what its context needs, and cleaning again changes nothing', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const clean of [cleanText, cleanLine]) {
          const once = clean(text);
          const inFlags = once.replaceAll(
            /\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/gu,
            '',
          );
          expect(hiddenIn(inFlags).filter((code) => !contextual.has(code))).toEqual([]);
          expect(clean(once)).toBe(once);
          expect(hidesText(once)).toBe(false);
          expect(Buffer.from(once).toString()).toBe(once);
          // Never two of them side by side: the length of a run could carry bits.
          expect(once).not.toMatch(/(?:\u200C|\u200D|\uFE0F){2}(?<!\uFE0F\u200D)/);
        }
        expect(cleanLine(text)).not.toMatch(/[\n\t\r]|^ | $|  /);
      }),
      { numRuns: 2_000 },
    );
  });

  it('spelled out, nothing is lost and nothing is hidden', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const shown = spellHidden(text);
        expect(hidesText(shown)).toBe(false);
        const back = shown.replaceAll(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
        expect(back).toBe(text);
      }),
      { numRuns: 1_000, examples: [['\u0645\u200C\uFE0F\u0645'], ['\u0915\u094D\u200C\u3164']] },
    );
  });

  it('takes time linear in a text made to be slow', () => {
    const long = 300_000 / stride;
    for (const text of [
      '\u2800'.repeat(long),
      '\u{1F469}\u200D'.repeat(long),
      '\u0645\u064E\u200C'.repeat(long),
      '\u001B['.repeat(long),
      '\u001B[0'.repeat(long),
      '\u0300'.repeat(long) + '\u200C',
      `\u{1F3F4}${'\u{E0067}'.repeat(long)}`,
    ]) {
      const before = process.cpuUsage();
      cleanText(text);
      cleanLine(text);
      const { user } = process.cpuUsage(before);
      expect(user / 1_000, JSON.stringify(text.slice(0, 4))).toBeLessThan(5_000 / stride);
    }
  });
});

describe('cleanJson', () => {
  it.each([
    [{ name: 'a✓ – “b”\t\n', list: [1, null, true, undefined], path: 'C:\\new\\folder' }],
    [{ '\u200B': 'zero\u200Bwidth', deep: [{ escape: '\u001B[31mred', line: 'a\r\nb', form: 'a\fb', half: '\uD800' }] }],
    [{ del: 'a\u007Fb', separator: 'a\u2028b', selector: 'a\uFE0F' }],
  ])('is the text of cleanData: %j', (data) => {
    expect(cleanJson(data)).toBe(JSON.stringify(cleanData(data), undefined, 2));
  });

  it('leaves the keys that are promised exactly', () => {
    expect(cleanJson({ patch: 'a\u200Bb', other: 'a\u200Bb' }, ['patch'])).toBe(
      JSON.stringify({ patch: 'a\u200Bb', other: 'ab' }, undefined, 2),
    );
  });

  it('of any data', () => {
    fc.assert(fc.property(fc.jsonValue(), (data) => cleanJson(data) === JSON.stringify(cleanData(data), undefined, 2)));
  });
});

it('nothing of plain text is hidden: every character that passes unread would also pass when read', () => {
  const wrong: string[] = [];
  for (let code = 0; code < 0x1_0000; code += 1) {
    const one = String.fromCharCode(code);
    // Behind a letter from a later plane no text is plain, so all of it is read.
    const isKept = cleanText(`a${one}a\u{20000}`) === `a${one}a\u{20000}`;
    if (!isKept && cleanText(`a${one}a`) === `a${one}a`) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});

it('the output of a program loses titles, links and colours whole', () => {
  expect(withoutEscapes('\u001B]0;npm run x\u0007\u001B[32mok\u001B[0m \u001B]8;;https://e.org\u001B\\here\u001B]8;;\u001B\\')).toBe(
    'ok here',
  );
  expect(withoutEscapes('plain\n')).toBe('plain\n');
});

it('is cleaned here alone: no other file removes hidden characters by an expression of its own', () => {
  const src = fileURLToPath(new URL('../../src', import.meta.url));
  const removes =
    /\.replace(?:All)?\(\s*\/[^\n]*(?:\\p\{C[a-z]?\}|\\u200[a-f]|\\ufe0[0-9f]|\\u\{?e0[01]|\\u202[a-e]|\\u3164|Default_Ignorable)/i;
  const found = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && removes.test(readFileSync(join(src, path), 'utf8')));
  expect(found.toSorted()).toEqual([
    // Lone surrogates have no spelling in an address.
    'mcp-client/redact-output.ts',
    // Words are compared without joiners; nothing of that is shown or stored.
    'memory/learnings/words.ts',
    // Asks what is hidden beside control characters, which git spells out.
    'snapshots/compare/patch.ts',
    'system/foreign-text.ts',
  ]);
});

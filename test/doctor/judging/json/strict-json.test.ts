import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applySplices } from '../../../../src/formats/index.ts';
import { strictJson } from '../../../../src/doctor/judging/json/strict-json.ts';

const toPlainJson = (text: string, tolerance: 'strict' | 'comments' = 'strict'): string | undefined => {
  const found = strictJson(text, tolerance);
  return found === undefined ? undefined : applySplices(text, found.splices);
};

describe('what plain JSON does not have', () => {
  it.each([
    ['{"a": [1, 2,],}', '{"a": [1, 2]}'],
    ['{\n  // why\n  "a": 1 // because\n}', '{\n  "a": 1\n}'],
    ['{\r\n  /* two\r\n     lines */\r\n  "a": 1\r\n}', '{\r\n  "a": 1\r\n}'],
    ["{'a': 'it\\'s \"so\"'}", '{"a": "it\'s \\"so\\""}'],
    ['{"a": 1, // last\n}', '{"a": 1\n}'],
    ['{"url": "https://a//b", "c": "/* no */",}', '{"url": "https://a//b", "c": "/* no */"}'],
  ])('%j is %j', (text, plain) => expect(toPlainJson(text)).toBe(plain));

  it.each(['{"a": 1}', '{"a": 1', '{a: 1,}', '{"a": 1,,}', "{'a: 1}", '{"a": 1} /*', '', '[,]'])('%j is none of that', (text) =>
    expect(toPlainJson(text)).toBeUndefined(),
  );

  it('leaves comments where the client reads them', () => {
    expect(toPlainJson('{"a": 1, // so\n}', 'comments')).toBe('{"a": 1 // so\n}');
    expect(toPlainJson('{"a": 1 /* so */}', 'comments')).toBeUndefined();
  });

  it('changes no value, wherever comments and commas stand', () => {
    const noise = fc.constantFrom(' // x\n', '/* "y": [1, */', '\n  // {\n', '');
    fc.assert(
      fc.property(fc.jsonValue(), fc.infiniteStream(noise), fc.boolean(), (value, noises, comma) => {
        const text = JSON.stringify(value);
        let loose = '';
        let isInString = false;
        for (const [i, char] of [...text].entries()) {
          if (char === '"' && !/(^|[^\\])(\\\\)*\\$/.test(text.slice(0, i))) isInString = !isInString;
          const isClose = !isInString && (char === '}' || char === ']');
          const isFilled = isClose && !/[[{]$/.test(text.slice(0, i));
          if (isFilled && comma) loose += ',';
          loose += char;
          if (!isInString && /[[{,:\]}]/.test(char)) loose += noises.next().value ?? '';
        }
        const plain = toPlainJson(loose);
        // The value as JSON has it, which knows no -0.
        if (plain === undefined) expect(JSON.parse(loose)).toEqual(JSON.parse(text));
        else expect(JSON.stringify(JSON.parse(plain))).toBe(text);
      }),
    );
  });
});

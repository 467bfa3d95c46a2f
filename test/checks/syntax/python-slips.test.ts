import { describe, expect, it } from 'vitest';
import { pythonSlips } from '../../../src/checks/python/slips.ts';

describe('the form of a text in Python', () => {
  it.each<readonly [says: string, text: string]>([
    [
      'strings with brackets and over lines',
      'a = """(\n  [ no code\n"""\n\n\ndef f(x: str = "(") -> str:\n    """One: {"""\n    return x\n',
    ],
    ['statements over lines', 'a = [\n1,\n      2,\n]\nif (a and\n  a[0]):\n    pass\nb = 1 + \\\n    2\n'],
    ['a block on the line of its statement', 'if a: b()\nelse: c()\nclass A: pass\n'],
    ['dictionaries, slices and lambdas', 'x = {"a": 1}[b:c]\nfor k in sorted(x, key=lambda v: v):\n    pass\n'],
    ['comments at any indent', 'def f():\n        # far\n    return 1\n# near\n'],
    ['f-strings with a format', 'print(f"{a:(>10}", f"{{{b}}}")\n'],
    ['a template', '{% if a %}\ndef f(:\n{% endif %}\n'],
    ['quotes of one kind inside of each other', 'print(f"{a["(b"]}")\n'],
    ['tabs beside spaces', 'if a:\n\tb()\nelse:\n        c()\n'],
  ])('is right with %s', (_, text) => {
    expect(pythonSlips(text)).toBeUndefined();
  });

  it.each<readonly [text: string, line: number, says: string]>([
    ['a = (1,\nb = 2\n', 1, '"(" is not closed.'],
    ['a = """\n\n"""\nb = (1]\n', 4, '"]" closes "(" of line 4.'],
    ['a = 1)\n', 1, '")" closes nothing.'],
    ['def f()\n    pass\n', 1, 'A colon is missing at the end of this statement.'],
    ['def f():\nreturn 1\n', 2, 'The block of line 1 is empty.'],
    ['a = 1\n    b = 2\n', 2, 'This line is indented, and no block begins before it.'],
    ['if a:\n    b()\n  c()\n', 3, 'The indent of this line is that of no block around it.'],
    ['x = 1\n\n    # note\nimport pdb\npdb.set_trace()\n', 5, '"pdb.set_trace" stops the program here.'],
  ])('%j is wrong in line %i', (text, line, says) => {
    expect(pythonSlips(text)).toContainEqual(expect.objectContaining({ lines: [line], message: says }));
  });
});

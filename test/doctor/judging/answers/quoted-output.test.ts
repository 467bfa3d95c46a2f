import { describe, expect, it } from 'vitest';
import { tellingLine } from '../../../../src/doctor/judging/answers/called-entries.ts';

const node = 'Node.js v20.20.2';

describe('of what a server wrote, the line that tells most', () => {
  it.each([
    [
      'a missing module of Node',
      `node:internal/modules/cjs/loader:1228
  throw err;
  ^

Error: Cannot find module '/srv/gone/index.js'
    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15)
    at node:internal/main/run_main_module:28:49 {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}

${node}`,
      "Error: Cannot find module '/srv/gone/index.js'",
    ],
    [
      'a syntax error',
      `/srv/server.js:3
const a = ;
          ^

SyntaxError: Unexpected token ';'
    at wrapSafe (node:internal/modules/cjs/loader:1464:18)

${node}`,
      "SyntaxError: Unexpected token ';'",
    ],
    [
      'a package that npm does not know',
      `npm warn Unknown user config "x".
npm error code E404
npm error 404 Not Found - GET https://registry.npmjs.org/@acme%2fgone - Not found
npm error 404
npm error 404  '@acme/gone@*' is not in this registry.
npm error 404
npm error A complete log of this run can be found in: /home/ada/.npm/_logs/x-debug-0.log`,
      "npm error 404  '@acme/gone@*' is not in this registry.",
    ],
    [
      'a chain of Python',
      `Traceback (most recent call last):
  File "/srv/a.py", line 3, in <module>
    x()
KeyError: 'a'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/srv/a.py", line 5, in <module>
    raise SetupProblem("the index is too old") from error
SetupProblem: the index is too old`,
      'SetupProblem: the index is too old',
    ],
    [
      'an error that nobody knows',
      `starting\nloading plugins\nError: the moon is in the wrong phase\n    at x (/srv/a.js:1:1)\n\n${node}`,
      'Error: the moon is in the wrong phase',
    ],
    [
      'an error of its own class',
      `booting\nConfigProblemError [E_CONF]: two of "a"\n    at x (/srv/a.js:1:1) {\n  code: 'E_CONF'\n}\n\n${node}`,
      'ConfigProblemError [E_CONF]: two of "a"',
    ],
    [
      'a panic of Go',
      'listening\npanic: runtime error: index out of range [0]\n\ngoroutine 1 [running]:\nmain.main()\n\t/srv/main.go:7 +0x1d\nexit status 2',
      'panic: runtime error: index out of range [0]',
    ],
    ['a sentence', 'hello\nThe licence could not be read\nbye', 'The licence could not be read'],
    ['nothing that looks like one', 'one\ntwo\nthree\nfour', 'two / three / four'],
    ['nothing', '', ''],
  ])('%s', (_, stderr, line) => {
    expect(tellingLine({ stderr })).toBe(line);
  });
});

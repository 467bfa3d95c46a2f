import { argumentsOf, callsOf, constructionsOf, followed, isConstant, isFromRequest, offsetOf } from '../script.ts';
import type { Example, Threat } from '../threat.ts';

/** Text that was made unreadable, and is run. */
const decoded = /\batob\(|Buffer\.from\([^)]*,\s*['"](?:base64|hex)['"]/;

export default {
  id: 'dynamic-code',
  severity: 'warning',
  message: 'Text is run as code.',
  fix: 'Use a lookup table, JSON.parse or a real parser instead, or make sure that only this program can write the text.',
  javascript: {
    keyword: /\beval\b|\bFunction\s*\(|\brunIn(?:New|This)?Context\b|\bvm\.(?:Script|compileFunction)\b/,
    *find(script) {
      const calls = [
        ...callsOf(script, String.raw`^(?:(?:globalThis|window|self|global)\.)?eval$|^\(0, ?eval\)$|^Function$`),
        ...constructionsOf(script, '^(?:(?:globalThis|window)\\.)?Function$'),
        ...(/['"](?:node:)?vm['"]/.test(script.text)
          ? [
              ...callsOf(script, String.raw`^(?:vm\.)?(?:runInContext|runInNewContext|runInThisContext|compileFunction)$`),
              ...constructionsOf(script, String.raw`^(?:vm\.)?Script$`),
            ]
          : []),
      ];
      for (const call of calls) {
        // All arguments of Function are code; of the others only the first one is.
        const name = (call.field('function') ?? call.field('constructor'))?.text() ?? '';
        const all = argumentsOf(call);
        const code = name.endsWith('Function') && name !== 'compileFunction' ? all : all.slice(0, 1);
        if (code.every((one) => isConstant(one, script))) continue;
        const isCertain = code.some((one) => decoded.test(followed(one, script).text()) || isFromRequest(one, script));
        yield isCertain ? { at: offsetOf(call), severity: 'error' } : { at: offsetOf(call) };
      }
      // Some library's eval, such as that of mathjs: certain only with what a web request gives.
      for (const call of callsOf(script, String.raw`\.eval$`)) {
        const [first] = argumentsOf(call);
        if (first !== undefined && isFromRequest(first, script)) yield { at: offsetOf(call), severity: 'error' };
      }
    },
  },
} satisfies Threat;

export const examples: readonly Example[] = [
  { language: 'javascript', found: 1, code: 'export const run = (text) => eval(text);' },
  { language: 'javascript', found: 1, code: 'const f = new Function("a", body);' },
  { language: 'javascript', found: 1, code: 'import vm from "node:vm";\nvm.runInNewContext(source, {});' },
  { language: 'javascript', found: 1, severity: 'error', code: 'eval(atob(payload));' },
  { language: 'javascript', found: 1, severity: 'error', code: 'app.get("/", (req, res) => res.send(eval(req.query.sum)));' },
  { language: 'javascript', found: 1, severity: 'error', code: 'app.post("/", (req) => mathjs.eval(req.body.sum));' },
  { language: 'javascript', found: 0, code: 'const globals = new Function("return this")(); eval("1 + 1");' },
  { language: 'javascript', found: 0, code: 'page.$eval("a", (a) => a.href); redis.eval(script, 1); model.eval();' },
  { language: 'javascript', found: 0, code: 'const code = "1 + 1";\neval(code);' },
  { language: 'javascript', found: 0, code: '// eval(text)\nconst s = "eval(text)";' },
  { language: 'javascript', found: 0, code: 'type F = Function; const isFunction = (x) => x instanceof Function;' },
];

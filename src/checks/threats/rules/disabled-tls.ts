import { argumentsOf, callsOf, offsetOf, rule } from '../script.ts';
import type { Example, Hit, Threat } from '../threat.ts';

export default {
  id: 'disabled-tls',
  severity: 'warning',
  message: 'The certificate of the other side is not checked, so anyone on the way can read and change the traffic.',
  fix: 'Add the missing certificate authority instead.',
  javascript: {
    keyword: /rejectUnauthorized|strictSSL|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/,
    *find(script) {
      const off = script.root.findAll(
        rule({
          kind: 'pair',
          all: [
            { has: { field: 'key', regex: String.raw`^['"]?(?:rejectUnauthorized|strictSSL)['"]?$` } },
            { has: { field: 'value', kind: 'false' } },
          ],
        }),
      );
      const assigned = script.root.findAll(
        rule({
          kind: 'assignment_expression',
          all: [
            { has: { field: 'left', regex: String.raw`(?:NODE_TLS_REJECT_UNAUTHORIZED['"]?\]?|\.rejectUnauthorized|\.strictSSL)$` } },
            { has: { field: 'right', regex: String.raw`^(?:['"\x60]?0['"\x60]?|false)$` } },
          ],
        }),
      );
      for (const node of [...off, ...assigned]) yield { at: offsetOf(node) };
      for (const call of callsOf(script, String.raw`(?:^|\.)stubEnv$`))
        if (/NODE_TLS_REJECT_UNAUTHORIZED/.test(argumentsOf(call)[0]?.text() ?? '')) yield { at: offsetOf(call), severity: 'info' };
    },
  },
  *text(text, path): Generator<Hit> {
    // Scripts, workflows, container files and package.json; never prose.
    if (!/(?:\.(?:sh|bash|zsh|ya?ml|env|toml)|package\.json|Dockerfile|Makefile|\.env[\w.-]*)$/i.test(path)) return;
    for (const { index } of text.matchAll(/^(?!\s*(?:#|\/\/)).*?(?<![\w])NODE_TLS_REJECT_UNAUTHORIZED["']?\s*[=:]\s*["']?0\b/gm))
      yield { at: index };
  },
} satisfies Threat;

export const examples: readonly Example[] = [
  { language: 'javascript', found: 1, code: 'const agent = new https.Agent({ rejectUnauthorized: false });' },
  { language: 'javascript', found: 1, code: 'process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";' },
  { language: 'javascript', found: 1, code: 'process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = 0;' },
  {
    language: 'javascript',
    found: 0,
    code: 'const agent = new https.Agent({ rejectUnauthorized: true });\nconst o = { rejectUnauthorized: isProduction };',
  },
  { language: 'javascript', found: 0, code: '// rejectUnauthorized: false\ninterface O { rejectUnauthorized: boolean }' },
  { language: 'text', found: 1, path: 'run.sh', code: 'export NODE_TLS_REJECT_UNAUTHORIZED=0' },
  { language: 'text', found: 0, path: 'README.md', code: 'Never set NODE_TLS_REJECT_UNAUTHORIZED=0.' },
];

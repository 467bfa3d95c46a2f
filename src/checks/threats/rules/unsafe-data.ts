import { isLiteral } from '../masked.ts';
import { argumentsOf, callsOf, isFromRequest, offsetOf, rule } from '../script.ts';
import type { Example, Threat } from '../threat.ts';

const fromRequest = /\brequest\.(?:args|form|values|json|data|GET|POST|files|cookies|get_data)\b|\brecv\(/;

export default {
  id: 'unsafe-data',
  severity: 'warning',
  message: 'Reading this kind of data runs code that the data names.',
  fix: 'Read JSON, or data that only this program can write.',
  javascript: {
    keyword: /node-serialize|funcster|\bunserialize\b|\bnoent\b/,
    *find(script) {
      const entities = rule({
        kind: 'pair',
        all: [{ has: { field: 'key', regex: '^noent$' } }, { has: { field: 'value', kind: 'true' } }],
      });
      for (const node of script.root.findAll(entities)) {
        yield {
          at: offsetOf(node),
          message: 'Entities of XML are replaced, so a document can read files of this machine.',
          fix: 'Leave "noent" out.',
        };
      }
      for (const call of callsOf(script, String.raw`(?:^|\.)(?:unserialize|deepDeserialize)$`)) {
        const [first] = argumentsOf(call);
        if (first === undefined || !/node-serialize|funcster/.test(script.text)) continue;
        yield isFromRequest(first, script) ? { at: offsetOf(call), severity: 'error' } : { at: offsetOf(call) };
      }
    },
  },
  lines: {
    python: [
      {
        call: /(?<![\w.])(?:pickle|cPickle|_pickle|dill|cloudpickle|jsonpickle|marshal)\.(?:load|loads|decode)\s*\(/g,
        is: ({ args: [first] }) =>
          first !== undefined &&
          !isLiteral(first) &&
          !/^\s*(?:pickle|dill|cloudpickle)\.dumps\(/.test(first.text) &&
          (fromRequest.test(first.text) ? 'error' : true),
      },
      {
        call: /(?<![\w.])yaml\.(?:load|load_all|unsafe_load|full_load_all)\s*\(/g,
        is: ({ args, name }) =>
          name.includes('unsafe') ||
          (args.length > 0 &&
            !args.some(({ text }) => /Safe|Base/.test(text)) &&
            !/Loader\s*=\s*[a-z]/.test(args.map(({ text }) => text).join())),
      },
    ],
    java: [{ piece: /\bnew\s+(?:java\.beans\.)?XMLDecoder\s*\(/g }],
  },
} satisfies Threat;

export const examples: readonly Example[] = [
  { language: 'javascript', found: 1, code: 'libxml.parseXml(text, { noent: true, noblanks: true });' },
  { language: 'javascript', found: 1, code: 'const s = require("node-serialize");\nexport const f = (x) => s.unserialize(x);' },
  { language: 'javascript', found: 0, code: 'const x = JSON.parse(text); php.unserialize(x);' },
  { language: 'python', found: 1, code: 'data = pickle.loads(blob)' },
  { language: 'python', found: 1, severity: 'error', code: 'data = pickle.loads(request.data)' },
  { language: 'python', found: 1, code: 'config = yaml.load(stream)' },
  {
    language: 'python',
    found: 0,
    code: 'config = yaml.safe_load(stream)\nyaml.load(stream, Loader=yaml.SafeLoader)\nyaml.load(s, Loader=SafeLoader)',
  },
  { language: 'python', found: 0, code: 'copy = pickle.loads(pickle.dumps(obj))\njson.loads(text)' },
  { language: 'java', found: 1, code: 'XMLDecoder d = new XMLDecoder(in);' },
];

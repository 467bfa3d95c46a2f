import { argumentsOf, callsOf, isFromRequest, offsetOf } from '../script.ts';
import type { Example, Threat } from '../threat.ts';

export default {
  id: 'request-path',
  severity: 'error',
  message: 'A web request chooses which file is opened: "../" leaves the folder.',
  fix: 'Take the last part of the name, or compare the resolved path with the folder.',
  javascript: {
    keyword:
      /\b(?:readFile|readFileSync|createReadStream|createWriteStream|writeFile|writeFileSync|unlink|unlinkSync|rm|rmSync|readdir|readdirSync)\b/,
    *find(script) {
      const names =
        'readFile|readFileSync|createReadStream|createWriteStream|writeFile|writeFileSync|appendFile|unlink|unlinkSync|rm|rmSync|readdir|readdirSync';
      for (const call of callsOf(script, String.raw`^(?:(?:fs|fsp|fsPromises|promises|fse|fs\.promises)\.)?(?:${names})$`)) {
        const [path] = argumentsOf(call);
        if (path !== undefined && isFromRequest(path, script)) yield { at: offsetOf(call) };
      }
    },
  },
  lines: {
    python: [
      {
        call: /(?<![\w.])open\s*\(|\bsend_file\s*\(/g,
        is: ({ args: [first] }) =>
          first !== undefined &&
          /\brequest\.(?:args|form|values|GET|POST|json)\b/.test(first.text) &&
          !/secure_filename|basename|safe_join/.test(first.text),
      },
    ],
  },
} satisfies Threat;

export const examples: readonly Example[] = [
  { language: 'javascript', found: 1, code: 'app.get("/", (req, res) => res.send(fs.readFileSync(path.join(root, req.query.name))));' },
  {
    language: 'javascript',
    found: 1,
    code: 'app.get("/", (req, res) => { const { name } = req.params; createReadStream(`files/${name}`).pipe(res); });',
  },
  {
    language: 'javascript',
    found: 0,
    code: 'app.get("/", (req, res) => fs.readFileSync(path.join(root, path.basename(req.query.name))));',
  },
  { language: 'javascript', found: 0, code: 'fs.readFileSync(path.join(root, name)); cache.readFile(req.query.name);' },
  { language: 'python', found: 1, code: 'open("files/" + request.args["name"])' },
  { language: 'python', found: 0, code: 'open(os.path.join(root, secure_filename(request.args["name"])))\nopen(name)' },
];

import type { SgNode } from '@ast-grep/napi';
import { isLiteral, isPutTogether as isMaskedPutTogether, type MaskedCall } from '../masked.ts';
import { argumentsOf, callsOf, isFromRequest, isPutTogether, offsetOf, type Script, textParts } from '../script.ts';
import type { Example, Hit, Threat } from '../threat.ts';

/** Names that functions of child_process have in this file, the ones that start a shell by themselves. */
function shellNames({ text }: Script): string {
  const names = new Set(['exec', 'execSync']);
  for (const [, original, local] of text.matchAll(/\b(exec|execSync)\s*(?:as|:)\s*([\w$]+)/g))
    if (original !== undefined && local !== undefined) names.add(local);
  for (const [, local] of text.matchAll(/\b([\w$]+)\s*=\s*(?:util\.)?promisify\(\s*(?:[\w$]+\.)?exec\s*\)/g))
    if (local !== undefined) names.add(local);
  return [...names].map((name) => name.replaceAll('$', String.raw`\$`)).join('|');
}

const shells = /^['"`](?:\/(?:usr\/)?bin\/)?(?:sh|bash|zsh|dash|cmd|cmd\.exe|powershell|pwsh)['"`]$/;

function* inScript(script: Script): Generator<Hit> {
  const receiver = String.raw`(?:(?:cp|child_?process|childProcess|child|shell|shelljs|sh)\.)?`;
  for (const call of callsOf(
    script,
    `^${receiver}(?:${shellNames(script)})$|^require\\(['"](?:node:)?child_process['"]\\)\\.exec(?:Sync)?$`,
  )) {
    const [command] = argumentsOf(call);
    if (command !== undefined) yield* hit(call, command, script);
  }
  for (const call of callsOf(script, `^${receiver}(?:spawn|spawnSync|execFile|execFileSync|execa|execaSync)$`)) {
    const [command, list, options = list] = argumentsOf(call);
    if (command === undefined) continue;
    if (shells.test(command.text()) && list?.kind() === 'array') {
      for (const one of list.children().filter((child) => child.isNamed())) yield* hit(call, one, script);
    } else if (options?.kind() === 'object' && /\bshell\s*:\s*true\b/.test(options.text())) {
      yield* hit(call, command, script);
    }
  }
}

function* hit(call: SgNode, command: SgNode, script: Script): Generator<Hit> {
  if (!isPutTogether(command, script)) return;
  const isCertain = textParts(command).some((part) => isFromRequest(part, script));
  yield isCertain ? { at: offsetOf(call), severity: 'error' } : { at: offsetOf(call) };
}

const fromRequest = /\brequest\.(?:args|form|values|json|data|GET|POST|get_json)\b|\binput\(/;

/** With `shell=True`, or a function that always starts a shell. */
function isShell({ args: [first, ...rest] }: MaskedCall, always: boolean): boolean | 'error' {
  if (first === undefined || isLiteral(first)) return false;
  if (!always && !rest.some(({ masked }) => /^shell\s*=\s*True$/.test(masked))) return false;
  if (/\bshlex\.(?:quote|join)\(/.test(first.text)) return false;
  return isMaskedPutTogether(first) ? (fromRequest.test(first.text) ? 'error' : true) : false;
}

export default {
  id: 'shell-command',
  severity: 'warning',
  message: 'A shell command is put together from values: a value with a space, a quote or ";" changes the command.',
  fix: 'Pass the arguments as a list, without a shell.',
  javascript: { keyword: /child_process|shelljs|\bexeca\b/, find: inScript },
  lines: {
    python: [
      {
        call: /\b(?:os\.system|os\.popen|subprocess\.getoutput|subprocess\.getstatusoutput|commands\.getoutput)\s*\(/g,
        is: (call) => isShell(call, true),
      },
      {
        call: /\b(?:subprocess|sp)\.(?:run|call|check_call|check_output|Popen)\s*\(|(?<![\w.])(?:Popen|check_output|check_call)\s*\(/g,
        is: (call) => isShell(call, false),
      },
    ],
    go: [
      {
        call: /\bexec\.Command(?:Context)?\s*\(/g,
        is({ args, name }) {
          const [program, flag, command] = name.endsWith('Context') ? args.slice(1) : args;
          if (program === undefined || flag === undefined || command === undefined) return false;
          return shells.test(program.text) && /^"(?:-l?c|\/c|\/C)"$/.test(flag.text) && isMaskedPutTogether(command);
        },
      },
    ],
    rust: [
      {
        call: /\.arg\s*\(/g,
        is: ({ args: [first], start }, { text }) =>
          first !== undefined &&
          isMaskedPutTogether(first) &&
          /Command::new\(\s*"(?:\/bin\/)?(?:sh|bash|cmd)"\s*\)\s*\.arg\(\s*"(?:-l?c|\/[cC])"\s*\)\s*$/.test(
            text.slice(Math.max(0, start - 200), start),
          ),
      },
    ],
    java: [
      {
        call: /\.exec\s*\(/g,
        is: ({ args: [first], start }, { masked }) =>
          first !== undefined &&
          isMaskedPutTogether(first) &&
          /getRuntime\(\)\s*$|\b(?:runtime|rt)$/.test(masked.slice(Math.max(0, start - 40), start)),
      },
    ],
  },
} satisfies Threat;

export const examples: readonly Example[] = [
  {
    language: 'javascript',
    found: 1,
    code: 'import { exec } from "node:child_process";\nexport const remove = (name) => exec(`rm -rf ${name}`);',
  },
  { language: 'javascript', found: 1, code: 'const cp = require("child_process");\nmodule.exports = (x) => cp.execSync("git log " + x);' },
  {
    language: 'javascript',
    found: 1,
    code: 'import { exec } from "child_process"; import { promisify } from "util";\nconst run = promisify(exec);\nexport const f = (a) => run(`ls ${a}`);',
  },
  {
    language: 'javascript',
    found: 1,
    code: 'import { spawn } from "child_process";\nexport const f = (a) => spawn("bash", ["-c", `ls ${a}`]);',
  },
  {
    language: 'javascript',
    found: 1,
    code: 'import { spawn } from "child_process";\nexport const f = (a) => spawn(`ls ${a}`, { shell: true });',
  },
  {
    language: 'javascript',
    found: 1,
    severity: 'error',
    code: 'import { exec } from "child_process";\napp.get("/", (req) => exec(`ping ${req.query.host}`));',
  },
  {
    language: 'javascript',
    found: 0,
    code: 'import { exec } from "child_process";\nconst file = "a.txt";\nexec(`cat ${file}`);\nexec("ls -l");',
  },
  {
    language: 'javascript',
    found: 0,
    code: 'import { execFile } from "child_process";\nexport const f = (a) => execFile("git", ["log", `--since=${a}`]);',
  },
  { language: 'javascript', found: 0, code: 'import "child_process";\nconst found = /a/.exec(`${text}`); pattern.exec(`a${text}`);' },
  {
    language: 'javascript',
    found: 0,
    code: 'import { exec } from "child_process";\nexport const f = (pid) => exec(`kill ${Number(pid)}`);',
  },
  { language: 'python', found: 1, code: 'import os\nos.system(f"rm {path}")' },
  { language: 'python', found: 1, code: 'subprocess.run("ls %s" % name, shell=True)' },
  { language: 'python', found: 1, code: 'subprocess.check_output(\n    "ls {}".format(name),\n    shell=True,\n)' },
  { language: 'python', found: 0, code: 'subprocess.run(["ls", f"{name}"])\nsubprocess.run("ls", shell=True)\nos.system("clear")' },
  { language: 'python', found: 0, code: 'os.system(f"ls {shlex.quote(path)}")' },
  { language: 'go', found: 1, code: 'cmd := exec.Command("sh", "-c", fmt.Sprintf("ls %s", dir))' },
  { language: 'go', found: 1, code: 'exec.CommandContext(ctx, "/bin/bash", "-c", "ls "+dir)' },
  { language: 'go', found: 0, code: 'exec.Command("ls", "-l", dir)\nexec.Command("sh", "-c", "ls -l")' },
  { language: 'rust', found: 1, code: 'Command::new("sh").arg("-c").arg(format!("ls {}", dir)).spawn();' },
  { language: 'rust', found: 0, code: 'Command::new("ls").arg(format!("{}", dir)).spawn();' },
  { language: 'java', found: 1, code: 'Runtime.getRuntime().exec("ls " + dir);' },
  { language: 'java', found: 0, code: 'statement.exec("ls " + dir); Runtime.getRuntime().exec("ls");' },
];

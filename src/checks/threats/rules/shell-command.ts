import type { SgNode } from '@ast-grep/napi';
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

export default {
  id: 'shell-command',
  severity: 'warning',
  message: 'A shell command is put together from values: a value with a space, a quote or ";" changes the command.',
  fix: 'Pass the arguments as a list, without a shell.',
  javascript: { keyword: /child_process|shelljs|\bexeca\b/, find: inScript },
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
];

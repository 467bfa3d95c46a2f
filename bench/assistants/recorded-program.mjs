// snap's own server, recorded: a copy of the built program whose first line writes down how it was started.
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { program, scratch } from '../support/program.mjs';

export const startsLog = join(scratch, 'starts.log');
const label = 'snap';
let copied;

/** The program file. What is not a server (snap's commands) is not recorded. */
export function recordedProgram() {
  if (copied !== undefined) return copied;
  cpSync(dirname(program()), join(scratch, 'recorded'), { recursive: true });
  copied = join(scratch, 'recorded/main.js');
  const [first, ...rest] = readFileSync(copied, 'utf8').split('\n');
  // In the program, not around it: an entry is snap's own when its command resolves to this file.
  const event = `JSON.stringify({label:${JSON.stringify(label)},transport:'stdio',method:'start',pid:process.pid,cwd:process.cwd(),argv:process.argv.slice(2),env:process.env})`;
  const recording = `if(process.argv.includes('--stdio'))require('node:fs').appendFileSync(${JSON.stringify(startsLog)},${event}+'\\n');`;
  writeFileSync(copied, [first, recording, ...rest].join('\n'));
  chmodSync(copied, 0o755);
  writeFileSync(startsLog, '');
  return copied;
}

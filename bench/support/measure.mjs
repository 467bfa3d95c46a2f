// CPU seconds (user + system) and peak memory of one whole process, from the kernel's own account of it (wait4).
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

// posix_spawn and not fork: the child starts from nothing, so its peak memory is its own.
const waiter = `
import json, os, sys, time
null = os.open(os.devnull, os.O_RDWR)
for line in sys.stdin:
    job = json.loads(line)
    os.chdir(job["cwd"])
    out = os.open(job["out"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600) if job.get("out") else null
    began = time.monotonic()
    pid = os.posix_spawn(job["argv"][0], job["argv"], job["env"], file_actions=[(os.POSIX_SPAWN_DUP2, null, 0), (os.POSIX_SPAWN_DUP2, out, 1), (os.POSIX_SPAWN_DUP2, out, 2)])
    _, status, usage = os.wait4(pid, 0)
    if out != null: os.close(out)
    print(json.dumps({"code": os.waitstatus_to_exitcode(status), "cpu": usage.ru_utime + usage.ru_stime, "mebibytes": usage.ru_maxrss / 1024, "wall": time.monotonic() - began}), flush=True)
`;

/** Runs one command after the other. `run({ argv, env, cwd, out? })` answers `{ code, cpu, mebibytes, wall }`. */
export function meter() {
  const python = ['/usr/bin/python3', 'python3'].find((name) => spawnSync(name, ['-c', 'import os; os.posix_spawn']).status === 0);
  if (python === undefined) {
    console.log('! python3 is missing: CPU is read to 1 ms from bash, and peak memory is not measured.');
    return { run: timedByBash, end() {} };
  }
  const child = spawn(python, ['-c', waiter], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run(job) {
      child.stdin.write(`${JSON.stringify(job)}\n`);
      const { value } = await lines.next();
      return JSON.parse(value);
    },
    end: () => child.stdin.end(),
  };
}

async function timedByBash({ argv, env, cwd }) {
  const began = performance.now();
  const { status, stderr } = spawnSync('bash', ['-c', 'TIMEFORMAT="%3U %3S"; time "$@" >/dev/null 2>&1', 'bash', ...argv], {
    env,
    cwd,
    encoding: 'utf8',
  });
  const [user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { code: status, cpu: user + system, mebibytes: Number.NaN, wall: (performance.now() - began) / 1000 };
}

// One process, one conversation over its pipes: when each answer came, and what the whole process took until it was killed (wait4).
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

// Killed and not asked to end: the account is then of exactly what was done up to the answer, for every server alike. Children that
// the process has waited for are in it. posix_spawn and not fork, so that the peak of memory is the child's own.
const talker = `
import json, os, select, signal, sys, time
def converse(job):
    to_child, from_parent = os.pipe()
    from_child, to_parent = os.pipe()
    os.set_inheritable(to_child, True)
    null = os.open(os.devnull, os.O_RDWR)
    os.chdir(job["cwd"])
    began = time.monotonic()
    actions = [(os.POSIX_SPAWN_DUP2, to_child, 0), (os.POSIX_SPAWN_DUP2, to_parent, 1), (os.POSIX_SPAWN_DUP2, null, 2)]
    pid = os.posix_spawn(job["argv"][0], job["argv"], job["env"], file_actions=actions)
    for fd in (to_child, to_parent, null): os.close(fd)
    times, buffered, failed = [], b"", None
    try:
        for step in job["steps"]:
            if step.get("rest"): time.sleep(step["rest"])
            sent = time.monotonic()
            os.write(from_parent, b"".join(json.dumps(m).encode() + b"\\n" for m in step["send"]))
            answer = None
            while step.get("until") is not None and answer is None:
                while b"\\n" in buffered and answer is None:
                    line, buffered = buffered.split(b"\\n", 1)
                    message = json.loads(line)
                    if message.get("id") == step["until"]: answer = message
                if answer is not None: break
                ready, _, _ = select.select([from_child], [], [], 60)
                chunk = os.read(from_child, 1 << 20) if ready else b""
                if not chunk: raise RuntimeError("no answer to " + str(step["until"]))
                buffered += chunk
            now = time.monotonic()
            times.append({"since_start": now - began, "since_sent": now - sent, "error": bool(answer and ("error" in answer or answer["result"].get("isError")))})
    except (RuntimeError, OSError) as error:
        failed = str(error)
    os.kill(pid, signal.SIGKILL)
    _, status, usage = os.wait4(pid, 0)
    for fd in (from_parent, from_child): os.close(fd)
    return {"times": times, "failed": failed, "cpu": usage.ru_utime + usage.ru_stime, "mebibytes": usage.ru_maxrss / 1024}
for line in sys.stdin: print(json.dumps(converse(json.loads(line))), flush=True)
`;

/** `talk({ argv, env, cwd, steps: [{ rest?, send, until? }] })` answers `{ times, failed, cpu, mebibytes }`, or nothing can be measured. */
export function talks() {
  const python = ['/usr/bin/python3', 'python3'].find((name) => spawnSync(name, ['-c', 'import os; os.posix_spawn']).status === 0);
  if (python === undefined) throw new Error('python3 is missing: it reads what a process took.');
  const child = spawn(python, ['-c', talker], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async talk(job) {
      child.stdin.write(`${JSON.stringify(job)}\n`);
      const { value } = await lines.next();
      return JSON.parse(value);
    },
    end: () => child.stdin.end(),
  };
}

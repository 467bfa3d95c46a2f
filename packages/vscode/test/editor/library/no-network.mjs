// Runs the scenarios in a network of their own that has nothing but loopback: a request for another machine cannot leave, not even by a raw socket.
import { spawn, spawnSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';

const variable = 'SNAP_EDITOR_NETWORK';
// Without `ip`, loopback is switched on by the call that `ip` makes: SIOCSIFFLAGS with IFF_UP and IFF_RUNNING.
const perl = 'socket(my $s,2,2,0) or die; my $r=pack("a16s",q(lo),0x41); ioctl($s,0x8914,$r) or die';
const loopback = `ip link set lo up 2>/dev/null || perl -e '${perl}'`;

/** The words that start a program without a network; `undefined` where this machine does not allow that. */
function without() {
  for (const flags of [['-n'], ['-rn']]) {
    const words = ['unshare', ...flags, 'sh', '-c', `${loopback} && exec "$@"`, 'sh'];
    const script = "process.exit(Object.keys(require('os').networkInterfaces()).join() === 'lo' ? 0 : 1)";
    const [command, ...args] = words;
    if (spawnSync(command, [...args, process.execPath, '-e', script], { timeout: 20_000, stdio: 'ignore' }).status === 0) return words;
  }
  return undefined;
}

/** Runs this program again without a network. @returns its exit code; `undefined` where it has none already, or where that is not possible. */
export async function againWithoutNetwork() {
  if (process.env[variable] !== undefined) return undefined;
  const words = without();
  if (words === undefined) return undefined;
  const [command, ...args] = [...words, process.execPath, ...process.argv.slice(1)];
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, [variable]: 'none' } });
  const stop = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** What is certain about the network of this run, as a sentence. */
export function saidOfNetwork() {
  const names = Object.keys(networkInterfaces());
  if (names.every((name) => name === 'lo')) return 'Everything ran without a network: there was nothing but loopback.';
  return 'A run without a network was NOT possible here (unshare is not allowed): two proxies that refuse everything saw no request, and would not see a raw socket.';
}

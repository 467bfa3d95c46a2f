import { askToStart } from '../ask-to-start.ts';
import { autoStart } from '../auto-start.ts';
import { core } from '../core.ts';
import type { Desk } from '../desk.ts';
import type { DaemonFact } from '../gates/facts.ts';
import { requireProgram } from '../require-program.ts';
import { requireTrust } from '../require-trust.ts';
import { say } from '../say.ts';
import { lookShown } from '../waiting.ts';

/** Starts the daemon after the person agreed, or says why it is not to be started. */
export default async function startDaemon(desk: Desk): Promise<void> {
  if (!(await requireTrust())) return;
  // A look waits until the start has ended.
  if (desk.daemon.fact.kind === 'starting') {
    await say.info('The Snap daemon is being started. The status bar shows when it runs.');
    return;
  }
  if ((await lookShown(desk)) === undefined || !(await requireProgram(desk, 'there is nothing to start'))) return;
  const { fact } = desk.daemon;
  if (fact.kind === 'connected' && fact.http.kind !== 'refused') {
    await say.info(runningText(fact));
    return;
  }
  if (fact.kind === 'hung') {
    const restart = 'End and Restart';
    const which = fact.pid === undefined ? 'The Snap daemon' : `The Snap daemon (process ${fact.pid})`;
    const picked = await say.warning(
      `${which} does not answer.`,
      { modal: true, detail: 'It will be ended, and a new one started. Assistants work without it meanwhile; nothing is lost.' },
      restart,
    );
    if (picked === restart) await tell(desk, await desk.daemon.restart());
    return;
  }
  if (fact.kind !== 'connected' && autoStart(desk.context) !== true && !(await askToStart(desk, true))) return;
  await tell(desk, await desk.daemon.start());
}

async function tell(desk: Desk, problem: string | undefined): Promise<void> {
  const { cleanLine } = await core.system();
  if (problem === undefined) {
    const { fact } = desk.daemon;
    if (fact.kind === 'connected') say.passing(runningText(fact), 5_000);
    return;
  }
  const log = 'Show Log';
  const picked = await say.error(`The Snap daemon: ${cleanLine(problem)}.`, log);
  if (picked === log) desk.log.show();
}

function runningText({ pid, http }: Extract<DaemonFact, { kind: 'connected' }>): string {
  const address = http.kind === 'listening' ? `, and assistants reach it at 127.0.0.1:${http.port}` : '';
  return `The Snap daemon runs (process ${pid})${address}.`;
}

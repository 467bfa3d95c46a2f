import { window } from 'vscode';
import { askToStart } from '../ask-to-start.ts';
import { autoStart } from '../auto-start.ts';
import { core } from '../core.ts';
import type { Desk } from '../desk.ts';
import type { DaemonFact } from '../gates/facts.ts';
import { requireProgram } from '../require-program.ts';
import { requireTrust } from '../require-trust.ts';

/** Starts the background process after the person agreed, or says why it is not to be started. */
export default async function startDaemon(desk: Desk): Promise<void> {
  if (!(await requireTrust()) || !(await requireProgram(desk, 'there is nothing to start'))) return;
  await desk.gates.look();
  const { fact } = desk.daemon;
  if (fact.kind === 'connected' && fact.http.kind !== 'refused') {
    await window.showInformationMessage(runningText(fact));
    return;
  }
  if (fact.kind === 'hung') {
    const restart = 'End and Restart';
    const which = fact.pid === undefined ? 'The background process of Snap' : `The background process of Snap (process ${fact.pid})`;
    const picked = await window.showWarningMessage(
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
    if (fact.kind === 'connected') window.setStatusBarMessage(runningText(fact), 5_000);
    return;
  }
  const log = 'Show Log';
  const picked = await window.showErrorMessage(`The background process of Snap: ${cleanLine(problem)}.`, log);
  if (picked === log) desk.log.show();
}

function runningText({ pid, http }: Extract<DaemonFact, { kind: 'connected' }>): string {
  const address = http.kind === 'listening' ? `, and assistants reach it at 127.0.0.1:${http.port}` : '';
  return `The background process of Snap runs (process ${pid})${address}.`;
}

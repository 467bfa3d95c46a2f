import { wantedPort } from '../../daemon/local/index.ts';
import type { EndedDaemon, StartedDaemon } from '../../daemon/start/index.ts';
import type { Invocation } from '../command.ts';
import { exit, type ExitCode } from '../exit.ts';
import { shown } from '../print-answer.ts';
import { httpDocument, httpText } from './status-text.ts';
import { renewToken, type RenewedEntry } from './renew-token.ts';

/** Asks the daemon for HTTP, as everybody who starts it by hand wants it, and says what there is now. @param ended the one before. */
export async function reportStarted(invocation: Invocation, { link, how }: StartedDaemon, ended?: EndedDaemon): Promise<ExitCode> {
  const { system, ui, values } = invocation;
  try {
    const http = await link.call(
      'http.start',
      { port: system.env['SVC_SSE_PORT'] || (await wantedPort(system))?.toString() },
      { maxMs: 15_000 },
    );
    const renewed = http.port === undefined ? [] : await renewToken(invocation, http.port);
    const { run, build } = link.welcome;
    if (values.flag('json')) {
      ui.json({
        schemaVersion: 1,
        state: how,
        pid: run.pid,
        build,
        ended: ended ?? null,
        http: httpDocument(http),
        entries: renewed.map(({ message, ...entry }) => ({ ...entry, message: message ?? null })),
      });
    } else {
      const before = ended === undefined ? [] : [endedText(ended)];
      ui.print([...before, startedText(how, run.pid), httpText(http), ...renewed.map((each) => renewedText(each, system.home))].join('\n'));
    }
    return exit.fine;
  } finally {
    link.close();
  }
}

export function endedText({ pid, how }: EndedDaemon): string {
  return how === 'asked' ? `The daemon has ended (process ${pid}).` : `The daemon did not answer, and was ended (process ${pid}).`;
}

function startedText(how: StartedDaemon['how'], pid: number): string {
  switch (how) {
    case 'started':
      return `The daemon was started (process ${pid}).`;
    case 'running':
      return `The daemon runs already (process ${pid}).`;
    case 'replaced':
      return `The daemon was started (process ${pid}), in place of an older one.`;
    default:
      return how satisfies never;
  }
}

function renewedText({ client, path: file, action, message }: RenewedEntry, home: string): string {
  const path = shown(file, home);
  return action === 'updated'
    ? `${client}: the entry in ${path} has the new token.`
    : `${client}: the entry in ${path} keeps the token of before. ${message ?? ''}`.trimEnd();
}

import { clients, lastRead, locate, displayPlace, type Client, type Platform } from '../../clients/index.ts';
import { SnapError, type System } from '../../system/index.ts';
import { clientFlags, clientOptions, selectedClients } from '../options/clients-option.ts';
import type { Command } from '../command.ts';
import { answer } from '../print-answer.ts';
import { plain } from '../terminal/style.ts';
import type { Ui } from '../terminal/ui.ts';
import { displayPaths } from '../words.ts';

export default {
  name: 'clients',
  summary: 'List the assistants snap knows, with the paths of their config files.',
  usage: '[--cursor --codex … | --client <id>…] [--platform darwin|linux|win32]',
  options: {
    ...clientOptions,
    ...clientFlags,
    platform: { type: 'string', value: 'darwin|linux|win32', help: 'Show the paths of another platform (default: this one)' },
  },
  examples: [
    ['snap clients', 'all, for this machine'],
    ['snap clients --platform win32 --client claude-desktop', 'where Claude Desktop keeps its file on Windows'],
  ],
  async run(invocation) {
    const { values, system, ui } = invocation;
    const platform = platformOf(values.text('platform'), system);
    const named = selectedClients(values);
    const rows = (named.length > 0 ? named : clients).map((client) => describe(client, platform, system));
    return answer(invocation, { platform, clients: rows }, () => rows.map((row) => rowText(row, ui, system)));
  },
} satisfies Command;

function platformOf(text: string | undefined, system: System): Platform {
  switch (text) {
    case undefined:
      return system.platform;
    case 'darwin':
    case 'linux':
    case 'win32':
      return text;
    default:
      throw new SnapError('usage', `--platform ${text}: no such platform.`, { hint: 'Platforms: darwin, linux, win32.' });
  }
}

/** Real paths for this platform. For another one the paths as its documentation writes them, because its environment is not known here. */
function describe(client: Client, platform: Platform, system: System) {
  const where = { platform, home: system.home, env: system.env, workspace: '<workspace>' };
  const { entry } = client;
  return {
    id: client.id,
    name: client.name,
    setup: client.setup,
    format: client.format,
    key: client.layout.at.map((step) => (typeof step === 'string' ? step : '<workspace>')).join(' > '),
    transports: ['stdio', ...(entry.http === undefined ? [] : ['http']), ...(entry.sse === undefined ? [] : ['sse'])],
    reload: client.reload,
    afterRemoval: client.afterRemoval,
    docs: client.docs,
    checked: lastRead(client),
    verified: client.unverified.length === 0,
    unverified: client.unverified,
    files: client.files.flatMap(({ scope, at, write, note }) => {
      const here = platform === system.platform ? locate(at, where) : undefined;
      // One path is shown as it is, none (a variable that is not set) is left out, and several are shown as their pattern.
      const path = here?.length === 1 ? here[0] : here?.length === 0 ? undefined : displayPlace(at, platform);
      return path === undefined ? [] : [{ scope, path, write, note }];
    }),
  };
}

function rowText(row: ReturnType<typeof describe>, { style }: Ui, system: System): string {
  const files = row.files.map(
    (file) =>
      `    ${file.scope.padEnd(8)} ${plain(displayPaths(file.path, system.home))}${file.write === 'never' ? style.dim(' (read only)') : ''}`,
  );
  const manual = row.setup === 'manual' ? style.yellow(' set up by hand') : '';
  return [
    `${style.bold(row.name)}  ${style.dim(`--${row.id}, ${row.format}, "${row.key}", ${row.transports.join('/')}`)}${manual}`,
    ...(files.length > 0 ? files : [style.dim('    not on this platform')]),
  ].join('\n');
}

import { isRecord, shellQuoted } from '../../system/index.ts';

/** A call that an assistant would make. */
interface Call {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What a person types to do what this call of a tool does. */
export function commandOf({ tool, arguments: given }: Call): string {
  const { task, files, mode } = isRecord(given) ? given : {};
  const text = typeof task === 'string' ? ` ${shellQuoted(task.replace(/^-/, ' -'))}` : '';
  const named = (Array.isArray(files) ? files : []).map((file) => ` --file ${shellQuoted(asFile(String(file)))}`).join('');
  const command = commands[tool];
  if (command !== undefined) return command;
  return tool === 'snap' ? (mode === 'context' ? 'snap status' : `snap task start${text}${named}`) : `snap ${tool}${text}${named}`;
}

/** Those that take nothing of the call; the others have the name of the tool. */
const commands: Readonly<Record<string, string>> = {
  pulse: 'snap pulse',
  check: 'snap mcp validate',
  snap_learn: 'snap learn <when> <what to do>',
  snap_end: 'snap task end',
};

/** A name that begins with a dash would be read as an option. */
function asFile(file: string): string {
  return file.startsWith('-') ? `./${file}` : file;
}

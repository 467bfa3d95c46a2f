import type { HostReply, HostRequest } from './messages.ts';

/** Milliseconds without a question after which a host ends: it holds as much memory as an editor. */
const maxIdleMs = 300_000;

/** The side that asked, as the work on its question sees it. */
export interface Asker<Part> {
  /** Says what is known already. It is heard at once, also when what follows takes long. */
  tell(part: Part): void;
  /** Whether nobody waits for this answer any more while another question waits: then the work on this one is to stop. */
  isReplaced(): boolean;
}

/**
 * The life of a host: a question a line on stdin, an answer a line on stdout, one after the other. What else is written to stdout (plugins and
 * config files of the project do) is dropped. Ends with its input.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the other side sends questions of this type alone, and expects such answers
export function serve<Question, Answer, Part = never>(answer: (question: Question, asker: Asker<Part>) => Promise<Answer>): void {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = () => true;
  let rest = '';
  let work = Promise.resolve();
  let waiting = 0;
  let idle: NodeJS.Timeout | undefined;
  const left = new Set<number>();
  const say = (reply: HostReply<Answer, Part>): void => void write(`${JSON.stringify(reply)}\n`);
  const take = async (id: number, question: Question): Promise<void> => {
    clearTimeout(idle);
    waiting -= 1;
    try {
      say({ id, answer: await answer(question, { tell: (part) => say({ id, part }), isReplaced: () => waiting > 0 && left.has(id) }) });
    } catch (error) {
      say({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
    left.delete(id);
    idle = setTimeout(() => process.exit(0), maxIdleMs);
  };
  const takeLine = (line: string): void => {
    const request = JSON.parse(line) as HostRequest<Question>;
    if ('left' in request) {
      left.add(request.left);
      return;
    }
    waiting += 1;
    work = work.then(() => take(request.id, request.question));
  };
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) takeLine(line);
  });
  process.stdin.on('end', () => process.exit(0));
}

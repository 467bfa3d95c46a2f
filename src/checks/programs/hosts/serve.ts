import type { HostReply } from './messages.ts';

/** Milliseconds without a question after which a host ends: it holds as much memory as an editor. */
const maxIdleMs = 300_000;

/**
 * The life of a host: a question a line on stdin, an answer a line on stdout, one after the other. What else is written to stdout (plugins and
 * config files of the project do) is dropped. Ends with its input.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the other side sends questions of this type alone, and expects such answers
export function serve<Question, Answer>(answer: (question: Question) => Promise<Answer>, onIdle?: () => void): void {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = () => true;
  let rest = '';
  let work = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  const say = (reply: HostReply<Answer>): void => void write(`${JSON.stringify(reply)}\n`);
  const take = async (line: string): Promise<void> => {
    clearTimeout(idle);
    const { id, question } = JSON.parse(line) as { id: number; question: Question };
    try {
      say({ id, answer: await answer(question) });
    } catch (error) {
      say({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
    onIdle?.();
    idle = setTimeout(() => process.exit(0), maxIdleMs);
  };
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) work = work.then(() => take(line));
  });
  process.stdin.on('end', () => process.exit(0));
}

/** Words in front of the arguments of the program by which a thread knows what it is (src/main.ts). */
export const threadWord = '__thread';

/** A thread of snap's own: the same program, in a thread of this process, with its own event loop and memory. */
export interface Thread<In> {
  /** Plain data, copied. Nothing happens after it has ended. */
  send(message: In): void;
  /**
   * Asks it to end, and ends it when it has not after `graceMs`. Resolves when it has ended; no later than a second after the grace, for a thread
   * that waits for a disk can be ended only when the disk answers.
   */
  end(graceMs: number): Promise<void>;
  /** Settles when it has ended, however that came. */
  readonly ended: Promise<ThreadEnd>;
}

/** `asked`: by {@link Thread.end}. `died`: by itself; `reason` is one line. */
export type ThreadEnd = { readonly kind: 'asked' } | { readonly kind: 'died'; readonly reason: string };

export interface ThreadOptions<Out> {
  /** What it does, by its name in src/main.ts. */
  readonly job: string;
  /** Plain data that it begins with. */
  readonly input: unknown;
  readonly onMessage: (message: Out) => void;
  /** Its environment; nothing that it sets there is seen outside. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The program; the running one without it. */
  readonly file?: string | undefined;
  /** Of objects, in MiB; by the size of the machine without it. Beyond it the thread dies, and the process lives on. */
  readonly maxMiB?: number | undefined;
}

/** What a thread begins with. `groups`: the numbers of the process groups that it has running, for the thread that started it. */
export interface ThreadStart {
  readonly input: unknown;
  readonly groups: Int32Array;
}

/** The same from the inside. */
export interface ThreadSide<In, Out> {
  readonly input: unknown;
  send(message: Out): void;
  onMessage(listener: (message: In) => void): void;
  /** Called when the thread is asked to end; it ends when the listener has. One listener. */
  onEnd(listener: () => Promise<void> | void): void;
}

/** What both sides send: the messages of the job, and the question to end. */
export type Envelope<Message> = { readonly kind: 'message'; readonly message: Message } | { readonly kind: 'end' };

/** What is to be started or called, as its client would. */
export type LiveTarget = CommandTarget | UrlTarget;

/** A program to be started. */
export interface CommandTarget {
  readonly kind: 'command';
  readonly command: string;
  readonly args: readonly string[];
  /** The complete environment: nothing is added. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** An address to be called. */
export interface UrlTarget {
  readonly kind: 'url';
  /** `either`: Streamable HTTP, and where that answers 4xx, SSE. */
  readonly transport: 'http' | 'sse' | 'either';
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
}

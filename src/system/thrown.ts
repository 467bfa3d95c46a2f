// What is thrown may be anything; these are the words that it is told with.

/** Its message, which may have several lines. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The first line of its message. */
export function errorFirstLine(error: unknown): string {
  const [line = ''] = errorMessage(error).split('\n', 1);
  return line;
}

/** Its message with the places in the program, for a report of a bug. */
export function errorStack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

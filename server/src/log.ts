/**
 * The program's log for whoever runs it: one line per event, and one line for all repetitions of an event within a short time.
 */

export type Log = (text: string, error?: unknown) => void;

/** Lines for people, or one object per line for programs that collect them. */
export type LogFormat = 'text' | 'json';

/** When the database is down, a dozen parts report it many times a second, and one line suffices. */
const REPEATS_HELD_MS = 10_000;

/**
 * Returns a log that writes each line with its time. Repetitions of a text within `REPEATS_HELD_MS` are counted and reported in
 * one line.
 */
export function createLog(
  write: (line: string) => void,
  nowMs: () => number,
  format: LogFormat = 'text',
): Log {
  const line = LINES[format];
  const held = new Map<string, { untilMs: number; count: number }>();
  return (text, error) => {
    const now = nowMs();
    for (const [past, { untilMs, count }] of held) {
      if (now < untilMs) continue;
      held.delete(past);
      if (count > 0) write(line({ now, text: `${past} (${count} more times)` }));
    }
    const repeated = held.get(text);
    if (repeated !== undefined) {
      repeated.count += 1;
      return;
    }
    held.set(text, { untilMs: now + REPEATS_HELD_MS, count: 0 });
    write(line({ now, text, ...(error === undefined ? {} : { error: told(error) }) }));
  };
}

type Line = { readonly now: number; readonly text: string; readonly error?: string };

/** A text begins with the part of the program that it concerns: "market: …". */
const LINES: Readonly<Record<LogFormat, (line: Line) => string>> = {
  text: ({ now, text, error }) =>
    `${new Date(now).toISOString()} ${error === undefined ? text : `${text}: ${error}`}\n`,
  json: ({ now, text, error }) => {
    const part = /^([a-z ]+): /.exec(text)?.[1];
    const level = error === undefined ? 'info' : 'error';
    return `${JSON.stringify({ time: new Date(now).toISOString(), level, part, text, error })}\n`;
  },
};

/**
 * If a failure has a code, it comes from the database or the system, and its message suffices. A bug can be located only by its
 * stack.
 */
function told(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? error.message : (error.stack ?? error.message);
}

/** The process of the guard, which the serving process starts next to itself. Its parent sends the login and the invariants. */
import type { Invariant } from '../ledger/invariants.ts';
import { startGuard } from './guard.ts';
import type { Guard } from './guard.ts';

export type ToGuard =
  | { readonly kind: 'begin'; readonly url: string; readonly invariants: readonly Invariant[] }
  | { readonly kind: 'stop' };

/** A line for the server's log. */
export type FromGuard = { readonly text: string; readonly error: string | undefined };

const tell = (text: string, error?: unknown): void => {
  const said: FromGuard = {
    text,
    error: error instanceof Error ? (error.stack ?? error.message) : undefined,
  };
  process.send?.(said);
};

let guard: Guard | undefined;

process.on('message', (message: ToGuard) => {
  if (message.kind === 'begin') {
    guard = startGuard({ ...message, tell, now: () => performance.now() });
    return;
  }
  void Promise.resolve(guard?.stop()).then(() => process.exit(0));
});
// Ignores the signal. Like the market's process, this one stops only when the serving process asks it to or has exited.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit(1));

/** The guard's process as seen by the serving process, which starts it, restarts it when it exits, and stops it at shutdown. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Invariant } from '../ledger/invariants.ts';
import type { Log } from '../log.ts';
import type { FromGuard, ToGuard } from './guard-process.ts';

const PROGRAM = fileURLToPath(new URL('guard-process.ts', import.meta.url));
const AGAIN_AFTER_MS = 500;
const STOP_MS = 10_000;

export type GuardChild = {
  /** The process id, which changes with each restart. */
  pid(): number | undefined;
  stop(): Promise<void>;
};

/** Returns immediately. The platform starts without waiting for the first run, but pays nothing out before it. */
export function startGuardChild(options: {
  readonly url: string;
  readonly invariants: readonly Invariant[];
  readonly log: Log;
}): GuardChild {
  const { url, invariants, log } = options;
  let stopping = false;
  let again: NodeJS.Timeout | undefined;
  const begin = (): ChildProcess => {
    const mine = fork(PROGRAM, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    mine.on('message', ({ text, error }: FromGuard) => {
      log(text, error === undefined ? undefined : new Error(error));
    });
    mine.once('exit', (code) => {
      if (stopping) return;
      log(`guard: the process exited ${code === null ? 'on a signal' : `with code ${code}`} (restarting it)`);
      again = setTimeout(() => (child = begin()), AGAIN_AFTER_MS);
    });
    say(mine, { kind: 'begin', url, invariants });
    return mine;
  };
  let child = begin();
  return {
    pid: () => child.pid,
    stop: async () => {
      stopping = true;
      clearTimeout(again);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      say(child, { kind: 'stop' });
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await exit;
      clearTimeout(late);
    },
  };
}

function say(child: ChildProcess, message: ToGuard): void {
  // A child that has just exited is restarted and gets its messages again.
  if (child.connected) child.send(message, () => undefined);
}

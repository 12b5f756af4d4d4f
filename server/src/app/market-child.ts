/** The market process as seen by the serving process, which starts it, restarts it when it fails, and stops it at shutdown. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Publication } from '../commands/facts.ts';
import type { Log } from '../log.ts';
import type { Told } from '../telemetry/metrics.ts';
import { publicationOf } from './market-channel.ts';
import type { FromMarket, MarketOptions, ToMarket } from './market-channel.ts';

const PROGRAM = fileURLToPath(new URL('market-process.ts', import.meta.url));
const AGAIN_AFTER_MS = 500;
/** A status older than this is ignored, and the process that sent it counts as stopped. */
const STATE_AGE_MAX_MS = 1_000;
const STOP_MS = 10_000;

export type MarketChild = {
  /** True once the process leads or stands by and its engine runs. */
  running(): boolean;
  poke(): void;
  /** Hands over a connection on which a client pushes quotes. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
  stop(): Promise<void>;
};

type Listeners = {
  readonly log: Log;
  readonly onCommitted: (publications: readonly Publication[]) => void;
  readonly onCounted: (figures: Told) => void;
};

/** Starts the process; resolves once it leads or stands by. */
export async function startMarketChild({
  options,
  ...listeners
}: Listeners & { readonly options: MarketOptions }): Promise<MarketChild> {
  const { log } = listeners;
  let child: ChildProcess | undefined;
  let stopping = false;
  let again: NodeJS.Timeout | undefined;
  const told = new ToldState();
  const say = (message: ToMarket, handle?: Socket): void => {
    if (child?.connected !== true) handle?.destroy();
    else child.send(message, handle, {}, (error) => error !== null && handle?.destroy());
  };
  const hear = hearing({ told, ...listeners });
  const begin = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const mine = fork(PROGRAM, {
        serialization: 'advanced',
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      child = mine;
      mine.on('message', (message: FromMarket) => {
        hear(message);
        if (message.kind === 'begun') resolve();
      });
      mine.once('exit', (code) => {
        told.forget();
        const end = code === null ? 'on a signal' : `with code ${code}`;
        reject(new Error(`expected the market process to keep running, but it exited ${end}`));
        if (stopping) return;
        log(`market: the market process exited ${end} (restarting it)`);
        again = setTimeout(() => void begin().catch(() => undefined), AGAIN_AFTER_MS);
      });
      say({ kind: 'begin', options });
    });
  await begin();
  return {
    running: () => told.isRunning,
    poke: () => say({ kind: 'poke' }),
    upgrade: ({ method = 'GET', url = '', headers }, socket, head) =>
      say({ kind: 'upgrade', method, url, headers, head }, socket),
    stop: async () => {
      stopping = true;
      clearTimeout(again);
      if (child !== undefined) await ended(child, () => say({ kind: 'stop' }));
    },
  };
}

function hearing({ told, log, onCommitted, onCounted }: Listeners & { readonly told: ToldState }) {
  return (message: FromMarket): void => {
    if (message.kind === 'committed') onCommitted(message.publications.map(publicationOf));
    else if (message.kind === 'counted') onCounted(message.figures);
    else if (message.kind === 'told')
      log(message.text, message.error === undefined ? undefined : new Error(message.error));
    else if (message.kind === 'state') told.hear(message.running);
  };
}

/** Requests the process to stop, and waits for a limited time until it has. */
async function ended(child: ChildProcess, tell: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  tell();
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exit;
  clearTimeout(late);
}

class ToldState {
  #wasRunning = false;
  #toldMs = -Infinity;

  get isRunning(): boolean {
    return this.#wasRunning && performance.now() - this.#toldMs <= STATE_AGE_MAX_MS;
  }

  hear(running: boolean): void {
    this.#wasRunning = running;
    this.#toldMs = performance.now();
  }

  forget(): void {
    this.#wasRunning = false;
  }
}

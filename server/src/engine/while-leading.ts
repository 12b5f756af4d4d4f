/**
 * Runs an engine only while this process leads the market. Each time the process becomes the leader, a new engine is rebuilt
 * from the database.
 */
import { Engine } from './engine.ts';
import type { EngineOptions } from './engine.ts';
import type { Pool } from '../db/pool.ts';
import { tellLag } from './lag-notice.ts';

export type LeadingEngine = {
  /** Signals that this process has armed or disarmed something. */
  poke(): void;
  running(): boolean;
  /** How far this process's firing lags behind the tape; infinite while its engine does not run. */
  ownLagMs(symbol: string): number;
  /** The earliest known market-clock time (ms) that any row of a symbol waits for, even before the symbol's first price. */
  clockWaitedFor(symbol: string): number | undefined;
  stop(): Promise<void>;
};

export type Leads = {
  onLeading(listener: (leading: boolean) => void): () => void;
  epoch(): bigint | undefined;
};

const RETRY_MS = 1000;

export function engineWhileLeading(
  leads: Leads,
  options: EngineOptions & { readonly leaderPool: Pool },
): LeadingEngine {
  let engine: Engine | undefined;
  let isLeading = false;
  /** Counts changes of leadership. Work begun under an earlier count is neither finished nor retried. */
  let change = 0;
  let retry: NodeJS.Timeout | undefined;
  // Changes of leadership are processed one after another, so that an engine stops before the next one is rebuilt.
  let turn: Promise<void> = Promise.resolve();

  const become = async (mine: number): Promise<void> => {
    if (mine !== change) return;
    await engine?.stop();
    engine = undefined;
    if (!isLeading) return;
    const next = new Engine(options);
    try {
      await next.start();
      engine = next;
    } catch (error) {
      options.onTrouble('engine: failed to start (retrying in 1 s)', error);
      if (mine === change) retry = setTimeout(() => queue(mine), RETRY_MS);
    }
  };
  const queue = (mine: number): void => {
    turn = turn.then(() => become(mine));
  };
  const onLeading = (leading: boolean): void => {
    isLeading = leading;
    change += 1;
    clearTimeout(retry);
    queue(change);
  };
  const end = leads.onLeading(onLeading);
  const telling = tellLag({ ...options, lags: () => engine?.lags(), epoch: leads.epoch });
  return {
    poke: () => void engine?.poke(),
    running: () => engine !== undefined,
    ownLagMs: (symbol) => engine?.lagMs(symbol) ?? Infinity,
    clockWaitedFor: (symbol) => engine?.clockWaitedFor(symbol),
    stop: async () => {
      end();
      await telling.stop();
      onLeading(false);
      await turn;
      clearTimeout(retry);
    },
  };
}

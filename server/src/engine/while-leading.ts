/** Runs an engine exactly while this process leads the market: a new one, rebuilt, at each time it takes the lead. */
import { Engine } from './engine.ts';
import type { EngineOptions } from './engine.ts';

export type LeadingEngine = {
  /** Something was armed or disarmed by this process. */
  poke(): void;
  running(): boolean;
  stop(): Promise<void>;
};

export type Leads = { onLeading(listener: (leading: boolean) => void): () => void };

export function engineWhileLeading(leads: Leads, options: EngineOptions): LeadingEngine {
  let engine: Engine | undefined;
  let started = false;
  // Changes follow one another: an engine has stopped before the next one rebuilds.
  let turn: Promise<void> = Promise.resolve();
  const change = (leading: boolean): void => {
    turn = turn
      .then(async () => {
        started = false;
        await engine?.stop();
        engine = undefined;
        if (!leading) return;
        const next = new Engine(options);
        await next.start();
        engine = next;
        started = true;
      })
      .catch((error: unknown) => {
        options.onTrouble('the engine did not start; trying again', error);
        setTimeout(() => change(leading), RETRY_MS).unref();
      });
  };
  const end = leads.onLeading(change);
  return {
    poke: () => void engine?.poke(),
    running: () => started,
    stop: async () => {
      end();
      change(false);
      await turn;
    },
  };
}

const RETRY_MS = 1000;

/** The operators' command that moves a demo's market clock forward, so that financing, sessions and maturities come sooner. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { clockSteps } from '@candor/protocol/demo/console.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ConsoleHandlers } from '../../calls/console-handler.ts';
import { actOnce, lockHouse, ofHouse } from '../../operators/act.ts';
import type { OperatorCommand } from '../../operators/act.ts';
import { advanceClock, marketTime, readClock } from '../../quotes/clock.ts';
import { runningFeed } from '../../quotes/leader.ts';

const STEP_MS = { hour: 3_600_000, day: 86_400_000 } as const;

export type ClockForward = { readonly step: (typeof clockSteps)[number]; readonly note: string | undefined };

/**
 * Moves the market an hour or a day forward and returns its new time in milliseconds. Only a simulated market follows the
 * clock: a replay uses the time of its file, and external prices arrive at their own time.
 */
export const clockForward: OperatorCommand<ClockForward, { readonly marketMs: number }, 'clock_fixed'> = {
  roles: ['admin'],
  decide: async (connection, { step, note }, nowMs) => {
    await lockHouse(connection);
    if ((await runningFeed(connection)) !== 'simulated') return refuse('clock_fixed');
    const beforeMs = marketTime(await readClock(connection), nowMs);
    const marketMs = beforeMs + STEP_MS[step];
    return ok({
      answer: { marketMs },
      entry: {
        action: 'clock.forward',
        subject: 'clock',
        before: { market_time: new Date(beforeMs).toISOString() },
        after: { market_time: new Date(marketMs).toISOString() },
        reason: note,
      },
      apply: (at) => advanceClock(at, STEP_MS[step]),
    });
  },
};

/** Returns the market's time and, if a feed runs, the feed that sets it. */
export async function showClock(pool: Pool, nowMs: number) {
  return inTransaction(pool, async (connection: Connection) => ({
    marketMs: marketTime(await readClock(connection), nowMs),
    feed: await runningFeed(connection),
  }));
}

type ClockDeps = {
  readonly pool: Pool;
  readonly mode: 'demo' | 'live';
  readonly now: () => number;
};

/** Console calls for the clock. They exist only in a demo. */
export function clockConsoleHandlers({
  pool,
  mode,
  now,
}: ClockDeps): Pick<ConsoleHandlers, 'GET clock' | 'POST clock_forward'> {
  return {
    'GET clock': async () => {
      if (mode === 'live') return refuse('not_found');
      const nowMs = now();
      const { marketMs, feed } = await showClock(pool, nowMs);
      const seconds = (ms: number): number => Math.floor(ms / 1000);
      return ok({ market_time: seconds(marketMs), time: seconds(nowMs), can_forward: feed === 'simulated' });
    },
    'POST clock_forward': async (input, { operator, idempotencyKey }) => {
      if (mode === 'live') return refuse('not_found');
      const sent = { call: 'clock_forward', book: 0n, body: input, idempotencyKey };
      return ofHouse(
        await actOnce({ pool, operator, now, sent }, clockForward, { step: input.step, note: input.note }),
      );
    },
  };
}

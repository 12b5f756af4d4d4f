/**
 * Operators' command to move a demo's time forward, so that financing, sessions, maturities and deadlines come sooner. The market
 * clock and the house's time are moved together.
 */
import { ok, refuse } from '@candor/domain/outcome.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@candor/domain/time.ts';
import type { clockSteps } from '@candor/protocol/demo/console.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ConsoleHandlers } from '../../calls/console-handler.ts';
import { actOnce, lockHouse, ofHouse } from '../../operators/act.ts';
import type { OperatorCommand } from '../../operators/act.ts';
import { advanceClock, marketTime, readClock } from '../../quotes/clock.ts';
import { runningFeed } from '../../quotes/leader.ts';

const STEP_MS = { hour: HOUR_MS, day: DAY_MS } as const;

/** An hour, a day, or this many minutes. */
export type ClockForward = { readonly note: string | undefined } & (
  | { readonly step: Exclude<(typeof clockSteps)[number], 'minutes'> }
  | { readonly step: 'minutes'; readonly minutes: number }
);

/**
 * Moves a demo forward and returns its new time in milliseconds. Only a simulated market follows the clock: a replay uses the
 * time of its file, and external prices arrive at their own time. Steps of minutes are for a demo that begins in the past, and
 * can't go beyond the present; steps of an hour or a day can.
 */
export const clockForward: OperatorCommand<
  ClockForward,
  { readonly marketMs: number },
  'clock_fixed' | 'clock_past_present'
> = {
  roles: ['admin'],
  decide: async (connection, { note, ...forward }) => {
    await lockHouse(connection);
    if ((await runningFeed(connection)) !== 'simulated') return refuse('clock_fixed');
    const clock = await readClock(connection);
    const stepMs = forward.step === 'minutes' ? forward.minutes * MINUTE_MS : STEP_MS[forward.step];
    if (forward.step === 'minutes' && clock.aheadMs + stepMs > 0)
      return refuse('clock_past_present', { field: 'minutes' });
    const beforeMs = marketTime(clock, await wallMs(connection));
    const marketMs = beforeMs + stepMs;
    return ok({
      answer: { marketMs },
      entry: {
        action: 'clock.forward',
        subject: 'clock',
        before: { market_time: new Date(beforeMs).toISOString() },
        after: { market_time: new Date(marketMs).toISOString() },
        reason: note,
      },
      apply: (at) => advanceClock(at, stepMs),
    });
  },
};

/** Returns the market's time, the house's time, the real time, and the feed that sets the market's time, if one is running. */
export async function showClock(pool: Pool) {
  return inTransaction(pool, async (connection: Connection) => {
    const clock = await readClock(connection);
    const realMs = await wallMs(connection);
    return {
      ...{ marketMs: marketTime(clock, realMs), houseMs: realMs + clock.aheadMs, realMs },
      ...{ aheadMs: clock.aheadMs, feed: await runningFeed(connection) },
    };
  });
}

/** Reads the database's clock, because the database checks the step. This process may not know the latest step yet. */
async function wallMs(connection: Connection): Promise<number> {
  const { rows } = await connection.query<{ ms: string }>(
    'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms',
  );
  return Number(rows[0]?.ms);
}

type ClockDeps = {
  readonly pool: Pool;
  readonly mode: 'demo' | 'live';
  /** The house's time, in milliseconds. */
  readonly now: () => number;
  /** Makes this process read the moved clock immediately. */
  readonly refreshClocks: () => Promise<void>;
};

/** Console calls for the clock. They exist only in a demo. */
export function clockConsoleHandlers({
  pool,
  mode,
  now,
  refreshClocks,
}: ClockDeps): Pick<ConsoleHandlers, 'GET clock' | 'POST clock_forward'> {
  return {
    'GET clock': async () => {
      if (mode === 'live') return refuse('not_found');
      const { marketMs, houseMs, aheadMs, feed } = await showClock(pool);
      const seconds = (ms: number): number => Math.floor(ms / 1000);
      return ok({
        ...{ market_time: seconds(marketMs), time: seconds(houseMs), ahead: seconds(aheadMs) },
        can_forward: feed === 'simulated',
      });
    },
    'POST clock_forward': async (input, { operator, idempotencyKey }) => {
      if (mode === 'live') return refuse('not_found');
      const sent = { call: 'clock_forward', book: 0n, body: input, idempotencyKey };
      const { step, minutes, note } = input;
      if (step === 'minutes' && minutes === undefined)
        return refuse('parameter_missing', { field: 'minutes' });
      const forward = step === 'minutes' ? { step, minutes: minutes ?? 0, note } : { step, note };
      const done = ofHouse(await actOnce({ pool, operator, now, sent }, clockForward, forward));
      await refreshClocks();
      return done;
    },
  };
}

/** What operators do about a demo's market clock: set it forward, so that nights, sessions and maturities come sooner. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import { lockHouse } from './operators/act.ts';
import type { OperatorCommand } from './operators/act.ts';
import { advanceClock, marketTime, readClock } from './quotes/clock.ts';
import { runningFeed } from './quotes/leader.ts';

/** How far the clock can be set forward at once, in milliseconds. */
const clockSteps = { hour: 3_600_000, day: 86_400_000 } as const;

export type ClockForward = { readonly step: keyof typeof clockSteps; readonly note: string | undefined };

/**
 * Lets the market be an hour or a day later, and answers its new time in milliseconds. Only the simulated market follows its
 * clock: a replay's is that of its file, and prices from outside come when they come.
 */
export const clockForward: OperatorCommand<ClockForward, { readonly marketMs: number }> = {
  roles: ['admin'],
  decide: async (connection, { step, note }, nowMs) => {
    await lockHouse(connection);
    if ((await runningFeed(connection)) !== 'simulated') return refuse('clock_fixed');
    const beforeMs = marketTime(await readClock(connection), nowMs);
    const marketMs = beforeMs + clockSteps[step];
    return ok({
      answer: { marketMs },
      entry: {
        action: 'clock.forward',
        subject: 'clock',
        before: { market_time: new Date(beforeMs).toISOString() },
        after: { market_time: new Date(marketMs).toISOString() },
        reason: note,
      },
      apply: (at) => advanceClock(at, clockSteps[step]),
    });
  },
};

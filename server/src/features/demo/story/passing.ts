/**
 * Passes time in the story: an operator moves the clock forward, and the story waits for the market and all due events to catch
 * up.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@candor/domain/time.ts';
import type { Pool } from '../../../db/pool.ts';
import type { OperatorDoor } from './doors.ts';

/** The clock stops shortly after this hour of each day (UTC), when the story's recurring purchases fall due. */
export const DUE_HOUR = 9;
const DUE_MS = DUE_HOUR * HOUR_MS + 2 * MINUTE_MS;
/** How far behind the present the clock is before the last step. The market quotes this whole interval. */
const LAST_STEP_MS = 2 * MINUTE_MS;
const LOOK_EVERY_MS = 40;
const STALL_MAX_MS = 60_000;
/** How close to the clock the newest quote must be, and how late triggers may fire, before the story continues. */
const QUOTED_WITHIN_MS = 1_500;
const FIRED_WITHIN_MS = 150;
/** Number of consecutive checks in which both conditions must hold. */
const LOOKS = 2;

export type Passing = {
  /** Moves the clock forward to a time in steps of whole minutes, and waits until nothing is pending. */
  to(timeMs: number): Promise<void>;
  /** Moves the clock forward to the present. */
  toPresent(): Promise<void>;
  /** Waits until nothing is pending. */
  settled(): Promise<void>;
};

export function passing(deps: {
  readonly pool: Pool;
  readonly admin: () => Promise<OperatorDoor>;
  readonly isStopped: () => boolean;
}): Passing {
  const settled = async (): Promise<void> => {
    let progress = 0;
    let until = 0;
    for (let looks = 0; looks < LOOKS && !deps.isStopped();) {
      const seen = await look(deps.pool);
      looks = seen.isSettled ? looks + 1 : 0;
      // A busy machine may take long, so the time limit restarts with every progress of the market.
      if (seen.progress > progress) until = performance.now() + STALL_MAX_MS;
      else if (performance.now() > until)
        throw new Error('expected the market to catch up, but it made no progress in time');
      progress = seen.progress;
      await delay(LOOK_EVERY_MS);
    }
  };
  const to = async (timeMs: number): Promise<void> => {
    const admin = await deps.admin();
    for (;;) {
      const clock = await readTimes(deps.pool);
      const stopMs = Math.min(timeMs, nextDueMs(clock.nowMs), clock.nowMs - clock.aheadMs);
      // A fund order that starts within seconds must start on time, so a long step is taken only afterwards.
      const minutes = clock.isBeginning ? 1 : Math.floor((stopMs - clock.nowMs) / MINUTE_MS);
      if (deps.isStopped() || minutes <= 0) return settled();
      const note = 'The history of the demo passes.';
      await admin.ask('POST clock_forward', { step: 'minutes', minutes, note });
      await settled();
    }
  };
  return {
    settled,
    to,
    toPresent: async () => {
      const { nowMs, aheadMs } = await readTimes(deps.pool);
      await to(nowMs - aheadMs - LAST_STEP_MS);
      const left = await readTimes(deps.pool);
      if (left.aheadMs >= 0 || deps.isStopped()) return;
      const minutes = Math.round(-left.aheadMs / MINUTE_MS);
      const admin = await deps.admin();
      await admin.ask('POST clock_forward', {
        step: 'minutes',
        minutes,
        note: 'The demo has reached the present.',
      });
      await settled();
    },
  };
}

function nextDueMs(nowMs: number): number {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS + DUE_MS;
  return today - nowMs >= MINUTE_MS ? today : today + DAY_MS;
}

type Times = {
  readonly nowMs: number;
  readonly aheadMs: number;
  /** Whether an order of the fund was placed and starts within half a minute. */
  readonly isBeginning: boolean;
};

/** Returns the demo's time, and how far it is ahead of the machine's clock: negative until the story has reached the present. */
async function readTimes(pool: Pool): Promise<Times> {
  const { rows } = await pool.query<{ now: string; ahead: string; beginning: boolean }>(
    `select clock_ms() as now, c.ahead_ms as ahead,
      c.ahead_ms < -60000 and exists (select from fund_order o where o.status = 'pending'
        and o.applied_ms > clock_ms() - 60000) as beginning from clock c`,
  );
  const [row] = rows;
  return { nowMs: Number(row?.now), aheadMs: Number(row?.ahead), isBeginning: row?.beginning === true };
}

/**
 * Whether the market has quoted up to the clock and its consequences are complete: levels have fired, the strategy has booked
 * its slots, and the fund has paid. Also returns a measure of progress.
 */
async function look(pool: Pool): Promise<{ readonly isSettled: boolean; readonly progress: number }> {
  const { rows } = await pool.query<{ settled: boolean; newest: string | null; done: string | null }>(
    `select h.newest, s.due_ms as done, coalesce(clock_ms() - h.newest <= $1 and s.due_ms > h.newest
      and (select b.lag_ms <= $2 and b.beat > clock_timestamp() - interval '2 seconds' from engine_beat b)
      and not exists (select from fund_order o where o.due_ms <= h.newest and o.status in ('pending', 'in_progress', 'ended')), false) as settled
      from (select max(t.time_ms) as newest from tape_head t) h left join strategy_clock s on true`,
    [QUOTED_WITHIN_MS, FIRED_WITHIN_MS],
  );
  const [row] = rows;
  // Progress of either the market or the strategy shows that the server is not stalled.
  return { isSettled: row?.settled === true, progress: Number(row?.newest ?? 0) + Number(row?.done ?? 0) };
}

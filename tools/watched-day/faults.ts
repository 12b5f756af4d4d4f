/**
 * Faults that are planted after an honest day, one each about halts, void tickets and withdrawals, all of which must be found.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Copy } from '../cheat/copy.ts';
import { ownerOf } from '../cheat/crime.ts';
import type { Sql } from '../cheat/crime.ts';
import { restate } from '../cheat/restated-liabilities.ts';
import type { Alarm } from '../cheat/stranger.ts';
import type { Withdrawing } from './withdrawing.ts';

const FOUND_WITHIN_MS = 180_000;
const LOOK_MS = 500;

type Fault = {
  readonly says: string;
  readonly plant: (sql: Sql, day: Planted) => Promise<void>;
  /** The kinds of the watch's alarms that report the fault; undefined if the customer's own check finds it. */
  readonly foundBy: readonly string[] | undefined;
};

export type Planted = {
  readonly copy: Copy;
  readonly alarms: () => readonly Alarm[];
  readonly withdrawing: Withdrawing;
};

const FAULTS: readonly Fault[] = [
  {
    says: 'a halt is no longer published',
    // As if the feed had never been silent there.
    plant: async (sql) => void (await sql(`update tape set gap = false where gap and symbol = 'ETH/USDT'`)),
    foundBy: ['halts_differ', 'halt_unlogged'],
  },
  {
    says: 'a void ticket counts as lost',
    plant: async (sql) =>
      void (await sql(
        `update option_ticket set status = 'lost', reason = null, pnl = -stake where (book, id) =
          (select v.book, v.id from option_ticket v where v.status = 'void' order by v.settled_ms desc limit 1)`,
      )),
    foundBy: ['voids_differ', 'fills_differ', 'void_unfounded'],
  },
  {
    says: 'the house does not owe a withdrawal that it has not paid yet',
    plant: async (sql, { withdrawing: { books } }) =>
      restate(
        { sql },
        `update liability_claim c set held = c.held - w.amount from withdrawal w where c.statement = of_statement
          and c.book = w.book and c.currency = w.currency and w.book = ${books[0]} and w.status = 'under_review'`,
      ),
    foundBy: undefined,
  },
];

/** Plants each fault, and returns how many were found. */
export async function plantFaults(day: Planted, tell: (line: string) => void): Promise<number> {
  const sql = ownerOf(day.copy);
  let count = 0;
  for (const { says, plant, foundBy } of FAULTS) {
    const seen = day.alarms().length;
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that each alarm is of its fault
    await plant(sql, day);
    // oxlint-disable-next-line no-await-in-loop
    const found = await first(async () => {
      if (foundBy === undefined) return (await day.withdrawing.check())?.[0];
      const alarm = day
        .alarms()
        .slice(seen)
        .find(({ kind }) => foundBy.includes(kind));
      return alarm && `${alarm.kind}: ${alarm.detail}`;
    });
    tell(`fault: ${says}: ${found === undefined ? 'NOT FOUND' : `found, ${found}`}`);
    if (found !== undefined) count += 1;
  }
  return count;
}

export const FAULTS_COUNT = FAULTS.length;

async function first(look: () => Promise<string | undefined>): Promise<string | undefined> {
  const deadline = Date.now() + FOUND_WITHIN_MS;
  while (Date.now() < deadline) {
    // oxlint-disable-next-line no-await-in-loop
    const found = await look();
    if (found !== undefined) return found;
    // oxlint-disable-next-line no-await-in-loop
    await delay(LOOK_MS);
  }
  return undefined;
}

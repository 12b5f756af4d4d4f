/**
 * Keeps the cover up to date between orders. It recounts open profits periodically, because market prices change them, and pays
 * debts as soon as the house accounts have money.
 */
import { formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Executor } from '../commands/executor.ts';
import { every } from '../db/periodic.ts';
import type { Periodic } from '../db/periodic.ts';
import type { Pool } from '../db/pool.ts';
import { LIMITS } from '../limits.ts';
import { payDebts } from './commands.ts';

const EVERY_MS = 5_000;

type KeepingCover = {
  readonly pool: Pool;
  readonly executor: Pick<Executor, 'submit'>;
  /** Whether this process leads the market. Only the leader does this work. */
  readonly leads: () => boolean;
  readonly now: () => number;
  readonly log: (message: string, error?: unknown) => void;
};

/** Counts open profits and pays debts, oldest first. Returns the amount still owed. */
export async function keepCoverOnce({
  pool,
  executor,
  now,
}: Pick<KeepingCover, 'pool' | 'executor' | 'now'>): Promise<Amount> {
  await pool.query('select count_open_profit()');
  const owed = await pool.query<{ book: string }>({
    name: 'house-debts-owed',
    text: `select d.book from house_debt d where d.status = 'owed' order by d.created_ms, d.book, d.id limit 1000`,
  });
  for (const book of new Set(owed.rows.map((row) => row.book))) {
    const paying = await executor.submit({
      ...{ command: payDebts, input: {}, book: BigInt(book), key: payDebts.name, bodyHash: '' },
      deadlineMs: now() + LIMITS.commands.deadlineMs,
      urgent: true,
      keepsNoAnswer: true,
    });
    if (!paying.ok || !paying.value.paid) break;
  }
  const left = await pool.query<{ amount: string }>(
    `select coalesce(sum(d.amount - d.paid), 0) as amount from house_debt d where d.status = 'owed'`,
  );
  return fromNumeric((left.rows[0] as { amount: string }).amount);
}

export function keepCover({ leads, log, ...deps }: KeepingCover): Periodic {
  let told: Amount = 0n;
  const turn = async (): Promise<void> => {
    if (!leads()) return;
    const owed = await keepCoverOnce(deps);
    if (owed !== told && owed > 0n)
      log(`cover: the house owes ${formatAmount(owed)} USDT that its accounts cannot pay`);
    told = owed;
  };
  return every(EVERY_MS, turn, (error) =>
    log('cover: failed to recount profits or pay debts (retrying)', error),
  );
}

/** The strategy's hook in shared modules: its trigger for the engine. */
import { strategySymbols } from '@candor/domain/fund/strategy.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { amount } from '@candor/domain/money/amount.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import type { Executor } from '../../commands/executor.ts';
import { submitFiring } from '../../commands/fire.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { LIMITS } from '../../limits.ts';
import type { Terms } from '../../terms/terms.ts';
import { boundOf, midnightAfter, slotsDue } from './booking.ts';
import { bookSlots, openStrategy, publishFundDay } from './commands.ts';
import type { FundBand } from './publishing.ts';
import { newestBefore, openTriggers, readReferences, readStrategy, readOwed } from './store.ts';
import { STRATEGY, STRATEGY_BOOK } from './tables.ts';

type StrategyDeps = {
  readonly executor: Pick<Executor, 'submit'>;
  readonly pool: Pool;
  readonly terms: Pick<Terms, 'fundTiers' | 'versions'>;
  /** Wall clock, milliseconds. */
  readonly now: () => number;
  readonly houseNow: () => number;
};

type Firing = { readonly trigger: Pick<Trigger, 'book' | 'row' | 'version'>; readonly entry: TapeEntry };

/**
 * The trigger for slots and for midnight. A firing reads its data before the book is locked. The data stays valid as long as the
 * row is unchanged, because neither the tape before a slot's time nor the part of the reserve that is owed to nobody can change.
 */
export function strategyTriggers({ executor, pool, terms, now, houseNow }: StrategyDeps) {
  return {
    kind: STRATEGY,
    openTriggers: (connection: Connection): AsyncIterable<Trigger> => openTriggers(connection),
    fire: async ({ trigger, entry }: Firing): Promise<'done' | 'busy'> => {
      const row = await readStrategy(pool);
      if (row?.version !== trigger.version) return 'done';
      const { version } = row;
      const firing = { trigger: { ...trigger, kind: STRATEGY }, nowMs: now() };
      if (slotsDue(row, entry.timeMs).length > 0) {
        const newest = await newestBefore(pool, { entry, boundMs: boundOf(row) });
        const slots = slotsDue(row, newest.timeMs);
        const references = await readReferences(pool, { slots, symbols: strategySymbols });
        const booked = slots.map((slotMs) => ({ slotMs, references: references.get(slotMs) ?? [] }));
        return submitFiring(executor, {
          ...firing,
          command: bookSlots,
          input: { version, entry: newest, slots: booked },
        });
      }
      const publishing = {
        ...{ version, entry },
        ...(await readOwed(pool, midnightAfter(row.day))),
        bands: bandsOf(terms, houseNow()),
      };
      return submitFiring(executor, { ...firing, command: publishFundDay, input: publishing });
    },
  };
}

function bandsOf(terms: Pick<Terms, 'fundTiers' | 'versions'>, wallMs: number): FundBand[] {
  return terms.fundTiers(wallMs).flatMap((tier) =>
    terms.versions(`fund:${tier.id}`).map(({ version, body }) => ({
      project: tier.id,
      termsVersion: version,
      rateMin: amount(String(body['rate_min'])),
      rateMax: amount(String(body['rate_max'])),
      current: version === tier.version,
    })),
  );
}

/** Creates the row if there is none. Called at every start of the platform. */
export async function openStrategyClock(
  executor: Pick<Executor, 'submit'>,
  { simulated, now }: { readonly simulated: boolean; readonly now: () => number },
): Promise<void> {
  const opened = await executor.submit({
    command: openStrategy,
    input: { simulated },
    book: STRATEGY_BOOK,
    key: 'strategy:open',
    bodyHash: '',
    deadlineMs: now() + LIMITS.commands.deadlineMs,
    keepsNoAnswer: true,
  });
  if (!opened.ok) throw new Error(`strategy: failed to open: ${opened.refusal.code}`);
}

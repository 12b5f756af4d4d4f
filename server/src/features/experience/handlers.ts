/** Customer calls for experience credit: its state, and converting it. */
import type { Holding } from '@candor/domain/ledger/valuation.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Submit } from '../../calls/submit.ts';
import type { Pool } from '../../db/pool.ts';
import type { Handlers } from '../../calls/handler.ts';
import { readHoldings } from '../../ledger/statement.ts';
import { convertCredit } from './commands.ts';
import { convertible, turnoverNeeded } from './rules.ts';
import type { CreditStakes } from '../../platform/feature.ts';
import { readStanding } from './store.ts';
import type { CreditStanding } from './store.ts';

type ExperienceDeps = {
  readonly pool: Pool;
  readonly submit: Submit;
  readonly stakes: readonly CreditStakes[];
  /** Market clock, in milliseconds. */
  readonly marketNow: () => number;
};

type ExperienceView = CallOutput<'GET wallet/experience'>;

const NONE: ExperienceView = {
  amount: '0',
  granted: '0',
  turnover: '0',
  turnover_needed: '0',
  fees_paid: '0',
  converted: '0',
  convertible: '0',
  expires_at: null,
};

/** Returns the state of a credit. After its expiry, none of it is usable, but some may still be at stake. */
function experienceView(
  standing: CreditStanding | undefined,
  { holdings, nowMs }: { readonly holdings: readonly Holding[]; readonly nowMs: number },
): ExperienceView {
  if (standing === undefined) return NONE;
  const { credit, turnover, paid } = standing;
  const held = holdings.find(({ account }) => account === 'promo')?.amount ?? 0n;
  const free = nowMs < credit.expiresMs ? held : 0n;
  return {
    amount: formatAmount(free),
    granted: formatAmount(credit.amount),
    turnover: formatAmount(turnover),
    turnover_needed: formatAmount(turnoverNeeded(credit)),
    fees_paid: formatAmount(paid),
    converted: formatAmount(credit.converted),
    convertible: formatAmount(convertible(credit, { free, turnover, paid })),
    expires_at: Math.floor(credit.expiresMs / 1000),
  };
}

export function experienceHandlers({
  pool,
  submit,
  stakes,
  marketNow,
}: ExperienceDeps): Pick<Handlers, 'GET wallet/experience' | 'POST wallet/experience_convert'> {
  return {
    'GET wallet/experience': async (_, { customer }) => {
      const [standing, holdings] = await Promise.all([
        readStanding(pool, customer),
        readHoldings(pool, customer),
      ]);
      return ok(experienceView(standing, { holdings, nowMs: marketNow() }));
    },
    // Turnover and fees are sums over closed trades, so they only grow. They are read before the command, which shortens the time
    // for which it holds the book's lock. Trades that close in between are included at the next attempt.
    'POST wallet/experience_convert': async (body, context) => {
      const standing = await readStanding(pool, context.customer);
      const read = standing && { ...standing, credit: standing.credit.id };
      return submit({ command: convertCredit, input: { stakes, read }, body, context });
    },
  };
}

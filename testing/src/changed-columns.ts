/**
 * The columns that commands change in each table that they write, as the table's row declares; all other columns keep their
 * inserted values.
 */
import { deposits } from '../../server/src/features/deposits/tables.ts';
import { exchangeQuotes } from '../../server/src/features/exchange/tables.ts';
import { fundOrders, fundUses } from '../../server/src/features/fund/tables.ts';
import { leverApplications } from '../../server/src/features/leverage/tables.ts';
import { loans } from '../../server/src/features/loans/tables.ts';
import { tickets } from '../../server/src/features/options/tables.ts';
import { priceAlerts } from '../../server/src/features/price-alerts/tables.ts';
import { proposals } from '../../server/src/features/proposals/tables.ts';
import { referralTold, rewards } from '../../server/src/features/referral/tables.ts';
import { spotOrders } from '../../server/src/features/spot/tables.ts';
import { strategyClocks } from '../../server/src/features/strategy/tables.ts';
import { withdrawals } from '../../server/src/features/withdrawals/tables.ts';
import { experienceCredits } from '../../server/src/identity/experience-credit.ts';
import { ownLimits } from '../../server/src/identity/own-limits.ts';
import { payouts } from '../../server/src/features/withdrawals/payout/rows.ts';
import { withdrawalAddresses } from '../../server/src/payments/withdrawal-addresses.ts';
import { houseDebts } from '../../server/src/positions/debts.ts';
import { positions } from '../../server/src/positions/tables.ts';
import { addedByFeatures } from './no-lever/of-features.ts';

const TABLES = [
  ...[
    tickets,
    loans,
    leverApplications,
    fundOrders,
    fundUses,
    priceAlerts,
    deposits,
    exchangeQuotes,
    spotOrders,
  ],
  ...[proposals, strategyClocks, rewards, referralTold, withdrawals, payouts, withdrawalAddresses, positions],
  ...addedByFeatures('changed'),
  ...[houseDebts, ownLimits, experienceCredits],
];

/** No command sends a payout: a separate program records its result. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  payout: ['attempts', 'next_try_ms', 'acknowledged_ms', 'trouble'],
};

/** By table, in order: the columns that the serving role may change. */
export const CHANGED_COLUMNS: ReadonlyMap<string, readonly string[]> = new Map(
  TABLES.map((table) => {
    return [table.name, [...table.changes, ...(BESIDE[table.name] ?? [])].toSorted()];
  }),
);

/** Reports, by currency, the house's assets, the customers' claims on them, and the house's own money. */
import type { HouseAccount } from '@candor/domain/ledger/account.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Connection, Pool } from '../db/pool.ts';

export type HouseStanding = {
  readonly currency: string;
  /** The customers' claims: their balances, including experience credit, and their stakes in escrow. */
  readonly claims: Amount;
  readonly custody: Amount;
  /** The house's own money: assets in custody less claims. */
  readonly own: Amount;
  /** The gains, beyond their margins, that customers would have if every open position closed now. Losses are not offset. */
  readonly openProfit: Amount;
  /** Gains of closed positions that the house has not been able to pay yet. */
  readonly owed: Amount;
  /**
   * The part of the house's own money that is set aside for the greatest possible gains of open options, published income, and
   * referral rewards.
   */
  readonly setAside: Amount;
  /** The house's own money less the three amounts above. Negative if the house owes more than it has. */
  readonly free: Amount;
};

type Figure = 'claims' | 'custody' | 'own' | 'open_profit' | 'owed' | 'set_aside' | 'free';

/**
 * Every journal sums to zero, so the customers' total is the negated total of the house accounts. This reads a few rows of the
 * house instead of a hundred thousand rows of customers.
 */
export async function houseStanding(db: Pick<Pool | Connection, 'query'>): Promise<HouseStanding[]> {
  const found = await db.query<Record<Figure | 'currency', string>>(
    `with staked as (select s.currency, sum(s.amount) as amount from open_stake s group by s.currency),
        house as (select h.currency, -sum(h.amount) as customers,
            coalesce(-sum(h.amount) filter (where h.account = 'custody'), 0) as custody,
            coalesce(sum(h.amount) filter (where h.account in ('option_escrow', 'income_escrow', 'referral')), 0) as escrow
          from house_balance h group by h.currency),
        stands as (select h.currency, h.customers + coalesce(s.amount, 0) as claims, h.custody,
            h.escrow - coalesce(s.amount, 0) as set_aside
          from house h left join staked s on s.currency = h.currency)
      select s.currency, s.claims, s.custody, s.custody - s.claims as own, s.set_aside, p.open_profit, p.owed,
        s.custody - s.claims - s.set_aside - p.open_profit - p.owed as free
      from stands s cross join lateral (select
          case s.currency when 'USDT' then coalesce((select sum(o.amount) from open_profit o), 0) else 0 end as open_profit,
          case s.currency when 'USDT' then coalesce((select sum(d.amount - d.paid) from house_debt d
            where d.status = 'owed'), 0) else 0 end as owed) p
      order by s.currency`,
  );
  return found.rows.map((row) => ({
    currency: row.currency,
    claims: fromNumeric(row.claims),
    custody: fromNumeric(row.custody),
    own: fromNumeric(row.own),
    openProfit: fromNumeric(row.open_profit),
    owed: fromNumeric(row.owed),
    setAside: fromNumeric(row.set_aside),
    free: fromNumeric(row.free),
  }));
}

export type HouseAccountStanding = {
  readonly account: string;
  readonly currency: string;
  readonly amount: Amount;
};

/** Returns amounts summed over all slots. */
export async function houseHeld(
  db: Pick<Pool | Connection, 'query'>,
  { account, currency }: { readonly account: HouseAccount; readonly currency: string },
): Promise<Amount> {
  const found = await db.query<{ amount: string }>({
    name: 'house-held',
    text: `select coalesce(sum(h.amount), 0)::numeric(38,8) as amount from house_balance h
      where h.account = $1::account and h.currency = $2`,
    values: [account, currency],
  });
  return fromNumeric(found.rows[0]?.amount ?? '0');
}

export async function houseAccounts(db: Pick<Pool | Connection, 'query'>): Promise<HouseAccountStanding[]> {
  const found = await db.query<{ account: string; currency: string; amount: string }>(
    `select h.account, h.currency, sum(h.amount) as amount from house_balance h
      group by h.account, h.currency order by h.account, h.currency`,
  );
  return found.rows.map((row) => ({ ...row, amount: fromNumeric(row.amount) }));
}

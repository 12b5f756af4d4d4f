/** What the house holds, what of it customers may claim, and what is the house's own, by currency. */
import type { HouseAccount } from '@candor/domain/ledger/account.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Connection, Pool } from '../db/pool.ts';

export type HouseStanding = {
  readonly currency: string;
  /** Everything of customers: their balances, experience credit among them, and what they have staked in escrow. */
  readonly claims: Amount;
  readonly custody: Amount;
  /** What custody holds beyond the claims. */
  readonly own: Amount;
};

/**
 * Every journal sums to zero, so what customers have is what all accounts of the house leave: the few rows of the house say
 * it, and none of a hundred thousand customers' has to be read.
 */
export async function houseStanding(db: Pick<Pool | Connection, 'query'>): Promise<HouseStanding[]> {
  const found = await db.query<{ currency: string; claims: string; custody: string; own: string }>(
    `with staked as (select s.currency, sum(s.amount) as amount from open_stake s group by s.currency),
        house as (select h.currency, -sum(h.amount) as customers,
            coalesce(-sum(h.amount) filter (where h.account = 'custody'), 0) as custody
          from house_balance h group by h.currency),
        stands as (select h.currency, h.customers + coalesce(s.amount, 0) as claims, h.custody
          from house h left join staked s on s.currency = h.currency)
      select currency, claims, custody, custody - claims as own from stands order by currency`,
  );
  return found.rows.map(({ currency, claims, custody, own }) => ({
    currency,
    claims: fromNumeric(claims),
    custody: fromNumeric(custody),
    own: fromNumeric(own),
  }));
}

export type HouseAccountStanding = {
  readonly account: string;
  readonly currency: string;
  readonly amount: Amount;
};

/** One account of the house in one currency, whichever process's slot its money lies in. */
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

/** Every account of the house as it stands, whichever process's slot its money lies in. */
export async function houseAccounts(db: Pick<Pool | Connection, 'query'>): Promise<HouseAccountStanding[]> {
  const found = await db.query<{ account: string; currency: string; amount: string }>(
    `select h.account, h.currency, sum(h.amount) as amount from house_balance h
      group by h.account, h.currency order by h.account, h.currency`,
  );
  return found.rows.map((row) => ({ ...row, amount: fromNumeric(row.amount) }));
}

/** Play money that goes back to the house: when a demo customer begins anew, and when an account is closed. */
import type { CustomerAccount, HouseAccount } from '@candor/domain/ledger/account.ts';
import type { Posting } from '@candor/domain/ledger/journal.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Pool } from '../db/pool.ts';

type Held = { readonly account: CustomerAccount; readonly currency: string; readonly amount: Amount };

/** The house's side of what a customer gives back: credit to promotions, coins to the inventory, money to equity. */
function taker({ account, currency }: Pick<Held, 'account' | 'currency'>): HouseAccount {
  if (account === 'promo' || account === 'promo_frozen') return 'promotions';
  return currency === 'USDT' ? 'equity' : 'inventory';
}

/** The lines that give all of it back, one an account and currency; below zero the house fills up what is missing. */
export function givenBack(held: readonly Held[]): Posting[] {
  const lines = new Map<string, Posting>();
  const add = (posting: Posting): void => {
    const key = `${posting.account} ${posting.currency}`;
    lines.set(key, { ...posting, amount: (lines.get(key)?.amount ?? 0n) + posting.amount });
  };
  for (const { account, currency, amount } of held) {
    add({ account, currency, amount: -amount });
    add({ account: taker({ account, currency }), currency, amount });
  }
  return [...lines.values()];
}

/** Whether play money was ever booked. */
export async function hasPlayMoney(pool: Pick<Pool, 'query'>): Promise<boolean> {
  const found = await pool.query(
    `select from journal where kind in ('house_opening', 'demo_grant', 'start_over') limit 1`,
  );
  return found.rowCount !== 0;
}

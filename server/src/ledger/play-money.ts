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

/** What was the first entry of the house: a demo's play capital comes before anything else, so no long ledger is searched. */
const PLAY_CAPITAL = `exists (select from journal j where j.book = 0 and j.seq = 1 and j.kind = 'house_opening')`;

/** Whether play money was ever booked. */
export async function hasPlayMoney(pool: Pick<Pool, 'query'>): Promise<boolean> {
  const found = await pool.query<{ play: boolean }>(`select ${PLAY_CAPITAL} as play`);
  return found.rows[0]?.play === true;
}

/** Whether somebody is there already, operator or customer, and no play money: that is a live house. */
export async function isLiveHouse(pool: Pick<Pool, 'query'>): Promise<boolean> {
  // Of one moment: another process may be making the demo's first rows, its capital before all others.
  const found = await pool.query<{ live: boolean }>(
    `select not ${PLAY_CAPITAL} and (exists (select from operator) or exists (select from customer)) as live`,
  );
  return found.rows[0]?.live === true;
}

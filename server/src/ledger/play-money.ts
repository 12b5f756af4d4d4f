/** Returns play money to the house when a demo customer starts over or an account is closed. */
import type { CustomerAccount, HouseAccount } from '@candor/domain/ledger/account.ts';
import type { Posting } from '@candor/domain/ledger/journal.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Pool } from '../db/pool.ts';

type Held = { readonly account: CustomerAccount; readonly currency: string; readonly amount: Amount };

/** The house account that receives the play money: credit goes to promotions, coins to the inventory, money to equity. */
function taker({ account, currency }: Pick<Held, 'account' | 'currency'>): HouseAccount {
  if (account === 'promo' || account === 'promo_frozen') return 'promotions';
  return currency === 'USDT' ? 'equity' : 'inventory';
}

/** One posting per account and currency. The house covers a negative balance. */
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

/** Play capital, if a demo posted any, is in the house's first journal, so only a few journals need to be read. */
const PLAY_CAPITAL = `exists (select from journal j where j.book = 0 and j.seq = 1 and j.kind = 'house_opening')`;

export async function hasPlayMoney(pool: Pick<Pool, 'query'>): Promise<boolean> {
  const found = await pool.query<{ play: boolean }>(`select ${PLAY_CAPITAL} as play`);
  return found.rows[0]?.play === true;
}

/** A live platform has an operator or a customer, but no play money. */
export async function isLiveHouse(pool: Pick<Pool, 'query'>): Promise<boolean> {
  // One statement, because another process may be creating a demo's first rows, beginning with the capital.
  const found = await pool.query<{ live: boolean }>(
    `select not ${PLAY_CAPITAL} and (exists (select from operator) or exists (select from customer)) as live`,
  );
  return found.rows[0]?.live === true;
}

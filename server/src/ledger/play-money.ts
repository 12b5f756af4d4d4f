/** Returns play money to the house when a demo customer starts over or an account is closed. */
import type { CustomerAccount, HouseAccount } from '@candor/domain/ledger/account.ts';
import type { Posting } from '@candor/domain/ledger/journal.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Pool } from '../db/pool.ts';

type Held = { readonly account: CustomerAccount; readonly currency: string; readonly amount: Amount };

/**
 * Returns the house account that receives the play money: promotions for credit, the inventory for coins, and equity for USDT.
 */
function taker({ account, currency }: Pick<Held, 'account' | 'currency'>): HouseAccount {
  if (account === 'promo' || account === 'promo_frozen') return 'promotions';
  return currency === 'USDT' ? 'equity' : 'inventory';
}

/** Returns one posting per account and currency. The house covers a negative balance. */
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

/**
 * SQL for whether the house has play capital. If a demo posted any, it is in the house's first journal, so only a few journals
 * need to be read.
 */
const PLAY_CAPITAL = `exists (select from journal j where j.book = 0 and j.seq = 1 and j.kind = 'house_opening')`;

export async function hasPlayMoney(pool: Pick<Pool, 'query'>): Promise<boolean> {
  const found = await pool.query<{ play: boolean }>(`select ${PLAY_CAPITAL} as play`);
  return found.rows[0]?.play === true;
}

/** Whether this is a live platform: it has an operator or a customer, but no play money. */
export async function isLiveHouse(pool: Pick<Pool, 'query'>): Promise<boolean> {
  // A single statement is used, because another process may be creating a demo's first rows at this moment, beginning with the
  // capital.
  const found = await pool.query<{ live: boolean }>(
    `select not ${PLAY_CAPITAL} and (exists (select from operator) or exists (select from customer)) as live`,
  );
  return found.rows[0]?.live === true;
}

/** A customer's wallets with their current values, largest first, and their sums. Pure. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { Priced, Wallet } from './wallet-value.ts';
import { valueOfWallet, worthOf } from './wallet-value.ts';

export type Holding = { readonly wallet: Wallet; readonly value: Amount };

export type Holdings = {
  readonly list: readonly Holding[];
  /** The total in USDT, with every part of it (`domain/src/ledger/valuation.ts`). */
  readonly total: string;
  readonly available: string;
  readonly experience: string;
};

const accounts = ['spot', 'contract', 'option', 'fund', 'experience'] as const;
type AccountName = (typeof accounts)[number];

const isZero = (pocket: Wallet['spot']): boolean => amount(pocket.available) + amount(pocket.frozen) === 0n;

/** Returns the accounts of a wallet that are not empty, and always the spot account. */
export function pocketsHeld(wallet: Wallet): readonly { account: AccountName; pocket: Wallet['spot'] }[] {
  return accounts.flatMap((account) => {
    const pocket = wallet[account];
    if (pocket === undefined || (account !== 'spot' && isZero(pocket))) return [];
    return [{ account, pocket }];
  });
}

/**
 * Returns the amount for an account's row: the available amount or, in the fund, where nothing is available, the invested amount.
 */
export function shownOf(account: AccountName, { available, frozen }: Wallet['spot']): string {
  return account === 'fund' ? formatAmount(amount(available) + amount(frozen)) : available;
}

export function isHeld(wallet: Wallet): boolean {
  return pocketsHeld(wallet).some(({ pocket }) => !isZero(pocket));
}

function heavierFirst(one: Holding, other: Holding): number {
  if (one.value !== other.value) return one.value < other.value ? 1 : -1;
  return one.wallet.currency.localeCompare(other.wallet.currency);
}

export function holdingsOf(
  wallets: readonly Wallet[],
  at: { readonly rows: readonly Priced[]; readonly openProfit: string },
): Holdings {
  const { total, available } = worthOf(wallets, at);
  const list = wallets.map((wallet) => ({ wallet, value: valueOfWallet(wallet, at.rows) }));
  return {
    list: list.toSorted(heavierFirst),
    total: formatAmount(total),
    available: formatAmount(available),
    experience: wallets.find((wallet) => wallet.experience !== undefined)?.experience?.available ?? '0',
  };
}

/** Returns the shares in thousandths, which is precise enough for a bar of 350 pixels. */
export function sharesOf(list: readonly Holding[]): readonly { currency: string; permille: number }[] {
  const total = list.reduce((sum, holding) => sum + holding.value, 0n);
  if (total <= 0n) return [];
  return list
    .map(({ wallet, value }) => ({
      currency: wallet.currency,
      permille: globalThis.Number((value * 1000n) / total),
    }))
    .filter((share) => share.permille > 0);
}

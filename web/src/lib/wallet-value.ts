/**
 * The value of a customer's holdings in USDT, by one rule for Home, Account and Wallet. Promotional credit is excluded, because
 * it is not the customer's own money.
 */
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { valueReceived } from '@candor/domain/money/rounding.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';

export type Wallet = CallOutput<'POST wallet/list'>[number];
export type Priced = { readonly symbol: string; readonly bid: string };

const tradedPockets = (wallet: Wallet) => [wallet.spot, wallet.contract, wallet.option];
const ownPockets = (wallet: Wallet) => [...tradedPockets(wallet), ...(wallet.fund ? [wallet.fund] : [])];

/** Returns the total amount of a currency: available, frozen, and invested in the fund. */
export function heldOf(wallet: Wallet): Amount {
  return ownPockets(wallet).reduce(
    (sum, pocket) => sum + amount(pocket.available) + amount(pocket.frozen),
    0n,
  );
}

export function availableOf(wallet: Wallet): Amount {
  return tradedPockets(wallet).reduce((sum, pocket) => sum + amount(pocket.available), 0n);
}

/** Returns the pair that prices a wallet's currency, or undefined if it is not quoted. */
export function pricedBy<Row extends Priced>(wallet: Wallet, rows: readonly Row[]): Row | undefined {
  return rows.find(({ symbol }) => symbol === `${wallet.currency}/USDT`);
}

/**
 * Returns the value of part of a wallet in USDT or, if its currency is not quoted, the corresponding share of the server's value.
 */
export function valueInUsdt(part: Amount, wallet: Wallet, row: Priced | undefined): Amount {
  if (wallet.currency === 'USDT') return part;
  if (row !== undefined) return valueReceived(part, amount(row.bid));
  const held = heldOf(wallet);
  return held === 0n ? 0n : (amount(wallet.value_usdt) * part) / held;
}

/** Returns the total: the value of all wallets and the unrealised profit or loss of open positions. */
export function totalValue(
  wallets: readonly Wallet[],
  at: { readonly rows: readonly Priced[]; readonly openProfit: string },
): Amount {
  return wallets.reduce(
    (sum, wallet) => sum + valueInUsdt(heldOf(wallet), wallet, pricedBy(wallet, at.rows)),
    amount(at.openProfit),
  );
}

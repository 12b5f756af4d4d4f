/**
 * The value of a customer's holdings in USDT, for Home, Account, Wallet and Portfolio. The rule is the domain's, by which the server
 * values a customer too; here it is applied to the newest prices.
 */
import type { CustomerAccount } from '@candor/domain/ledger/account.ts';
import type { BidOf, Holding, Worth } from '@candor/domain/ledger/valuation.ts';
import { valueInUsdt, valueOfHoldings, worth } from '@candor/domain/ledger/valuation.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount, formatAmount, ONE } from '@candor/domain/money/amount.ts';
import { mulDivDown } from '@candor/domain/money/rounding.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';

export type Wallet = CallOutput<'POST wallet/list'>[number];
export type Priced = { readonly symbol: string; readonly bid: string };

const accounts = [
  ['spot', 'spot', 'spot_frozen'],
  ['contract', 'contract', 'contract_frozen'],
  ['option', 'option', 'option_frozen'],
  ['fund', 'fund_principal', 'fund_principal'],
  ['experience', 'promo', 'promo_frozen'],
] as const satisfies readonly (readonly [keyof Wallet, CustomerAccount, CustomerAccount])[];

/** The wallet as ledger accounts. */
function holdingsIn(wallet: Wallet): readonly Holding[] {
  const { currency } = wallet;
  return accounts.flatMap(([name, available, frozen]) => {
    const pocket = wallet[name];
    if (pocket === undefined) return [];
    return [
      { account: available, currency, amount: amount(pocket.available) },
      { account: frozen, currency, amount: amount(pocket.frozen) },
    ];
  });
}

const ownPockets = ({ spot, contract, option, fund }: Wallet) => [
  spot,
  contract,
  option,
  ...(fund ? [fund] : []),
];

/** Returns the total amount of a currency: available, frozen, and invested in the fund. */
export function heldOf(wallet: Wallet): Amount {
  return ownPockets(wallet).reduce(
    (sum, pocket) => sum + amount(pocket.available) + amount(pocket.frozen),
    0n,
  );
}

/** Returns the pair that prices a wallet's currency, or undefined if it is not quoted. */
export function pricedBy<Row extends Priced>(wallet: Wallet, rows: readonly Row[]): Row | undefined {
  return rows.find(({ symbol }) => symbol === `${wallet.currency}/USDT`);
}

/** Returns the newest bid of a currency or, while its quotation is missing, the one at which the server valued the wallet. */
function bidsOf(wallets: readonly Wallet[], rows: readonly Priced[]): BidOf {
  return (currency) => {
    const wallet = wallets.find((one) => one.currency === currency);
    if (wallet === undefined) return undefined;
    const row = pricedBy(wallet, rows);
    if (row !== undefined) return amount(row.bid);
    const held = heldOf(wallet);
    return held === 0n ? undefined : mulDivDown(amount(wallet.value_usdt), ONE, held);
  };
}

/** Returns the value of part of a wallet. */
export function valueOfPart(part: Amount, wallet: Wallet, rows: readonly Priced[]): Amount {
  return valueInUsdt(wallet.currency, part, bidsOf([wallet], rows));
}

/** Returns the value of all of a wallet's own money. */
export function valueOfWallet(wallet: Wallet, rows: readonly Priced[]): Amount {
  return valueOfHoldings(holdingsIn(wallet), bidsOf([wallet], rows));
}

/** Returns the amounts that Candor has not paid out yet, and the customer's debt on loans, as a negative amount. */
export function owedIn(wallets: readonly Wallet[]): { readonly due: string; readonly loans: string } {
  const usdt = wallets.find(({ currency }) => currency === 'USDT');
  return { due: usdt?.due ?? '0', loans: formatAmount(-amount(usdt?.loans ?? '0')) };
}

/** Returns the total value of a customer and its parts, at the newest prices. */
export function worthOf(
  wallets: readonly Wallet[],
  { rows, openProfit }: { readonly rows: readonly Priced[]; readonly openProfit: string },
): Worth {
  const { due, loans } = owedIn(wallets);
  const owed = { due: amount(due), loans: -amount(loans) };
  const holdings = wallets.flatMap(holdingsIn);
  return worth({ holdings, openProfit: amount(openProfit), owed }, bidsOf(wallets, rows));
}

/** The description of a ledger record for its owner: its explanation, its amount, and its link. Pure. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import {
  contractPositionsLink,
  depositLink,
  exchangeLink,
  experienceLink,
  forexPositionsLink,
  forexTicketsLink,
  fundOrdersLink,
  ordersLink,
  ticketsLink,
  withdrawLink,
} from '../../lib/links.ts';

export type LedgerRecord = CallOutput<'POST wallet/detail'>['items'][number];

const meanings = {
  deposit: 'deposited',
  withdrawal_hold: 'requested',
  withdrawal_release: 'returned',
  withdrawal_pay: 'paid',
  transfer: 'moved',
  exchange: 'traded',
  spot_buy: 'traded',
  spot_sell: 'traded',
  spot_convert: 'traded',
  spot_hold: 'held',
  spot_release: 'released',
  spot_fill: 'traded',
  contract_hold: 'held',
  contract_release: 'released',
  contract_open: 'opened',
  contract_fill: 'opened',
  contract_margin: 'margin',
  contract_close: 'closed',
  debt_payment: 'closed',
  option_stake: 'staked',
  option_win: 'won',
  option_loss: 'lost',
  option_return: 'tied',
  experience_convert: 'converted',
  experience_expire: 'expired',
  experience_keep: 'kept',
  promotion_grant: 'granted',
  manual_correction: 'corrected',
  demo_grant: 'given',
  start_over: 'again',
  account_close: 'left',
} as const;

export type KnownKind = keyof typeof meanings;

/** Whether this version has a text for the kind, because a newer server may send kinds that this version does not know. */
export function isKnownKind(kind: string): kind is KnownKind {
  return Object.hasOwn(meanings, kind);
}

export function meaningOf(kind: KnownKind): (typeof meanings)[KnownKind] {
  return meanings[kind];
}

export type Sum = {
  readonly currency: string;
  readonly amount: string;
  /** Experience credit is listed separately, because it is not the customer's own money. */
  readonly isCredit: boolean;
};

export type Summary = {
  /** `changed`: money was added or removed; `moved`: money was only moved between the customer's own accounts. */
  readonly kind: 'changed' | 'moved' | 'none';
  readonly sums: readonly Sum[];
};

/** Returns the net amount of a record in each currency or, if that is zero, the amount moved between accounts. */
export function summaryOf(changes: LedgerRecord['changes']): Summary {
  const all = changes.map(({ account, currency, amount: text }) => ({
    currency,
    isCredit: account === 'experience',
    change: amount(text),
  }));
  const changed = summed(all);
  if (changed.length > 0) return { kind: 'changed', sums: changed };
  const moved = summed(all.filter(({ change }) => change > 0n));
  return moved.length > 0 ? { kind: 'moved', sums: moved } : { kind: 'none', sums: [] };
}

function summed(all: readonly (Omit<Sum, 'amount'> & { readonly change: bigint })[]): Sum[] {
  const sums = new Map<string, Omit<Sum, 'amount'> & { readonly change: bigint }>();
  for (const { currency, isCredit, change } of all) {
    const key = `${currency} ${isCredit}`;
    sums.set(key, { currency, isCredit, change: (sums.get(key)?.change ?? 0n) + change });
  }
  return [...sums.values()]
    .filter(({ change }) => change !== 0n)
    .map(({ currency, isCredit, change }) => ({ currency, isCredit, amount: formatAmount(change) }));
}

const holdKinds = ['withdrawal', 'spot_order', 'position', 'option', 'fund_order'] as const;
export type Named = { readonly kind: (typeof holdKinds)[number] | 'other'; readonly id: string };

export function named(ref: string): Named {
  const [word = '', id = ''] = ref.split(':');
  return { kind: holdKinds.find((kind) => kind === word) ?? 'other', id };
}

const links: Readonly<Record<string, { readonly coins: string; readonly forex?: string }>> = {
  deposit: { coins: depositLink },
  withdrawal: { coins: withdrawLink },
  exchange: { coins: exchangeLink },
  spot_order: { coins: ordersLink },
  position: { coins: contractPositionsLink, forex: forexPositionsLink },
  option: { coins: ticketsLink, forex: forexTicketsLink },
  experience_credit: { coins: experienceLink },
  fund_order: { coins: fundOrdersLink() },
};

/**
 * Returns the link to the item that a reference names, if the item has a screen. An instrument not quoted in USDT is forex or a
 * metal.
 */
export function linkOf(ref: string, symbol: string | null): string | undefined {
  const [word = ''] = ref.split(':');
  const isForex = symbol !== null && !symbol.endsWith('/USDT');
  const found = links[word];
  return (isForex ? found?.forex : undefined) ?? found?.coins;
}

/** Groups records by day in the customer's time zone, keeping their order. */
export function byDay<Item extends { readonly time: number }>(
  items: readonly Item[],
  dayOf: (seconds: number) => string,
): readonly { readonly day: string; readonly items: readonly Item[] }[] {
  const days: { day: string; items: Item[] }[] = [];
  for (const item of items) {
    const day = dayOf(item.time);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}

/** The contents of the fill-quality page, from the published figures and lines. Pure. */
import { formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';

export type Quality = CallOutput<'GET transparency/fill_quality'>;
export type QualityRow = Quality['rows'][number];

/** A basis point is a hundredth of a per cent. */
const BASIS_POINTS = 100n;

/** Returns a number of basis points as per cent: "0.125" for "12.5". */
export function percentOf(basisPoints: string): string {
  return formatAmount(fromNumeric(basisPoints) / BASIS_POINTS);
}

/** Returns the shares of fills in per cent of a bar, which sum to 100; 0 each without fills. */
export function shares({ better, at, worse }: Pick<QualityRow, 'better' | 'at' | 'worse'>) {
  const all = better.count + at + worse.count;
  if (all === 0) return { better: 0, at: 0, worse: 0 };
  const [betterShare, worseShare] = [(better.count / all) * 100, (worse.count / all) * 100];
  return { better: betterShare, at: 100 - betterShare - worseShare, worse: worseShare };
}

export type ReasonGroup =
  | 'price'
  | 'market'
  | 'funds'
  | 'size'
  | 'liquidity'
  | 'levels'
  | 'account'
  | 'other';

/** The codes of refusals, grouped by the text that customers see. */
const GROUPS: Readonly<Record<Exclude<ReasonGroup, 'other'>, string>> = {
  price: `price_moved terms_changed quote_expired payout_changed limit_sell_below_price
    stop_already_reached stop_on_wrong_side post_only_would_fill`,
  market:
    'market_closed market_closed_until trading_closed trading_paused opening_stopped pair_not_active session_ends_first',
  funds:
    'balance_insufficient option_balance_insufficient coins_insufficient margin_insufficient credit_insufficient',
  size: `amount_wrong amount_below_minimum quantity_below_minimum quantity_above_maximum quantity_off_step price_off_tick
    price_above_maximum stake_below_minimum stake_above_maximum exchange_too_small exchange_too_large orders_too_many
    positions_too_many tickets_too_many exposure_customer_full quotes_exhausted leverage_above_cap leverage_not_offered
    duration_not_offered`,
  liquidity: 'liquidity_insufficient exposure_full',
  levels: 'take_profit_wrong stop_loss_wrong trailing_wrong',
  account: `account_frozen account_locked self_excluded timed_out product_not_offered lever_not_enabled bank_card_missing
    verification_needed trading_password_missing own_limit_reached credit_hedged`,
};
const GROUP_OF: ReadonlyMap<string, ReasonGroup> = new Map(
  Object.entries(GROUPS).flatMap(([group, codes]) =>
    codes.split(/\s+/).map((code): [string, ReasonGroup] => [code, group as ReasonGroup]),
  ),
);

export const groupOf = (reason: string): ReasonGroup => GROUP_OF.get(reason) ?? 'other';

export type Refusals = {
  readonly group: ReasonGroup;
  /** The number of orders refused immediately, and of those refused while they waited for a price. */
  readonly atOnce: number;
  readonly waiting: number;
  /**
   * The numbers of waiting orders for which the price had moved in the customer's favour a minute later, and against the
   * customer.
   */
  readonly gained: number;
  readonly lost: number;
};

/** Sums refusals by group, the most frequent first. */
export function refusalsBy({ refused, unfilled }: Pick<Quality, 'refused' | 'unfilled'>): Refusals[] {
  const sums = new Map<ReasonGroup, Refusals>();
  const add = (reason: string, more: Partial<Omit<Refusals, 'group'>>) => {
    const group = groupOf(reason);
    const before = sums.get(group) ?? { group, atOnce: 0, waiting: 0, gained: 0, lost: 0 };
    const { atOnce = 0, waiting = 0, gained = 0, lost = 0 } = more;
    sums.set(group, {
      group,
      ...{ atOnce: before.atOnce + atOnce, waiting: before.waiting + waiting },
      ...{ gained: before.gained + gained, lost: before.lost + lost },
    });
  };
  for (const { reason, count } of refused) add(reason, { atOnce: count });
  for (const { reason, count, gained, lost } of unfilled) add(reason, { waiting: count, gained, lost });
  const all = ({ atOnce, waiting }: Refusals): number => atOnce + waiting;
  return [...sums.values()].toSorted((one, other) => all(other) - all(one));
}

/** A customer's own fill, as stated in its line of the public list. */
export type OwnFill = {
  readonly product: 'spot' | 'contract' | 'forex';
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  /** The quote at the acceptance of a market order, or the price of the limit or level; empty if there is none. */
  readonly asked: string;
  readonly price: string;
  /** When the fill was booked, in seconds. */
  readonly time: number;
  /** In per cent of `asked`, positive if the customer did better; null without a price to compare with. */
  readonly better: string | null;
};

const PRODUCTS = ['spot', 'contract', 'forex'] as const;
const DECIMAL = /^\d+(\.\d+)?$/;
const HUNDRED = 10_000_000_000n;

/** Reads a line of the public list; undefined for a line about anything other than a fill. */
export function readOwnFill(line: string): OwnFill | undefined {
  const [, kind, symbol = '', side, how, , , , level = '', quoted = '', , , , price = '', booked = ''] =
    line.split('|');
  const product = PRODUCTS.find((one) => one === kind);
  if (product === undefined || (side !== 'buy' && side !== 'sell') || !DECIMAL.test(price)) return undefined;
  const asked = how === 'market' ? quoted : level;
  const row = { product, symbol, side, asked, price, time: Math.floor(Number(booked) / 1000) } as const;
  const from = DECIMAL.test(asked) ? fromNumeric(asked) : 0n;
  if (from === 0n) return { ...row, better: null };
  const gain = side === 'buy' ? from - fromNumeric(price) : fromNumeric(price) - from;
  return { ...row, better: formatAmount((gain * HUNDRED) / from) };
}

/** The columns of each kind of line, in the order of its fields (docs/verification.md#fill-quality). */
const FIELDS = {
  fill: 'id product symbol side how accepted_ms accepted fill_age_ms level quoted next entry entry_ms price booked_ms size',
  option:
    'id product symbol side status reason accepted_ms accepted expires_ms struck_from_ms strike settle booked_ms size stake profit',
  unfilled: 'id kind product symbol side type reason accepted_ms accepted fill_age_ms worst ended booked_ms',
} as const;

export type PublishedLine = { readonly root: number; readonly line: string };

function fieldsOf({ root, line }: PublishedLine): Readonly<Record<string, string>> {
  const values = line.split('|');
  const kind = values[1] === 'option' || values[1] === 'unfilled' ? values[1] : 'fill';
  const named = FIELDS[kind].split(' ').map((name, at) => [name, values[at] ?? ''] as const);
  return { root: String(root), ...Object.fromEntries(named), kind };
}

/** The day of a line by its `booked ms`, like "2026-11-27". */
export function dayOf(line: PublishedLine): string {
  return new Date(Number(fieldsOf(line)['booked_ms'])).toISOString().slice(0, 10);
}

const COLUMNS = [
  ...new Set(['root', 'kind', ...Object.values(FIELDS).flatMap((fields) => fields.split(' '))]),
];

/** The lines as a table with a column for each field of any kind. No field has a comma or a quotation mark. */
export function csvOf(lines: readonly PublishedLine[]): string {
  const rows = lines.map((line) => {
    const fields = fieldsOf(line);
    return COLUMNS.map((name) => fields[name] ?? '').join(',');
  });
  return [COLUMNS.join(','), ...rows, ''].join('\n');
}

/** The lines as they are hashed, with the log's entry of each list, and the figures that were computed from them. */
export function jsonOf(
  lists: readonly { readonly root: number; readonly entry: string; readonly lines: readonly string[] }[],
  published: Quality,
): string {
  return `${JSON.stringify({ published, lists }, null, 1)}\n`;
}

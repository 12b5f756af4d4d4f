/**
 * Compares a shopper's trades with their kept copies. The agreed terms never change, an order is cancelled only by the shopper,
 * a final state is final, and no trade vanishes.
 */
import { alarm } from '../watch/alarms.ts';
import type { Alarm } from '../watch/alarms.ts';
import type { KeptTrade, Notebook, Product } from './notebook.ts';
import { tradeKey } from './notebook.ts';
import { canonical } from './wire.ts';

/** A trade as the platform lists it. */
export type Listed = Readonly<Record<string, unknown>> & { readonly id: string; readonly status: string };

/** The trades in a list, and whether the list should have included a trade with a given id. */
export type Listing = { readonly items: readonly Listed[]; readonly covers: (id: string) => boolean };

/** The terms agreed when the order was accepted. */
const AGREED: Readonly<Record<Product, readonly string[]>> = {
  spot: ['symbol', 'side', 'type', 'quantity', 'price', 'fee_rate', 'created_at'],
  option: [
    ...['symbol', 'side', 'seconds', 'stake', 'currency', 'payout_ratio', 'profit'],
    ...['created_at', 'expires_at', 'accepted_seq', 'accepted_ms'],
  ],
  position: [
    ...['symbol', 'side', 'type', 'quantity', 'leverage', 'collateral', 'price', 'contract_size'],
    ...['placed_rate', 'fee_rate', 'financing_rate', 'created_time'],
  ],
};
/** The fields that never change once they are known. */
const ONCE_KNOWN: Readonly<Record<Product, readonly string[]>> = {
  spot: [],
  option: ['strike', 'strike_at_ms', 'struck_from_ms', 'settle', 'settle_seq', 'settled_at', 'pnl'],
  position: ['entry_price', 'entry_seq', 'entry_time_ms', 'entry_rate'],
};
/** The lists to which items are only appended. */
const GROWING: Readonly<Record<Product, string | undefined>> = {
  spot: 'legs',
  option: undefined,
  position: 'closes',
};
const FINAL: ReadonlySet<string> = new Set(['filled', 'cancelled', 'won', 'lost', 'tied', 'void', 'closed']);
/** The reasons that mean that the customer ended the trade. */
const BY_CUSTOMER: ReadonlySet<string> = new Set(['customer', 'close_all', 'start_over']);
/**
 * The reason for which a platform may close a position without a request: the margin is used up. The shopper
 * sets no levels.
 */
const BY_MARGIN = 'close_out';

/** Compares one list, and keeps its trades. */
export function checkTrades(notebook: Notebook, product: Product, listing: Listing): readonly Alarm[] {
  const found: Alarm[] = [];
  for (const item of listing.items) {
    const key = tradeKey(product, item.id);
    const kept = notebook.trades[key];
    const alarms = kept === undefined ? unknown(notebook, product, item) : compare(notebook, kept, item);
    found.push(...alarms);
    // A changed trade is compared with its version before the change.
    notebook.trades[key] =
      kept === undefined || alarms.length === 0
        ? { ...unchanged(kept ?? { product, id: item.id, seen: item }), seen: item }
        : { ...kept, shown: item };
  }
  const shown = new Set(listing.items.map(({ id }) => id));
  for (const kept of Object.values(notebook.trades)) {
    if (kept.product !== product || shown.has(kept.id) || !listing.covers(kept.id)) continue;
    notebook.missing[tradeKey(product, kept.id)] = true;
    const detail = `${called(kept)} is not in the platform’s list any more.`;
    found.push(alarm('order_vanished', detail, JSON.stringify(kept.seen)));
  }
  return found;
}

const unchanged = ({ shown: _, ...kept }: KeptTrade): KeptTrade => kept;

/**
 * A trade that the shopper never ordered. While an action is unanswered, or at the first look, it may be the shopper's own.
 */
function unknown(notebook: Notebook, product: Product, item: Listed): readonly Alarm[] {
  if (notebook.customer === '' || notebook.pending !== undefined) return [];
  const detail = `${called({ product, id: item.id })} was never ordered by the shopper.`;
  return [alarm('trade_differs', detail, JSON.stringify(item))];
}

function compare(notebook: Notebook, kept: KeptTrade, now: Listed): readonly Alarm[] {
  const { product, seen } = kept;
  const changed = [
    ...AGREED[product].filter((name) => name in seen && differs(seen[name], now[name])),
    ...ONCE_KNOWN[product].filter((name) => (seen[name] ?? null) !== null && differs(seen[name], now[name])),
  ];
  const growing = GROWING[product];
  if (growing !== undefined && !startsWith(now[growing], seen[growing])) changed.push(growing);
  const wasFinal = FINAL.has(String(seen['status']));
  if (wasFinal && differs(seen['status'], now.status)) changed.push('status');
  const evidence = [JSON.stringify(seen), JSON.stringify(now)];
  if (changed.length > 0) {
    const kind = now.status === 'void' && changed.includes('status') ? 'void_unfounded' : 'trade_differs';
    const detail = `${called(kept)} was answered differently before: ${[...new Set(changed)].join(', ')}.`;
    return [alarm(kind, detail, ...evidence)];
  }
  return wasFinal ? [] : endedByOther(notebook, kept, now);
}

/** An order that ended although the shopper did not request it. */
function endedByOther(notebook: Notebook, kept: KeptTrade, now: Listed): readonly Alarm[] {
  const { product, id } = kept;
  const reason = typeof now['reason'] === 'string' ? now['reason'] : '';
  const hasEnded = now.status === 'cancelled' || now.status === 'closed' || now.status === 'void';
  if (!hasEnded || notebook.asked[tradeKey(product, id)] === true) return [];
  const evidence = JSON.stringify(now);
  if (product === 'option') {
    // Other reasons are gaps, which the tape decides. The shopper never asks to start a demo over.
    if (!BY_CUSTOMER.has(reason)) return [];
    return [
      alarm(
        'void_unfounded',
        `${called(kept)} is void: ${reason}, which the shopper did not ask for.`,
        evidence,
      ),
    ];
  }
  const isOwnLimit = now.status === 'cancelled' && now['type'] === 'limit';
  const isClosed = now.status === 'closed' && reason !== BY_MARGIN;
  if (!isOwnLimit && !isClosed && !BY_CUSTOMER.has(reason)) return [];
  const detail = `${called(kept)} was ended by somebody else: ${reason}.`;
  return [alarm('cancelled_by_other', detail, JSON.stringify(kept.seen), evidence)];
}

const NAMES: Readonly<Record<Product, string>> = { spot: 'Order', option: 'Ticket', position: 'Position' };
export const called = ({ product, id }: Pick<KeptTrade, 'product' | 'id'>): string =>
  `${NAMES[product]} ${id}`;

const differs = (one: unknown, other: unknown): boolean =>
  canonical(one ?? null) !== canonical(other ?? null);

function startsWith(now: unknown, before: unknown): boolean {
  if (!Array.isArray(before)) return true;
  if (!Array.isArray(now) || now.length < before.length) return false;
  return before.every((one, at) => !differs(one, now[at]));
}

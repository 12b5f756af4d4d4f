/** Recomputes a shopper's balances from its own list of journals, and compares each journal with its kept copy. */
import { printDecimal, readDecimal } from '../decimal.ts';
import { alarm } from '../watch/alarms.ts';
import type { Alarm } from '../watch/alarms.ts';
import type { Notebook } from './notebook.ts';
import { canonical } from './wire.ts';
import type { MoneyRecord, Wallet } from './wire.ts';

export type Records = { readonly items: readonly MoneyRecord[]; readonly covers: (seq: number) => boolean };

const REF_PRODUCTS: readonly (readonly [prefix: string, product: string])[] = [
  ['spot_order:', 'spot'],
  ['option:', 'option'],
  ['position:', 'position'],
];

/** Compares the listed journals, and keeps them. */
export function checkRecords(
  notebook: Notebook,
  { items, covers }: Records,
  nowMs: number,
): readonly Alarm[] {
  const found: Alarm[] = [];
  const isFirst = notebook.customer === '';
  for (const item of items) {
    const text = canonical(item);
    const kept = notebook.records[item.seq];
    if (kept !== undefined && kept !== text) {
      found.push(alarm('record_differs', `Journal ${item.seq} differs from before.`, kept, text));
    }
    if (kept === undefined) {
      notebook.since[`record ${item.seq}`] = nowMs;
      if (!isFirst && !isExplained(notebook, item.ref)) {
        const detail = `Journal ${item.seq} (${item.kind}, ${item.ref}) belongs to nothing that the shopper did.`;
        found.push(alarm('record_unexplained', detail, text));
      }
    }
    // The first kept copy is the reference.
    notebook.records[item.seq] ??= text;
  }
  const shown = new Set(items.map(({ seq }) => seq));
  for (const seq of Object.keys(notebook.records).map(Number)) {
    if (shown.has(seq) || !covers(seq)) continue;
    found.push(
      alarm('record_differs', `Journal ${seq} is missing from the list.`, notebook.records[seq] ?? ''),
    );
  }
  return found;
}

function isExplained({ trades, refs, pending }: Notebook, ref: string): boolean {
  if (pending !== undefined || refs[ref] === true) return true;
  const [prefix, product] = REF_PRODUCTS.find(([start]) => ref.startsWith(start)) ?? [];
  return prefix !== undefined && trades[`${product} ${ref.slice(prefix.length)}`] !== undefined;
}

/** The greatest number of a kept journal; 0 if there is none. */
export function newestRecord({ records }: Notebook): number {
  return Object.keys(records).reduce((most, seq) => Math.max(most, Number(seq)), 0);
}

/** Compares every pocket of the wallets with the sum of the kept journals. */
export function checkBalances({ records }: Notebook, wallets: readonly Wallet[]): readonly Alarm[] {
  const due = new Map<string, bigint>();
  for (const text of Object.values(records)) {
    for (const { account, frozen, currency, amount } of (JSON.parse(text) as MoneyRecord).changes) {
      const place = placeOf(currency, account, frozen);
      due.set(place, (due.get(place) ?? 0n) + (readDecimal(amount) ?? 0n));
    }
  }
  const shown = pocketsOf(wallets);
  const found: Alarm[] = [];
  for (const place of new Set([...due.keys(), ...shown.keys()])) {
    const [derived, text] = [due.get(place) ?? 0n, shown.get(place) ?? '0'];
    if (readDecimal(text) === derived) continue;
    const detail = `The wallet shows ${text} ${place}, and the journals add up to ${printDecimal(derived)}.`;
    found.push(
      alarm('balance_differs', detail, JSON.stringify(wallets), JSON.stringify(Object.values(records))),
    );
  }
  return found;
}

const placeOf = (currency: string, account: string, frozen: boolean): string =>
  `${currency} in ${account}${frozen ? ' (frozen)' : ''}`;

function pocketsOf(wallets: readonly Wallet[]): ReadonlyMap<string, string> {
  const pockets = new Map<string, string>();
  for (const wallet of wallets) {
    for (const [account, pocket] of Object.entries(wallet)) {
      if (typeof pocket !== 'object' || pocket === null) continue;
      const { available, frozen } = pocket as { readonly available?: unknown; readonly frozen?: unknown };
      pockets.set(placeOf(wallet.currency, account, false), String(available));
      pockets.set(placeOf(wallet.currency, account, true), String(frozen));
    }
  }
  return pockets;
}

/** Rules for arming, renewing, disarming and firing a dead man's switch, and for cancelling all orders. Pure. */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { reaches } from '@candor/domain/trading/trigger.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { put } from '../../commands/command.ts';
import type { Decision, Effects, Facts } from '../../commands/command.ts';
import { FalselyFired } from '../../commands/trigger-source.ts';
import { noticeNow } from '../../identity/mail/notices.ts';
import { counted } from '../../identity/own-limits.ts';
import type { OpenOrdersPart } from '../../platform/open-orders.ts';
import { SWITCH_ID, SWITCH_SYMBOL, deadMansSwitches, switchArming } from './tables.ts';
import type { SwitchRow } from './tables.ts';

export type CancelledEverywhere = CallOutput<'POST orders/cancel_all'>;
type SwitchView = CallOutput<'GET orders/dead_mans_switch'>;

export function switchView(row: SwitchRow | undefined): SwitchView {
  if (row === undefined || row.status === 'disarmed')
    return { status: 'off', seconds: null, set_at: null, fires_at: null, fired_seq: null };
  const { status, seconds, setMs, dueMs, firedSeq } = row;
  const fired = firedSeq === null ? null : Number(firedSeq);
  return { status, seconds, set_at: setMs, fires_at: dueMs, fired_seq: fired };
}

/** A customer has one switch. Arming it again changes its due time. */
export function decideSetting(
  { seconds }: { readonly seconds: number },
  facts: Facts,
): Decision<SwitchView, 'busy'> {
  const before = facts.row(deadMansSwitches, SWITCH_ID);
  if (seconds === 0) {
    if (before?.status !== 'armed') return ok({ answer: switchView(undefined) });
    return written({ ...before, status: 'disarmed', version: before.version + 1 });
  }
  const head = facts.head(SWITCH_SYMBOL);
  if (head === undefined || head.seq === 0n) return refuse('busy');
  return written({
    book: facts.book,
    id: SWITCH_ID,
    status: 'armed',
    seconds,
    setMs: facts.nowMs,
    dueMs: facts.nowMs + seconds * 1000,
    armedSeq: head.seq,
    version: (before?.version ?? 0) + 1,
    firedSeq: null,
  });
}

function written(row: SwitchRow): Decision<SwitchView, never> {
  return ok({
    answer: switchView(row),
    puts: [put(deadMansSwitches, row)],
    armings: [switchArming(row)],
  });
}

export type SwitchFiring = { readonly version: number; readonly entry: TapeEntry };
type Fired = { readonly fired: boolean };

/**
 * Cancels all resting orders as if the customer had cancelled them now: immediately if the latest entry is fresh, otherwise at
 * the next price.
 */
export function decideSwitchFiring(
  { version, entry }: SwitchFiring,
  { parts, facts }: { readonly parts: readonly OpenOrdersPart[]; readonly facts: Facts },
): Decision<Fired, never> {
  const before = facts.row(deadMansSwitches, SWITCH_ID);
  if (before === undefined || before.status !== 'armed' || version < before.version)
    return ok({ answer: { fired: false } });
  const { dueMs, armedSeq } = before;
  const isDue =
    entry.symbol === SWITCH_SYMBOL &&
    entry.seq > armedSeq &&
    reaches('clock_at_or_after', BigInt(dueMs), entry);
  if (version > before.version || !isDue)
    throw new FalselyFired(
      `entry ${entry.symbol} ${entry.seq} does not fire the switch of book ${facts.book}`,
    );
  const row: SwitchRow = { ...before, status: 'fired', version: version + 1, firedSeq: entry.seq };
  const { answer, effects } = cancelParts(parts, { facts, isAsked: false });
  const count = answer.products
    .flatMap(({ orders }) => orders)
    .filter(({ status }) => status !== 'kept').length;
  // Sends one message for all orders, because a program may have hundreds of them.
  const told = count === 0 ? [] : [noticeNow(facts, 'orders_switched_off', { count: count.toString() })];
  return ok({
    answer: { fired: true },
    ...effects,
    puts: [put(deadMansSwitches, row), ...(effects.puts ?? [])],
    appends: [...(effects.appends ?? []), ...told],
  });
}

/**
 * Cancels every order of every product. If a product's triggers are behind, its orders remain open and the answer contains the
 * refusal.
 */
export function cancelParts(
  parts: readonly OpenOrdersPart[],
  { facts, isAsked }: { readonly facts: Facts; readonly isAsked: boolean },
): { readonly answer: CancelledEverywhere; readonly effects: Omit<Effects<never>, 'answer'> } {
  const decided = parts.map(({ product, cancelAll }) => ({
    product,
    outcome: cancelAll(facts, { isAsked }),
  }));
  const done = decided.flatMap(({ outcome }) => (outcome.ok ? [outcome.value.effects] : []));
  const effects = {
    journals: done.flatMap((one) => one.journals ?? []),
    puts: done.flatMap((one) => one.puts ?? []),
    appends: done.flatMap((one) => one.appends ?? []),
    armings: done.flatMap((one) => one.armings ?? []),
    counts: done.flatMap((one) => one.counts ?? []),
    owes: done.some((one) => one.owes === true),
    events: done.flatMap((one) => one.events ?? []),
  };
  const products = decided.map(({ product, outcome }) =>
    outcome.ok
      ? { product, orders: [...outcome.value.orders], refusal: null }
      : { product, orders: [], refusal: outcome.refusal.code },
  );
  return {
    answer: { products },
    effects: counted(
      effects,
      facts,
      parts.flatMap(({ exposures }) => exposures ?? []),
    ),
  };
}

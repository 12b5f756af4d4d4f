/**
 * The evidence for a fill of a spot order as one file: the leg with the facts of its order, the tape's entries up to the signed
 * checkpoint after the fill, and the journals. For a resting order, the entries start where the order was armed. `verifier/`
 * checks the file without access to the server.
 */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { Pool } from '../../db/pool.ts';
import { readJournalsOf } from '../../ledger/statement.ts';
import { signedStretch, watchedFrom } from '../../quotes/signed-stretch.ts';
import { hexOf } from '../../quotes/tape-views.ts';
import { isTrailing, legView, orderRef, waitsSinceMs } from './effects.ts';
import { amendmentsOf, orderWithFills } from './store.ts';
import type { SpotAmendmentRow, SpotFillRow, SpotOrderRow } from './tables.ts';

type Deps = { readonly pool: Pool; readonly publicKey: Uint8Array };
type Violation = 'trade_not_found' | 'order_state_wrong';
/** `fill` is the number of the leg; the first leg by default. */
type Wanted = { readonly id: bigint; readonly fill?: number | undefined };

/**
 * Assembles the evidence for a customer's fill. There is none before the order fills or before a signed checkpoint follows the
 * fill.
 */
export function spotEvidence({ pool, publicKey }: Deps) {
  return async (
    customer: bigint,
    { id, fill: wanted = 1 }: Wanted,
  ): Promise<Outcome<{ readonly symbol: string; readonly body: string }, Violation>> => {
    const found = await orderWithFills(pool, { book: customer, id });
    if (found === undefined) return refuse('trade_not_found', { field: 'ticket' });
    const { order, fills } = found;
    const fill = fills.find(({ leg }) => leg === wanted);
    if (fill === undefined) return refuse('order_state_wrong', { field: 'ticket' });
    const { symbol, tapeSeq } = fill;
    const amended = await amendedOf(pool, order, fill);
    const waiting = waitedOf(order, fill);
    const waited = waiting === undefined ? undefined : { ...waiting, ...amended };
    const accepted = acceptanceOf(order, fill);
    const from = amended.amendments_from_seq ?? waited?.from_seq ?? accepted?.accepted_seq;
    const first = from === undefined ? tapeSeq : BigInt(from);
    const stretch = await signedStretch(pool, { symbol, first, last: tapeSeq });
    if (stretch === undefined) return refuse('order_state_wrong', { field: 'ticket' });
    // An OCO order that filled at its stop was not bound by its limit.
    const isBound = order.type !== 'oco' || waited?.for === 'limit';
    const bound = isBound ? (order.price ?? (order.toSymbol === null ? order.worst : null)) : null;
    const limit = bound === null ? {} : { limit: formatAmount(bound) };
    const file = {
      candor: 2,
      kind: 'fill',
      order: { id: id.toString(), type: order.type, created_at: Math.floor(order.createdMs / 1000) },
      fill: { kind: 'spot', ...legView(fill), ...limit, ...accepted },
      ...(waited === undefined ? {} : { waited }),
      ...stretch,
      public_key: hexOf(publicKey),
      journals: await readJournalsOf(pool, { book: customer, ref: orderRef(id) }),
    };
    return ok({ symbol, body: JSON.stringify(file, null, 1) });
  };
}

/** Returns the facts that prove at which entry a market order had to fill. */
function acceptanceOf(order: SpotOrderRow, { leg }: SpotFillRow) {
  if (order.type !== 'market') return undefined;
  const [seq, ageMs] = leg === 1 ? [order.armedSeq, order.fillAgeMs] : [order.toArmedSeq, order.toFillAgeMs];
  if (seq === null || ageMs === null) return undefined;
  return { accepted_ms: order.createdMs, accepted_seq: Number(seq), fill_age_ms: ageMs };
}

/** Returns the condition that a resting order waited for, or undefined if the order filled immediately. */
function waitedOf(order: SpotOrderRow, fill: SpotFillRow) {
  const { armedSeq, version, createdMs, cancel, entryId } = order;
  if (isTrailing(order)) return trailedOf(order, fill);
  const isStop = isAtStop(order, fill);
  const level = isStop ? order.stop : order.price;
  if (level === null || fill.tapeSeq <= armedSeq) return undefined;
  return {
    for: isStop ? 'stop' : 'limit',
    level: formatAmount(level),
    armed_seq: Number(armedSeq),
    from_seq: Number(watchedFrom(armedSeq, fill.tapeSeq)),
    since_ms: waitsSinceMs(order),
    // The other level of an OCO order, which no entry before the fill may have reached.
    ...(order.type === 'oco' ? { other_level: amountOf(isStop ? order.price : order.stop) } : {}),
    ...(order.expiresMs === null ? {} : { expires_ms: order.expiresMs }),
    // A cancellation was requested, but the order filled at an entry made before the request.
    ...(cancel === null ? {} : { cancel_ms: cancel.cancelMs, cancel_seq: Number(cancel.cancelSeq) }),
    // `accepted_at` is stated only if `armed_seq` is the newest entry at acceptance. If the platform lacked inventory, or after a
    // stop or an amendment, `armed_seq` is the entry at which the order was rearmed. For a sale that protects a purchase, it is
    // the entry at which the purchase filled.
    ...(version === 1 && entryId === null ? acceptedAt(createdMs) : {}),
  };
}

function acceptedAt(createdMs: number): { readonly accepted_at: number } {
  return { accepted_at: Math.floor(createdMs / 1000) };
}

type Amended = { readonly amendments_from_seq?: number; readonly [more: string]: unknown };

/**
 * Returns the levels that the order waited for before each amendment, so that its fill is checked against the terms in force at
 * each time.
 */
async function amendedOf(pool: Pool, order: SpotOrderRow, fill: SpotFillRow): Promise<Amended> {
  if (order.amendedMs === null) return {};
  const amendments = await amendmentsOf(pool, order);
  const [first] = amendments;
  if (first === undefined) throw new Error(`expected amendments of spot order ${order.id}, found none`);
  // Until its first amendment, the order waited as accepted, unless it had been rearmed before that.
  const isFirst = first.version === 2 && order.entryId === null;
  return {
    ...(isFirst ? acceptedAt(order.createdMs) : {}),
    amendments: amendments.map((one) => ({
      ...{ seq: Number(one.tapeSeq), time_ms: one.timeMs, fill_age_ms: one.fillAgeMs },
      ...{ armed_seq: Number(one.wasArmedSeq), since_ms: one.wasSinceMs },
      ...formerLevels(order, one),
      ...(one.wasExpiresMs === null ? {} : { expires_ms: one.wasExpiresMs }),
    })),
    amendments_from_seq: Number(watchedFrom(first.wasTrailSeq ?? first.wasArmedSeq, fill.tapeSeq)),
  };
}

function formerLevels({ type, triggeredSeq }: SpotOrderRow, was: SpotAmendmentRow) {
  if (was.wasTrailDistance !== null && was.wasTrailSeq !== null)
    return { trailing: formatAmount(was.wasTrailDistance), trailing_from_seq: Number(was.wasTrailSeq) };
  const isTriggered = triggeredSeq !== null && triggeredSeq <= was.wasArmedSeq;
  const limit = type === 'stop_limit' && !isTriggered ? undefined : amountOf(was.wasPrice);
  const stop = isTriggered ? undefined : amountOf(was.wasStop);
  return { ...(limit === undefined ? {} : { limit }), ...(stop === undefined ? {} : { stop }) };
}

/**
 * Returns the condition of a trailing stop. The verifier finds the best price in the entries from `trailing_from_seq` on or, if
 * that is absent, from `armed_seq`.
 */
function trailedOf(order: SpotOrderRow, fill: SpotFillRow) {
  const { trailDistance, trailSeq, armedSeq, createdMs, expiresMs, cancel } = order;
  if (trailDistance === null || trailSeq === null) return undefined;
  return {
    for: 'trailing',
    level: formatAmount(trailDistance),
    armed_seq: Number(armedSeq),
    from_seq: Number(watchedFrom(trailSeq, fill.tapeSeq)),
    // After an amendment that kept the distance, the best price is measured from an earlier entry.
    ...(trailSeq === armedSeq ? {} : { trailing_from_seq: Number(trailSeq) }),
    since_ms: waitsSinceMs(order),
    ...(order.trailBps === null ? {} : { trailing_bps: order.trailBps }),
    ...(expiresMs === null ? {} : { expires_ms: expiresMs }),
    ...(cancel === null ? {} : { cancel_ms: cancel.cancelMs, cancel_seq: Number(cancel.cancelSeq) }),
    ...acceptedAt(createdMs),
  };
}

/** Whether the fill's price reached the order's stop, if the order was waiting for its stop. */
function isAtStop({ side, stop, triggeredSeq }: SpotOrderRow, { price }: SpotFillRow): boolean {
  return stop !== null && triggeredSeq === null && (side === 'buy' ? price >= stop : price <= stop);
}

function amountOf(value: Amount | null): string | undefined {
  return value === null ? undefined : formatAmount(value);
}

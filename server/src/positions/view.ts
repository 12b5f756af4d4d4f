/** A position as API calls and events return it. */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import { openingCost } from '@candor/domain/trading/contract.ts';
import { closeOutPrice } from '@candor/domain/trading/close-out.ts';
import type { position } from '@candor/protocol/positions/schemas.ts';
import type { InferOutput } from 'valibot';
import { weighedOf } from './arming.ts';
import type { CloseRecord, NightRecord, PositionRow } from './tables.ts';

export type PositionView = InferOutput<typeof position>;

function orNull(amount: Amount | null): string | null {
  return amount === null ? null : formatAmount(amount);
}

function entryNumber(seq: bigint | null): number | null {
  return seq === null ? null : Number(seq);
}

function numberOf(seq: string | null): number | null {
  return seq === null ? null : Number(seq);
}

function seconds(timeMs: number): number {
  return Math.floor(timeMs / 1000);
}

/**
 * Returns the price at which the position, or the order after a fill at its limit, is liquidated, or null if no price liquidates
 * it.
 */
export function liquidationPriceOf(row: PositionRow, instrument: ContractInstrument): Amount | null {
  const { side, rate, leverage } = row;
  if (row.status === 'open' || row.status === 'closing') {
    if (row.entryPrice === null) return null;
    return closeOutPrice(instrument, weighedOf(row));
  }
  if (row.status !== 'pending' || row.price === null || row.reduces !== null) return null;
  const deal = { quantity: row.quantity, price: row.price, rate, leverage };
  const { margin } = openingCost(instrument, deal);
  const resting = { side, quantity: row.quantity, entryPrice: row.price, rate, financing: 0n };
  return closeOutPrice(instrument, { ...resting, margin, initialMargin: margin });
}

function closingView(close: CloseRecord): PositionView['closes'][number] {
  const { quantity, price, rate, pnl, fee, financing, shortfall, reason } = close;
  const { rate_seq: rateSeq } = close;
  const charged = (close.charged ?? []).reduce((sum, one) => sum + fromNumeric(one.amount), 0n);
  return {
    quantity,
    price,
    tape_seq: Number(close.tape_seq),
    rate,
    rate_seq: numberOf(rateSeq),
    pnl,
    fee,
    financing,
    shortfall,
    ...unlessZero('offset', close.offset),
    ...unlessZero('charged', formatAmount(charged)),
    ...unlessZero('charge', close.charge),
    ...unlessZero('owed', close.owed),
    reason,
    ...(close.order === undefined ? {} : { order: close.order }),
    time: seconds(close.time_ms),
    time_ms: close.time_ms,
  };
}

function nightView(night: NightRecord, price: Amount): PositionView['nights'][number] {
  const { nights, quantity, rate, rate_seq: rateSeq, amount } = night;
  return {
    seq: Number(night.seq),
    time_ms: night.time_ms,
    nights,
    quantity,
    price: formatAmount(price),
    rate,
    rate_seq: numberOf(rateSeq),
    amount,
  };
}

function unlessZero<Name extends string>(name: Name, amount = '0'): { readonly [name in Name]?: string } {
  return amount === '0' ? {} : ({ [name]: amount } as { readonly [name in Name]: string });
}

/** Returns the pending change. It is omitted once the position is closed, because the position closed at the old levels. */
function changeView({ change, closedMs }: PositionRow): PositionView['change'] {
  if (change === null || change.waits === null || closedMs !== null) return null;
  const { takeProfit, stopPrice, stopKind, trailing, margin } = change.waits;
  return {
    asked_time: seconds(change.changeMs),
    take_profit: orNull(takeProfit),
    stop_loss: stopKind === 'loss' ? orNull(stopPrice) : null,
    profit_lock: stopKind === 'lock' ? orNull(stopPrice) : null,
    trailing: orNull(trailing),
    margin: formatAmount(margin),
  };
}

export function positionView(row: PositionRow, instrument: ContractInstrument): PositionView {
  return {
    id: row.id.toString(),
    product: row.product,
    symbol: row.symbol,
    side: row.side,
    type: row.type,
    status: row.status,
    // While a row is closing, its reason is the one with which it will close, so it isn't shown yet.
    reason: row.status === 'closing' ? null : row.reason,
    quantity: formatAmount(row.quantity),
    open_quantity: formatAmount(row.openQuantity),
    closing_quantity: orNull(row.asked?.quantity ?? null),
    leverage: row.leverage,
    collateral: row.collateral,
    price: orNull(row.price),
    entry_price: orNull(row.entryPrice),
    entry_seq: entryNumber(row.entrySeq),
    entry_time: row.entryMs === null ? null : seconds(row.entryMs),
    entry_time_ms: row.entryMs,
    rate: formatAmount(row.rate),
    rate_seq: entryNumber(row.rateSeq),
    contract_size: formatAmount(instrument.contractSize),
    placed_rate: formatAmount(row.placedRate),
    placed_rate_seq: entryNumber(row.placedRateSeq),
    entry_rate: orNull(row.openRate),
    entry_rate_seq: entryNumber(row.openRateSeq),
    margin: formatAmount(row.margin),
    initial_margin: formatAmount(row.initialMargin),
    fee: formatAmount(row.openFee),
    fee_rate: formatAmount(row.feeRate),
    financing_rate: formatAmount(row.financingRate),
    financing: formatAmount(row.financing),
    nights: row.nights.map((night) => nightView(night, row.entryPrice ?? 0n)),
    ...unlessZero('charge', formatAmount(row.charge)),
    take_profit: orNull(row.takeProfit),
    stop_loss: row.stopKind === 'loss' ? orNull(row.stopPrice) : null,
    profit_lock: row.stopKind === 'lock' ? orNull(row.stopPrice) : null,
    trailing: orNull(row.trailing),
    liquidation_price: orNull(liquidationPriceOf(row, instrument)),
    realised_pnl: formatAmount(row.realisedPnl),
    close_price: row.closes.at(-1)?.price ?? null,
    closes: row.closes.map(closingView),
    warned: row.warned,
    cancel_asked_time: row.cancel === null ? null : seconds(row.cancel.cancelMs),
    change: changeView(row),
    time_in_force: row.timeInForce,
    expires_at: row.expiresMs,
    post_only: row.postOnly,
    client_order_id: row.clientOrderId,
    worst_price: orNull(row.worstPrice),
    ...(row.amendedMs === null ? {} : { amended_time: seconds(row.amendedMs) }),
    ...(row.reduces === null ? {} : { reduces: row.reduces.toString() }),
    created_time: seconds(row.createdMs),
    closed_time: row.closedMs === null ? null : seconds(row.closedMs),
  };
}

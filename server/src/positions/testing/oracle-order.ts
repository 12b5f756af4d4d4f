/** The input and the output of the oracle of leveraged positions. */
import type { Amount } from '@candor/domain/money/amount.ts';

export type OracleTerms = {
  readonly contractSize: Amount;
  readonly contractFeeRate: Amount;
  readonly financingLongRate: Amount;
  readonly financingShortRate: Amount;
};

/** The fields of a tape entry that determine outcomes. */
export type OracleEntry = {
  readonly seq: number;
  readonly timeMs: number;
  readonly bid: Amount;
  readonly ask: Amount;
};

export type OracleOrder = {
  readonly side: 'long' | 'short';
  readonly quantity: Amount;
  readonly leverage: number;
  /** Absent for a market or stop order. */
  readonly limit?: Amount;
  /** The level at which a stop order opens; absent for other orders. */
  readonly stop?: Amount;
  /** The time from which no entry can open a limit order. Absent if it has no expiry. */
  readonly expiresMs?: number;
  readonly takeProfit?: Amount;
  readonly stopLoss?: Amount;
  readonly trailing?: Amount;
};

export type OracleChange = {
  readonly takeProfit?: Amount | null;
  readonly stopLoss?: Amount | null;
  readonly profitLock?: Amount | null;
  readonly trailing?: Amount | null;
  readonly addMargin?: Amount;
};

/** The terms of a resting order that a customer amends. Absent fields stay unchanged. `level` is its limit or its stop. */
export type OracleAmendment = { readonly level?: Amount; readonly quantity?: Amount };

/** An order that closes all or part of a position at a limit or a stop. */
export type OracleReduction = {
  readonly type: 'limit' | 'stop';
  readonly level: Amount;
  readonly quantity?: Amount;
};

export type OracleReason =
  | 'customer'
  | 'close_all'
  | 'take_profit'
  | 'stop_loss'
  | 'profit_lock'
  | 'trailing'
  | 'close_out'
  | 'reduce';

/** Why an order ended without opening. */
export type OracleEnd = 'customer' | 'expired' | 'take_profit_wrong' | 'stop_loss_wrong' | 'trailing_wrong';

export type OracleClose = {
  readonly quantity: Amount;
  readonly price: Amount;
  readonly seq: number;
  readonly pnl: Amount;
  readonly fee: Amount;
  readonly financing: Amount;
  readonly shortfall: Amount;
  /** The part of the losses on the customer's other side that the closing settled. */
  readonly charge: Amount;
  readonly reason: OracleReason;
  /** The gain of the trading account, and the amount that it gets by rounding. */
  readonly trading: Amount;
  readonly rounding: Amount;
};

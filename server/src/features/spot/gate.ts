/**
 * The conditions under which a customer may trade spot. They are checked when an order arrives, and again when a resting order is
 * about to fill.
 */
import type { Instrument } from '@candor/domain/market/instrument.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { refuse } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { Side } from '@candor/domain/trading/spot.ts';
import type { Facts } from '../../commands/command.ts';
import { cancelOnlyViolation, gateViolation, gateOf, stopViolation } from '../../identity/gates.ts';

/** A coin-to-coin order is checked as a purchase of the coin bought. */
type Wanted = {
  readonly side: Side;
  readonly instrument: Pick<Instrument, 'symbol'>;
  readonly jurisdictions: JurisdictionMode;
  /** The input field that names the instrument. */
  readonly field?: 'symbol' | 'to';
  /** The entry at which a waiting order would fill. */
  readonly entry?: Pick<TapeEntry, 'timeMs'>;
};

/**
 * Returns the refusal of a new order: its customer may not trade, or it would buy something while the books are being checked.
 */
export function acceptanceViolation(wanted: Wanted, facts: Facts) {
  const violation = spotViolation(wanted, facts);
  return violation ?? (wanted.side === 'buy' ? cancelOnlyViolation(facts) : undefined);
}

/** Published terms and emergency stops can close an instrument for buying only. Holdings can still be sold. */
export function spotViolation(wanted: Wanted, facts: Facts) {
  const { side, instrument, jurisdictions, field = 'symbol', entry } = wanted;
  const at = { nowMs: facts.wallMs, jurisdictions, product: 'spot' } as const;
  const violation = gateViolation(gateOf(facts), side === 'buy' ? 'spot_buy' : 'spot_sell', at);
  if (violation !== undefined || side === 'sell') return violation;
  const { symbol } = instrument;
  if (facts.head(symbol)?.closed === true) return refuse('pair_not_active', { field });
  return stopViolation({ product: 'spot', symbol, ...(entry && { entry }) }, facts);
}

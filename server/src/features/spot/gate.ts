/**
 * The conditions under which a customer may trade spot. They are checked when an order arrives, and again when a resting order is
 * about to fill.
 */
import type { Instrument } from '@candor/domain/market/instrument.ts';
import { refuse } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { Side } from '@candor/domain/trading/spot.ts';
import type { Facts } from '../../commands/command.ts';
import { cancelOnlyViolation, gateViolation, gateOf } from '../../identity/gates.ts';

/** A coin-to-coin order is checked as a purchase of the coin bought. */
type Wanted = {
  readonly side: Side;
  readonly instrument: Pick<Instrument, 'symbol'>;
  readonly jurisdictions: JurisdictionMode;
  /** The input field that names the instrument. */
  readonly field?: 'symbol' | 'to';
};

/**
 * Returns the refusal of a new order: its customer may not trade, or it would buy something while the books are being checked.
 */
export function acceptanceViolation(wanted: Wanted, facts: Facts) {
  const violation = spotViolation(wanted, facts);
  return violation ?? (wanted.side === 'buy' ? cancelOnlyViolation(facts) : undefined);
}

/** Published terms can close an instrument for buying only. Holdings can still be sold. */
export function spotViolation({ side, instrument, jurisdictions, field = 'symbol' }: Wanted, facts: Facts) {
  const at = { nowMs: facts.wallMs, jurisdictions, product: 'spot' } as const;
  const violation = gateViolation(gateOf(facts), side === 'buy' ? 'spot_buy' : 'spot_sell', at);
  if (violation !== undefined || side === 'sell') return violation;
  const closed = facts.head(instrument.symbol)?.closed === true;
  return closed ? refuse('pair_not_active', { field }) : undefined;
}

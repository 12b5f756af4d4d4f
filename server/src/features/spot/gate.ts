/** What keeps a customer from trading spot: asked when an order comes, and again when a resting one would fill. */
import type { Instrument } from '@candor/domain/market/instrument.ts';
import { refuse } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { Side } from '@candor/domain/trading/spot.ts';
import type { Facts } from '../../commands/command.ts';
import { gateViolation, gateOf } from '../../identity/gates.ts';

/** Coin to coin counts as a buy, of the coin that is bought. */
type Wanted = {
  readonly side: Side;
  readonly instrument: Pick<Instrument, 'symbol'>;
  readonly jurisdictions: JurisdictionMode;
  /** The input that names the instrument. */
  readonly field?: 'symbol' | 'to';
};

/** Where published terms let nothing new be bought, what one holds can be sold as ever. */
export function spotViolation({ side, instrument, jurisdictions, field = 'symbol' }: Wanted, facts: Facts) {
  const at = { nowMs: facts.wallMs, jurisdictions, product: 'spot' } as const;
  const violation = gateViolation(gateOf(facts), side === 'buy' ? 'spot_buy' : 'spot_sell', at);
  if (violation !== undefined || side === 'sell') return violation;
  const closed = facts.head(instrument.symbol)?.closed === true;
  return closed ? refuse('pair_not_active', { field }) : undefined;
}

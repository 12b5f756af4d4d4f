/** What keeps a customer from trading spot: asked when an order comes, and again when a resting one would fill. */
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { Side } from '@candor/domain/trading/spot.ts';
import type { Facts } from '../../commands/command.ts';
import { gateFault, gateOf } from '../../identity/gates.ts';

/** Coin to coin counts as a buy. */
export function spotFault(side: Side, jurisdictions: JurisdictionMode, facts: Facts) {
  const at = { nowMs: facts.wallMs, jurisdictions, product: 'spot' } as const;
  return gateFault(gateOf(facts), side === 'buy' ? 'spot_buy' : 'spot_sell', at);
}

/** What keeps a customer from opening a position: asked when an order comes, and again when a resting one would open. */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { refuse } from '@candor/domain/outcome.ts';
import { leverageCap } from '@candor/domain/policy/jurisdiction.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { Facts } from '../commands/command.ts';
import { gateFault, gateOf, profileOf } from '../identity/gates.ts';
import { closedFault } from './market.ts';
import type { PositionRow } from './tables.ts';

export type Wanted = Pick<PositionRow, 'product' | 'leverage'> & {
  readonly instrument: ContractInstrument;
  readonly jurisdictions: JurisdictionMode;
};

export function openingFault({ product, instrument, leverage, jurisdictions }: Wanted, facts: Facts) {
  const gate = gateOf(facts);
  const forex = product === 'forex';
  const at = { nowMs: facts.wallMs, jurisdictions, product: forex ? 'forex' : 'contracts', forex } as const;
  const fault = gateFault(gate, 'lever_open', at);
  if (fault !== undefined) return fault;
  const closed = closedFault(instrument, facts);
  if (closed !== undefined) return closed;
  const cap = leverageCap(profileOf(gate, jurisdictions), instrument);
  if (cap === undefined || leverage <= cap) return undefined;
  return refuse('leverage_above_cap', { field: 'leverage', params: { max: cap.toString() } });
}

/** What keeps a customer from putting more margin to a position. Its own terms stay what they were. */
export function addingFault(jurisdictions: JurisdictionMode, facts: Facts) {
  return gateFault(gateOf(facts), 'lever_add', { nowMs: facts.wallMs, jurisdictions });
}

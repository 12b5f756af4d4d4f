/**
 * Finds violations that prevent a customer from opening a position: when an order arrives, and again when a resting order would
 * open.
 */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { refuse } from '@candor/domain/outcome.ts';
import { leverageCap } from '@candor/domain/policy/jurisdiction.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { Facts } from '../commands/command.ts';
import { gateViolation, gateOf, profileOf, stopViolation } from '../identity/gates.ts';
import { closedViolation } from './market.ts';
import type { PositionRow } from './tables.ts';

export type Wanted = Pick<PositionRow, 'product' | 'leverage'> & {
  readonly instrument: ContractInstrument;
  readonly jurisdictions: JurisdictionMode;
  /** The entry at which a waiting order would open. */
  readonly entry?: Pick<TapeEntry, 'timeMs'>;
};

export function openingViolation(wanted: Wanted, facts: Facts) {
  const { product, instrument, leverage, jurisdictions, entry } = wanted;
  const gate = gateOf(facts);
  const forex = product === 'forex';
  const at = { nowMs: facts.wallMs, jurisdictions, product: forex ? 'forex' : 'contracts', forex } as const;
  const violation = gateViolation(gate, 'lever_open', at);
  if (violation !== undefined) return violation;
  const opening = { product: at.product, symbol: instrument.symbol, ...(entry && { entry }) };
  const closed = closedViolation(instrument, facts) ?? stopViolation(opening, facts);
  if (closed !== undefined) return closed;
  const cap = leverageCap(profileOf(gate, jurisdictions), instrument);
  if (cap === undefined || leverage <= cap) return undefined;
  return refuse('leverage_above_cap', { field: 'leverage', params: { max: cap.toString() } });
}

/** Returns the violation that prevents a customer from adding margin to a position. The position's terms stay unchanged. */
export function addingViolation(jurisdictions: JurisdictionMode, facts: Facts) {
  return gateViolation(gateOf(facts), 'lever_add', { nowMs: facts.wallMs, jurisdictions });
}

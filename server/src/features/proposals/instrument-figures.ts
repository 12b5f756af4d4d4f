/** Bounds on published instrument parameters that depend on the instrument's configuration. */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { parseAmount } from '@candor/domain/money/amount.ts';
import type { TermsBody } from '../../terms/usual-terms.ts';

type Figure = TermsBody[string] | undefined;

/** The factor by which a published order limit may exceed the configured one. */
const QUANTITY_FACTOR_MAX = 100n;

/** Requires quantities of at least one step and in whole steps, and a maximum leverage that is one of the choices. */
export function suitsInstrument(
  instrument: ContractInstrument,
  name: string,
  { value, usual }: { readonly value: Figure; readonly usual: Figure },
): boolean {
  if (name === 'leverage_max') return instrument.leverages.some((choice) => choice.toString() === value);
  const step = stepOf(instrument, name);
  const [figure, before] = [parseAmount(value), parseAmount(usual)];
  if (step === undefined || figure === undefined || before === undefined) return true;
  return figure >= step && figure % step === 0n && figure <= QUANTITY_FACTOR_MAX * before;
}

function stepOf({ quantityStep, contractStep }: ContractInstrument, name: string) {
  if (name === 'quantity_min' || name === 'quantity_max') return quantityStep;
  return name === 'contract_min' || name === 'contract_max' ? contractStep : undefined;
}

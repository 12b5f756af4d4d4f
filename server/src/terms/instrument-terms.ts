/**
 * The parameters of an instrument that are published in versions, starting with the configured ones. Parameters that define the
 * instrument stay in the configuration: names, tick, steps, contract size, pip and calendar. Changing them would change the
 * meaning of existing levels, quantities and financing. The list of leverage choices stays there too; the terms set the highest
 * choice on offer.
 */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { TermsBody } from './usual-terms.ts';

/** Parameters of coins that can be held. Forex and metals don't have them. */
const SPOT_AMOUNTS = {
  spot_fee_rate: 'spotFeeRate',
  quantity_min: 'quantityMin',
  quantity_max: 'quantityMax',
} as const;
const CONTRACT_AMOUNTS = {
  contract_fee_rate: 'contractFeeRate',
  financing_long_rate: 'financingLongRate',
  financing_short_rate: 'financingShortRate',
  contract_min: 'contractMin',
  contract_max: 'contractMax',
} as const;

function amountsOf({ spot }: Pick<ContractInstrument, 'spot'>) {
  return Object.entries(spot ? { ...SPOT_AMOUNTS, ...CONTRACT_AMOUNTS } : CONTRACT_AMOUNTS);
}

/** Returns the parameters as configured. */
export function figuresOf(instrument: ContractInstrument): TermsBody {
  return {
    ...Object.fromEntries(amountsOf(instrument).map(([name, key]) => [name, formatAmount(instrument[key])])),
    leverage_max: Math.max(...instrument.leverages).toString(),
  };
}

/** Returns the instrument with all published parameters of the version, which contains all of them. */
export function withFigures(instrument: ContractInstrument, body: TermsBody): ContractInstrument {
  const amounts = amountsOf(instrument).map(([name, key]) => [key, amount(String(body[name]))]);
  const leverageMax = Number(body['leverage_max']);
  return {
    ...instrument,
    ...(Object.fromEntries(amounts) as Partial<ContractInstrument>),
    leverages: instrument.leverages.filter((leverage) => leverage <= leverageMax),
  };
}

/** The terms of a leveraged contract as the domain's rules want them, read from what the server says of the ticket. */
import type { ContractTerms } from '@candor/domain/market/instrument.ts';
import { amount } from '@candor/domain/money/amount.ts';
import type { ticket } from '@candor/protocol/schemas/contracts.ts';
import type { InferOutput } from 'valibot';

/** The public part of a leveraged ticket. */
export type TicketOffer = InferOutput<typeof ticket>;

export function contractTerms({ limits, fees, financing, leverages }: TicketOffer): ContractTerms {
  return {
    tickSize: amount(limits.tick_size),
    pipSize: amount(limits.pip_size),
    contractSize: amount(limits.contract_size),
    contractStep: amount(limits.quantity_step),
    contractMin: amount(limits.quantity_min),
    contractMax: amount(limits.quantity_max),
    contractFeeRate: amount(fees.open_rate),
    financingLongRate: amount(financing.long_rate),
    financingShortRate: amount(financing.short_rate),
    leverages,
  };
}

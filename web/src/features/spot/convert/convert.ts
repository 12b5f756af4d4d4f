/** The state of the coin-to-coin form: both legs by the server's own rule, any problem, and the request. Pure. */
import type { Instrument } from '@candor/domain/market/instrument.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount, ONE, parseAmount } from '@candor/domain/money/amount.ts';
import { floorToStep, mulDivDown } from '@candor/domain/money/rounding.ts';
import type { Conversion } from '@candor/domain/trading/spot.ts';
import { checkQuantity, planConversion } from '@candor/domain/trading/spot.ts';
import type { coinOrderInput } from '@candor/protocol/spot/schemas.ts';
import type { InferInput } from 'valibot';
import type { ClosedReason } from '../../../live/closed-reason.ts';
import { finishedDecimal } from '../../../ui/keypad-typing.ts';
import type { TicketProblem } from '../ticket/ticket-problems.ts';
import { worstRate } from '../../../lib/worst-price.ts';

export type CoinRequest = InferInput<typeof coinOrderInput>;

export type ConvertFacts = {
  readonly from: { readonly instrument: Instrument; readonly bid: Amount };
  readonly to: { readonly instrument: Instrument; readonly ask: Amount };
  readonly closed: ClosedReason | undefined;
  /** The available amount of the coin to give; undefined for a visitor. */
  readonly available: Amount | undefined;
};

export type ConvertProblem = Pick<TicketProblem, 'params'> & {
  readonly code: TicketProblem['code'] | 'same_coin' | 'buys_nothing';
};

export type ConvertView = {
  readonly plan: Conversion | undefined;
  /** The minimum accepted amount of the coin bought. */
  readonly worstAmount: Amount | undefined;
  readonly problem: ConvertProblem | undefined;
  readonly request: CoinRequest | undefined;
};

/** Returns the minimum accepted quantity, slightly below the displayed quantity, in whole steps. */
export function worstAmount(quantity: Amount, step: Amount): Amount {
  return floorToStep(quantity - mulDivDown(quantity, worstRate, ONE), step);
}

function problemOf(
  facts: ConvertFacts,
  given: Amount | undefined,
  plan: Conversion | undefined,
): ConvertProblem | undefined {
  const { from, to, available } = facts;
  if (from.instrument.symbol === to.instrument.symbol) return { code: 'same_coin', params: {} };
  if (facts.closed !== undefined) return { code: facts.closed, params: {} };
  if (given === undefined || given === 0n) return { code: 'quantity_missing', params: {} };
  const checked = checkQuantity(from.instrument, given);
  if (!checked.ok) return { code: checked.refusal.code, params: checked.refusal.params ?? {} };
  if (plan === undefined || plan.buy.quantity < to.instrument.quantityMin) {
    return {
      code: 'buys_nothing',
      params: { min: formatAmount(to.instrument.quantityMin), currency: to.instrument.base },
    };
  }
  if (available !== undefined && given > available) {
    const params = {
      currency: from.instrument.base,
      needed: formatAmount(given),
      available: formatAmount(available),
    };
    return { code: 'coins_insufficient', params };
  }
  return undefined;
}

export function readConversion(typed: string, facts: ConvertFacts): ConvertView {
  const { from, to } = facts;
  const given = parseAmount(finishedDecimal(typed));
  const plan =
    given === undefined || given === 0n || from.instrument.symbol === to.instrument.symbol
      ? undefined
      : planConversion({ ...from, quantity: given }, to);
  const problem = problemOf(facts, given, plan);
  const worst = plan === undefined ? undefined : worstAmount(plan.buy.quantity, to.instrument.quantityStep);
  const sendable = problem === undefined && given !== undefined && worst !== undefined;
  return {
    plan,
    worstAmount: worst,
    problem,
    request: sendable
      ? {
          from: from.instrument.base,
          to: to.instrument.base,
          amount: formatAmount(given),
          worst_amount: formatAmount(worst),
          fee_rate: formatAmount(from.instrument.spotFeeRate),
          to_fee_rate: formatAmount(to.instrument.spotFeeRate),
        }
      : undefined,
  };
}

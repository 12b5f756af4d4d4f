/** Customer calls for deposits: methods, submission, cancellation, and the list. */
import { formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { HOUR_MS } from '@candor/domain/time.ts';
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';
import type { Network } from '@candor/protocol/networks.ts';
import { networkNames } from '@candor/protocol/networks.ts';
import type { Submit } from '../../calls/submit.ts';
import { pageOfPeriod } from '../../calls/period.ts';
import type { Pool } from '../../db/pool.ts';
import { readRowId } from '../../db/row-id.ts';
import type { Handlers } from '../../calls/handler.ts';
import { LIMITS } from '../../limits.ts';
import { readReference } from '../../payments/reference.ts';
import type { Reference } from '../../payments/reference.ts';
import { wireReference } from '../../payments/deposit-methods.ts';
import type { DepositWay, DepositWays } from '../../payments/deposit-methods.ts';
import type { LatestQuotes } from '../../quotes/latest.ts';
import { rateOf } from '../../quotes/rates.ts';
import type { Terms } from '../../terms/terms.ts';
import { cancelDeposit, requestDeposit } from './commands.ts';
import { creditedAs, depositView } from './rules.ts';
import type { DepositOrder } from './rules.ts';
import { isReferenceKnown, listDeposits, proofOf, raceViolation, referenceRaceViolation } from './store.ts';

export type DepositsDeps = {
  readonly pool: Pool;
  readonly submit: Submit;
  readonly ways: DepositWays;
  readonly terms: Terms;
  readonly latest: Pick<LatestQuotes, 'get'>;
  /** Wall clock, in milliseconds. */
  readonly now: () => number;
};

type Call =
  | 'POST wallet/get_in_address'
  | 'POST wallet/charge_req'
  | 'POST wallet/charge_cancel'
  | 'GET chargelist/log';

export function depositsHandlers(deps: DepositsDeps): Pick<Handlers, Call> {
  const { pool, submit, ways, now } = deps;
  const request = requestDeposit(deps.terms);
  return {
    'POST wallet/get_in_address': async ({ currency }, { customer }) => {
      const wanted = ways.all.filter((way) => currency === undefined || way.currency === currency);
      if (wanted.length === 0 && currency !== undefined) {
        return refuse('currency_invalid', { field: 'currency' });
      }
      return ok({
        ways: wanted.flatMap((way) => wayView(deps, way, customer)),
        review_hours: LIMITS.money.reviewMs / HOUR_MS,
      });
    },

    'POST wallet/charge_req': async (body, context) => {
      const order = await readOrder(pool, body, context.customer);
      if (!order.ok) return order;
      try {
        return await submit({ command: request, input: { ...order.value, ways: ways.all }, body, context });
      } catch (error) {
        const violation = raceViolation(error) ?? referenceRaceViolation(error);
        if (violation === undefined) throw error;
        return violation;
      }
    },

    'POST wallet/charge_cancel': async (body, context) => {
      const id = readRowId(body.id);
      if (id === undefined) return refuse('deposit_not_found', { field: 'id' });
      return submit({ command: cancelDeposit, input: { id }, body, context });
    },

    'GET chargelist/log': (input, { customer }) => {
      const { status, currency } = input;
      return pageOfPeriod(input, {
        read: (at) => listDeposits(pool, { ...at, book: customer, status, currency }),
        idOf: ({ row }) => row.id,
        view: ({ row }) => depositView(row, now()),
      });
    },
  };
}

function wrong(field: string) {
  return refuse('parameter_wrong', { field, params: { field } });
}

/** Returns a list of the deposit method with its bounds, or an empty list while the published terms close the method. */
function wayView(
  { ways, terms, latest, now }: Pick<DepositsDeps, 'ways' | 'terms' | 'latest' | 'now'>,
  way: DepositWay,
  customer: bigint,
): CallOutput<'POST wallet/get_in_address'>['ways'] {
  const bounds = terms.deposit(way, now());
  if (bounds?.open !== true) return [];
  const rate = way.network === 'wire' ? rateOf(way.currency, latest)?.rate : undefined;
  return [
    {
      ...way,
      min: formatAmount(bounds.min),
      max: formatAmount(bounds.max),
      credited_as: creditedAs(way),
      rate: rate === undefined ? null : formatAmount(rate),
      address: ways.address(way.network),
      instructions: ways.instructions(way, customer),
    },
  ];
}

/** Parses the request and looks up its image and reference. The rule decides which violation is reported first. */
async function readOrder(
  pool: Pool,
  body: CallInput<'POST wallet/charge_req'>,
  customer: bigint,
): Promise<Outcome<DepositOrder, 'parameter_wrong' | 'amount_wrong'>> {
  const { currency, network, voucher } = body;
  const amount = parseAmount(body.amount);
  if (amount === undefined) return refuse('amount_wrong', { field: 'amount' });
  const reference = claimOf(body, customer);
  if (reference === undefined) return wrong('reference');
  const [proof, isReferenceUsed] = await Promise.all([
    proofOf(pool, { customer, voucher }),
    reference === null ? false : isReferenceKnown(pool, { network, key: reference.key }),
  ]);
  return ok({ currency, network, amount, voucher, proof, reference, isReferenceUsed });
}

/**
 * Returns the payment reference that the customer gave. Returns null if none was given, or if it is the one that all wires of the
 * customer share. Returns undefined if it is invalid.
 */
function claimOf(
  { network, reference }: CallInput<'POST wallet/charge_req'>,
  customer: bigint,
): Reference | null | undefined {
  if (reference === undefined || !isNetwork(network)) return null;
  const read = readReference(network, reference);
  return network === 'wire' && read?.key === wireReference(customer) ? null : read;
}

function isNetwork(text: string): text is Network {
  return (networkNames as readonly string[]).includes(text);
}

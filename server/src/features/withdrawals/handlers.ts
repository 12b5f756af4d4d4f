/** Handlers of the withdrawal calls: the terms, requesting, cancelling, the list, and the public statistics. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { HOUR_MS } from '@candor/domain/time.ts';
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';
import { chainNames, chains } from '@candor/protocol/networks.ts';
import type { Chain } from '@candor/protocol/networks.ts';
import { checkedSubmit } from '../../calls/checked-submit.ts';
import type { Submit } from '../../calls/submit.ts';
import { pageOfPeriod } from '../../calls/period.ts';
import type { Pool } from '../../db/pool.ts';
import { readRowId } from '../../db/row-id.ts';
import type { CallContext, Handlers } from '../../calls/handler.ts';
import type { Confirmation } from '../../identity/factors/confirmation.ts';
import { gateViolation, readGateOf, WITHDRAWAL_HOLD_MS } from '../../identity/gates.ts';
import type { TradingPasswords } from '../../identity/secrets/trading-password.ts';
import { readHoldings } from '../../ledger/statement.ts';
import { LIMITS } from '../../limits.ts';
import { noteConfirmed } from '../../payments/confirmed.ts';
import { askedOfDay } from '../../payments/lately.ts';
import type { Terms } from '../../terms/terms.ts';
import { cancelWithdrawal, requestWithdrawal } from './commands.ts';
import { secondsUp, withdrawalView } from './effects.ts';
import { readRequest } from './requesting.ts';
import { askedLately, listWithdrawals, withdrawalOf, withdrawalTimes } from './store.ts';

type Times = CallOutput<'GET transparency/withdrawals'>;

export type WithdrawalsDeps = {
  readonly pool: Pool;
  readonly submit: Submit;
  readonly terms: Pick<Terms, 'withdrawal'>;
  readonly jurisdictions: JurisdictionMode;
  readonly tradingPasswords: Pick<TradingPasswords, 'check'>;
  readonly confirmation: Pick<Confirmation, 'secondFactor'>;
  /** Computes a public answer, or returns it from the cache. */
  readonly kept: (key: string, make: () => Promise<Times>) => Promise<Times>;
  /** Wall clock, milliseconds. */
  readonly now: () => number;
};

type Call =
  | 'GET wallet/out_terms'
  | 'POST wallet/out'
  | 'POST wallet/out_cancel'
  | 'GET cashlist/log'
  | 'GET transparency/withdrawals';

const MONTH_MS = 30 * 24 * HOUR_MS;

export function withdrawalsHandlers(deps: WithdrawalsDeps): Pick<Handlers, Call> {
  const { pool, submit, now } = deps;
  return {
    'GET wallet/out_terms': async (_, { customer }) => ok(await termsOf(deps, customer)),
    'POST wallet/out': requesting(deps),

    'POST wallet/out_cancel': async (body, context) => {
      const id = readRowId(body.id);
      if (id === undefined) return refuse('not_found', { field: 'id' });
      const found = await withdrawalOf(pool, { book: context.customer, id });
      if (found === undefined) return refuse('not_found', { field: 'id' });
      const input = { id, currency: found.row.currency };
      return submit({ command: cancelWithdrawal, input, body, context });
    },

    'GET cashlist/log': (input, { customer }) => {
      const { status, currency } = input;
      return pageOfPeriod(input, {
        read: (at) => listWithdrawals(pool, { ...at, book: customer, status, currency }),
        idOf: ({ row }) => row.id,
        view: ({ row, paused }) => withdrawalView(row, now(), paused),
      });
    },

    'GET transparency/withdrawals': async () => {
      const make = () => withdrawalTimes(pool, { sinceMs: now() - MONTH_MS, nowMs: now() });
      return ok(await deps.kept('', make));
    },
  };
}

/**
 * Requests a withdrawal. The trading password is checked first, then the second factor. Neither is stored, and neither is
 * compared with an earlier request. A customer who may not withdraw is refused before both checks.
 */
function requesting(deps: WithdrawalsDeps) {
  const { pool, submit, terms, jurisdictions, tradingPasswords, confirmation, now } = deps;
  const command = requestWithdrawal(terms);
  const submitChecked = checkedSubmit({ pool, submit });
  return async (given: CallInput<'POST wallet/out'>, context: CallContext) => {
    const { customer } = context;
    const request = readRequest(given, { terms, wallMs: now() });
    if (!request.ok) return request;
    const { currency, amount, address, arrives, trading_password, ...factor } = given;
    const body = { currency, amount, address, arrives };
    const call = { command, input: { ...request.value, jurisdictions }, body, context };
    return submitChecked(call, async () => {
      const gate = await readGateOf(pool, customer);
      const violation =
        gateViolation(gate, 'withdraw', { nowMs: now(), jurisdictions }) ??
        (await tradingPasswords.check(customer, trading_password, context)) ??
        (await confirmation.secondFactor(customer, factor, context));
      if (violation === undefined) await noteConfirmed(pool, customer, { act: 'withdraw', ...request.value });
      return violation;
    });
  };
}

async function termsOf(
  { pool, terms, now }: WithdrawalsDeps,
  customer: bigint,
): Promise<CallOutput<'GET wallet/out_terms'>> {
  const nowMs = now();
  const [holdings, asked, gate] = await Promise.all([
    readHoldings(pool, customer),
    askedLately(pool, customer),
    readGateOf(pool, customer),
  ]);
  const heldMs = (gate.securityChangedMs ?? -Infinity) + WITHDRAWAL_HOLD_MS;
  const currencies = currenciesOnChains().flatMap((currency) => {
    const of = terms.withdrawal(currency, nowMs);
    if (of?.open !== true) return [];
    const free = holdings.find((held) => held.account === 'spot' && held.currency === currency);
    const left = of.dayMax - askedOfDay(asked, { currency, wallMs: nowMs });
    return [
      {
        currency,
        networks: networksOf(currency),
        min: formatAmount(of.min),
        max: formatAmount(of.max),
        day_max: formatAmount(of.dayMax),
        day_left: formatAmount(left < 0n ? 0n : left),
        fee_rate: formatAmount(of.feeRate),
        two_from: formatAmount(of.twoFrom),
        available: formatAmount(free?.amount ?? 0n),
      },
    ];
  });
  return {
    currencies,
    arrival_hours: LIMITS.money.reviewMs / HOUR_MS,
    held_until: heldMs > nowMs ? secondsUp(heldMs) : null,
  };
}

function currenciesOnChains(): string[] {
  return [...new Set(['USDT', ...Object.values(chains).flat()])];
}

function networksOf(currency: string): Chain[] {
  return chainNames.filter((network) => (chains[network] as readonly string[]).includes(currency));
}

/** Decides a transfer between two accounts of one customer. Pure. The README lists the order of the checks. */
import { journal } from '@candor/domain/ledger/journal.ts';
import { formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';
import { append } from '../../commands/command.ts';
import type { Decision, Facts } from '../../commands/command.ts';
import { standingViolation } from '../../identity/gates.ts';
import { transfers } from './tables.ts';

type Request = CallInput<'POST wallet/transfer'>;
export type TransferResult = CallOutput<'POST wallet/transfer'>;

export type Transfer = {
  readonly currency: string;
  readonly from: Request['from'];
  readonly to: Request['to'];
  readonly amount: Amount;
};

export function readTransfer(
  body: Request,
  currencies: readonly string[],
): Outcome<Transfer, 'currency_invalid' | 'parameter_wrong' | 'amount_wrong'> {
  const { currency, from, to } = body;
  if (!currencies.includes(currency)) return refuse('currency_invalid', { field: 'currency' });
  if (from === to) return refuse('parameter_wrong', { field: 'to', params: { field: 'to' } });
  const amount = parseAmount(body.amount);
  if (amount === undefined || amount <= 0n) return refuse('amount_wrong', { field: 'amount' });
  return ok({ currency, from, to, amount });
}

/** Transfers only from the available balance. Frozen amounts are in separate accounts. */
export function decideTransfer(
  { currency, from, to, amount }: Transfer,
  facts: Facts,
): Decision<TransferResult, 'balance_insufficient' | 'account_frozen' | 'account_locked'> {
  const barred = standingViolation(facts, 'transfer');
  if (barred !== undefined) return barred;
  const available = facts.balance(from, currency);
  if (available < amount) {
    const params = { needed: formatAmount(amount), currency, available: formatAmount(available) };
    return refuse('balance_insufficient', { field: 'amount', params });
  }
  const id = facts.newId();
  const { book, journalSeq, nowMs: timeMs } = facts;
  return ok({
    answer: { id: id.toString(), time: Math.floor(timeMs / 1000) },
    appends: [append(transfers, { book, id, currency, from, to, amount, timeMs, journalSeq })],
    journals: [
      journal('transfer', `transfer:${id}`, [
        { account: from, currency, amount: -amount },
        { account: to, currency, amount },
      ]),
    ],
  });
}

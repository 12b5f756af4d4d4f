/** The state of the transfer form, derived from its input: the balances afterwards, any problem, and the request. Pure. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount, formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import type { CallRequest } from '@candor/protocol/calls.ts';
import type { Wallet } from '../../lib/wallet-value.ts';
import { finishedDecimal } from '../../ui/keypad-typing.ts';

export const accounts = ['spot', 'contract', 'option'] as const;
export type Account = (typeof accounts)[number];

export type TransferDraft = {
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
};

export type Ends = { readonly from: Account; readonly to: Account };

export type TransferView = Ends & {
  readonly available: Amount;
  /** The available balances of both accounts, before and after the transfer; they are equal while nothing is typed. */
  readonly after: { readonly from: Amount; readonly to: Amount };
  readonly there: Amount;
  readonly problem: 'amount_missing' | 'nothing_there' | 'too_much' | undefined;
  readonly request: CallRequest<'POST wallet/transfer'> | undefined;
};

function accountOf(text: string): Account | undefined {
  return accounts.find((account) => account === text);
}

/** Returns two different accounts, even if a stored draft is outdated or names the same account twice. */
export function endsOf(draft: Pick<TransferDraft, 'from' | 'to'>): Ends {
  const from = accountOf(draft.from) ?? 'spot';
  const to = accountOf(draft.to);
  if (to !== undefined && to !== from) return { from, to };
  return { from, to: from === 'contract' ? 'spot' : 'contract' };
}

/**
 * Returns the accounts after a choice on one side. If both would be equal, the other side gets the account that the customer
 * replaced.
 */
export function withEnd(ends: Ends, side: 'from' | 'to', account: Account): Ends {
  const other = side === 'from' ? 'to' : 'from';
  const next = { ...ends, [side]: account };
  return next.from === next.to ? { ...next, [other]: ends[side] } : next;
}

export function readTransfer(draft: TransferDraft, wallet: Wallet | undefined): TransferView {
  const ends = endsOf(draft);
  const held = (account: Account): Amount => amount(wallet?.[account].available ?? '0');
  const available = held(ends.from);
  const there = held(ends.to);
  const typed = parseAmount(finishedDecimal(draft.amount)) ?? 0n;
  const moved = typed <= available ? typed : 0n;
  const problem =
    available === 0n
      ? 'nothing_there'
      : typed === 0n
        ? 'amount_missing'
        : typed > available
          ? 'too_much'
          : undefined;
  return {
    ...ends,
    available,
    there,
    after: { from: available - moved, to: there + moved },
    problem,
    request:
      problem === undefined
        ? { currency: draft.currency, from: ends.from, to: ends.to, amount: formatAmount(typed) }
        : undefined,
  };
}

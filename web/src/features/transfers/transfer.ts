/** Derives the state of the transfer form from its input: the balances afterwards, any problem, and the request. Pure. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount, formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import type { CallRequest } from '@candor/protocol/calls.ts';
import type { Wallet } from '../../lib/wallet-value.ts';
import { finishedDecimal } from '../../ui/keypad-typing.ts';

export const accounts = ['spot', 'contract', 'option'] as const;
export type Account = (typeof accounts)[number];

/** As chosen and typed. The values are strings so that they can be stored. */
export type TransferDraft = {
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
};

export type Ends = { readonly from: Account; readonly to: Account };

export type TransferView = Ends & {
  /** The amount that can be moved. */
  readonly available: Amount;
  /** The available balance on each side, now and afterwards; both are equal while nothing is typed. */
  readonly after: { readonly from: Amount; readonly to: Amount };
  readonly there: Amount;
  readonly problem: 'amount_missing' | 'nothing_there' | 'too_much' | undefined;
  readonly request: CallRequest<'POST wallet/transfer'> | undefined;
};

function accountOf(text: string): Account | undefined {
  return accounts.find((account) => account === text);
}

/** The two accounts, always different: a stored draft may be outdated or name one account twice. */
export function endsOf(draft: Pick<TransferDraft, 'from' | 'to'>): Ends {
  const from = accountOf(draft.from) ?? 'spot';
  const to = accountOf(draft.to);
  if (to !== undefined && to !== from) return { from, to };
  return { from, to: from === 'contract' ? 'spot' : 'contract' };
}

/** The accounts after one side was chosen. If both would be the same, the other side takes the previous choice. */
export function withEnd(ends: Ends, side: 'from' | 'to', account: Account): Ends {
  const other = side === 'from' ? 'to' : 'from';
  const next = { ...ends, [side]: account };
  return next.from === next.to ? { ...next, [other]: ends[side] } : next;
}

/** Evaluates the form against a wallet; a missing wallet is empty. */
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

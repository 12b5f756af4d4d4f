/** What the transfer form says about what was typed: the balances after it, what stands in the way, and the request. Pure. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { amount, formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import type { CallRequest } from '@candor/protocol/calls.ts';
import type { Wallet } from '../../lib/wallet-value.ts';
import { finishedDecimal } from '../../ui/keypad-typing.ts';

export const accounts = ['spot', 'contract', 'option'] as const;
export type Account = (typeof accounts)[number];

/** As chosen and typed; texts, so that they can be kept. */
export type TransferDraft = {
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
};

export type Ends = { readonly from: Account; readonly to: Account };

export type TransferView = Ends & {
  /** What can be moved. */
  readonly available: Amount;
  /** Available on each side now and afterwards; the same while nothing is typed. */
  readonly after: { readonly from: Amount; readonly to: Amount };
  readonly there: Amount;
  readonly problem: 'amount_missing' | 'nothing_there' | 'too_much' | undefined;
  readonly request: CallRequest<'POST wallet/transfer'> | undefined;
};

function accountOf(text: string): Account | undefined {
  return accounts.find((account) => account === text);
}

/** The two accounts, always two: what is kept may be of an older form, or the same twice. */
export function endsOf(draft: Pick<TransferDraft, 'from' | 'to'>): Ends {
  const from = accountOf(draft.from) ?? 'spot';
  const to = accountOf(draft.to);
  if (to !== undefined && to !== from) return { from, to };
  return { from, to: from === 'contract' ? 'spot' : 'contract' };
}

/** After one side was chosen; where both would be the same, the other takes the place that was left. */
export function withEnd(ends: Ends, side: 'from' | 'to', account: Account): Ends {
  const other = side === 'from' ? 'to' : 'from';
  const next = { ...ends, [side]: account };
  return next.from === next.to ? { ...next, [other]: ends[side] } : next;
}

/** Reads the form against a wallet; one that does not exist yet has nothing in it. */
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

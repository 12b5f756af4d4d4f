/**
 * A journal as shown to its customer: the changes to their accounts and, on request, all postings on both sides. The stake of an
 * open option is held in the house's escrow but still belongs to the customer, so wallets show it as frozen. Records do the same,
 * so that all changes add up to the wallets.
 */
import type { CustomerAccount } from '@candor/domain/ledger/account.ts';
import { isHouseAccount } from '@candor/domain/ledger/account.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';
import type { OwnJournal, OwnJournalWhole } from '../../ledger/own-records.ts';
import { groupOf } from '../../ledger/record-groups.ts';

type RecordsView = CallOutput<'POST wallet/detail'>;
type Change = RecordsView['items'][number]['changes'][number];
export type WalletAccount = Change['account'];

type Pocket = { readonly account: WalletAccount; readonly frozen: boolean };

const POCKETS: Readonly<Record<CustomerAccount, Pocket>> = {
  spot: { account: 'spot', frozen: false },
  spot_frozen: { account: 'spot', frozen: true },
  contract: { account: 'contract', frozen: false },
  contract_frozen: { account: 'contract', frozen: true },
  option: { account: 'option', frozen: false },
  option_frozen: { account: 'option', frozen: true },
  promo: { account: 'experience', frozen: false },
  promo_frozen: { account: 'experience', frozen: true },
  fund_principal: { account: 'fund', frozen: true },
};

export function pocketOf(account: CustomerAccount): Pocket {
  return POCKETS[account];
}

/** Returns the ledger accounts behind one part of a wallet, or behind the whole wallet. */
export function accountsOf(wallet: CallInput<'POST wallet/detail'>['account']): CustomerAccount[] {
  const all = Object.keys(POCKETS) as CustomerAccount[];
  return wallet === undefined ? all : all.filter((account) => POCKETS[account].account === wallet);
}

/** Returns a journal's changes to the customer's own accounts, one per account and currency. Zero changes are omitted. */
export function changesOf({ kind, postings, stake }: OwnJournal): Change[] {
  const changes = new Map<string, { pocket: Pocket; currency: string; amount: Amount }>();
  const add = (account: CustomerAccount, currency: string, gained: Amount): void => {
    const key = `${account} ${currency}`;
    const before = changes.get(key)?.amount ?? 0n;
    changes.set(key, { pocket: POCKETS[account], currency, amount: before + gained });
  };
  for (const { account, currency, amount } of postings) {
    if (!isHouseAccount(account)) add(account, currency, amount);
  }
  if (stake !== undefined) {
    const account = stake.source === 'option' ? 'option_frozen' : 'promo_frozen';
    add(account, stake.currency, kind === 'option_stake' ? stake.amount : -stake.amount);
  }
  return [...changes.values()]
    .filter(({ amount }) => amount !== 0n)
    .map(({ pocket, currency, amount }) => ({ ...pocket, currency, amount: formatAmount(amount) }));
}

function headView({ seq, kind, ref, timeMs }: OwnJournal) {
  return { seq: Number(seq), kind, group: groupOf(kind), ref, time: Math.floor(timeMs / 1000) };
}

/** Builds a page of records. The search continues at `next`, although there may be no further match. */
export function recordsView(journals: readonly OwnJournal[], next: bigint | undefined): RecordsView {
  return {
    items: journals.map((journal) => ({ ...headView(journal), changes: changesOf(journal) })),
    next: next === undefined ? null : next.toString(),
  };
}

/** A journal with all its postings, including the house's. */
export function journalView(journal: OwnJournalWhole): CallOutput<'GET wallet/journal'> {
  return {
    ...headView(journal),
    postings: journal.postings.map(({ account, currency, amount }) => ({
      account,
      own: !isHouseAccount(account),
      currency,
      amount: formatAmount(amount),
    })),
    symbol: journal.symbol,
    reason: journal.reason,
  };
}

/**
 * Writes the ledger as plain-text accounting, in the format of hledger and similar programs, so that anybody can add it up with
 * independent software. A journal is a transaction. An account has a name such as "customer:100001:spot" or "house:fees". A
 * positive amount increases the account's balance. Assertions of every balance follow at the end. Every name is declared, so that
 * a strict check passes.
 *
 * Amounts are exact: a commodity has eight decimals, and nothing is rounded.
 */
import type { Account } from '@candor/domain/ledger/account.ts';
import { isHouseAccount } from '@candor/domain/ledger/account.ts';
import type { Posting } from '@candor/domain/ledger/journal.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';

export type TextJournal = {
  readonly book: bigint;
  readonly seq: bigint;
  readonly kind: string;
  readonly ref: string;
  /** In milliseconds of the market clock. */
  readonly timeMs: number;
  readonly postings: readonly Posting[];
};

export type TextBalance = {
  readonly book: bigint;
  readonly account: Account;
  readonly currency: string;
  readonly amount: Amount;
};

/** These kinds of transaction exist only in the text, not in the ledger. */
const BALANCES = 'balances';
const BROUGHT_FORWARD = 'brought_forward';

const TAGS = ['book', 'seq', 'ref', 'time'] as const;

/** Returns a title, notes, and declarations of all names used. */
export function textHeader(names: {
  readonly title: readonly string[];
  readonly accounts: readonly Pick<TextBalance, 'book' | 'account'>[];
  readonly currencies: readonly string[];
  readonly kinds: readonly string[];
}): string {
  const accounts = names.accounts.map(({ book, account }) => accountName(book, account));
  const declared = (word: string, all: readonly string[]): string[] =>
    [...new Set(all)].toSorted().map((name) => `${word} ${name}`);
  return lines([
    ...names.title.map((line) => `; ${line}`),
    ...['', 'decimal-mark .', ''],
    ...declared(
      'commodity',
      names.currencies.map((currency) => `1000.00000000 ${commodity(currency)}`),
    ),
    '',
    ...declared('account', accounts),
    '',
    ...declared('payee', [...names.kinds, BALANCES, BROUGHT_FORWARD]),
    '',
    ...declared('tag', TAGS),
  ]);
}

/** Writes a journal. The transaction's code is the journal's number in its book, its payee the kind, and its note the subject. */
export function textTransaction({ book, seq, kind, ref, timeMs, postings }: TextJournal): string {
  const time = new Date(timeMs).toISOString();
  return lines([
    '',
    `${dateOf(timeMs)} * (${book}/${seq}) ${kind} | ${plain(ref)}  ; book:${book}, seq:${seq}, ref:${plain(ref)}, time:${time}`,
    ...postings.map(
      ({ account, currency, amount }) =>
        `    ${accountName(book, account)}  ${formatAmount(amount)} ${commodity(currency)}`,
    ),
  ]);
}

/** Writes the sum of the older journals, which are not written individually. Like each of them, it sums to zero. */
export function textBroughtForward(
  brought: { readonly journals: bigint; readonly timeMs: number },
  sums: readonly TextBalance[],
): string {
  return lines([
    '',
    `${dateOf(brought.timeMs)} * ${BROUGHT_FORWARD} | ${brought.journals} older journals`,
    ...sums
      .filter(({ amount }) => amount !== 0n)
      .map(
        ({ book, account, currency, amount }) =>
          `    ${accountName(book, account)}  ${formatAmount(amount)} ${commodity(currency)}`,
      ),
  ]);
}

/** Asserts every balance as stored in the ledger. A reader that computes a different sum reports an error. */
export function textBalances(timeMs: number, balances: readonly TextBalance[]): string {
  if (balances.length === 0) return '';
  return lines([
    '',
    `${dateOf(timeMs)} * ${BALANCES} | as the ledger keeps them`,
    ...balances.map(
      ({ book, account, currency, amount }) =>
        `    ${accountName(book, account)}  0 ${commodity(currency)} = ${formatAmount(amount)} ${commodity(currency)}`,
    ),
  ]);
}

/** Returns a name such as "house:fees" or "customer:100001:spot". */
function accountName(book: bigint, account: Account): string {
  return isHouseAccount(account) ? `house:${account}` : `customer:${book}:${account}`;
}

/** A currency with characters other than letters must be quoted. */
function commodity(currency: string): string {
  return /^[A-Za-z]+$/.test(currency) ? currency : `"${currency}"`;
}

/** Checks that a ref consists of letters, digits and a few other characters. Any others could end a comment's tag or the line. */
function plain(ref: string): string {
  if (!/^[\w:./-]+$/.test(ref))
    throw new Error(`expected a ref of letters, digits and _ : . / - only, found ${JSON.stringify(ref)}`);
  return ref;
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}

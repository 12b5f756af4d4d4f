/** Decides, under the lock of the book, whether an account is permanently closed. Pure. */
import { journal } from '@candor/domain/ledger/journal.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { command, put } from '../../commands/command.ts';
import type { Decision, Facts } from '../../commands/command.ts';
import type { RowTable } from '../../commands/table.ts';
import { accountStandings, standingNeed, standingOf } from '../../identity/account-standing.ts';
import { activeCredit, activeCreditNeed, changeCredit } from '../../identity/experience-credit.ts';
import { noticeNow } from '../../identity/mail/notices.ts';
import { givenBack } from '../../ledger/play-money.ts';

export type Closing = {
  /** Wall clock, because closing doesn't depend on the market. */
  readonly nowMs: number;
};

type Refusal = 'open_trade_blocks' | 'balance_left' | 'account_frozen' | 'account_locked' | 'session_ended';
type Closed = Record<string, never>;

export type ClosingTerms = {
  /** The tables of all features in which an open row prevents closing. */
  readonly openTables: readonly RowTable<never>[];
  /** In a demo, play money returns to the house. Otherwise the customer must first withdraw all real money. */
  readonly mode: 'demo' | 'live';
};

export function closeAccount(terms: ClosingTerms) {
  return command({
    name: 'account.close',
    gather: (_: Closing) => ({
      allBalances: true,
      open: [activeCreditNeed],
      openCounts: terms.openTables,
      rows: [standingNeed],
    }),
    decide: (closing: Closing, facts: Facts) => decideClosing({ ...terms, ...closing }, facts),
  });
}

export function decideClosing(
  { openTables, mode, nowMs }: ClosingTerms & Closing,
  facts: Facts,
): Decision<Closed, Refusal> {
  const standing = standingOf(facts);
  if (standing === undefined)
    throw new Error(`expected book ${facts.book} to belong to a customer, found no standing`);
  if (standing.status === 'closed') return refuse('session_ended');
  if (standing.status !== 'active')
    return refuse(standing.status === 'frozen' ? 'account_frozen' : 'account_locked');
  if (openTables.some((table) => facts.openCount(table) > 0)) return refuse('open_trade_blocks');
  const held = facts.balances();
  // Experience credit was never the customer's money, and returns to the house account that granted it.
  if (mode === 'live' && held.some(({ account }) => account !== 'promo')) return refuse('balance_left');
  const credit = activeCredit(facts);
  const returned =
    credit === undefined ? undefined : changeCredit(credit, { status: 'returned', endedMs: facts.nowMs });
  return ok({
    answer: {},
    journals: held.length === 0 ? [] : [journal('account_close', `customer:${facts.book}`, givenBack(held))],
    puts: [
      put(accountStandings, { ...standing, status: 'closed' as const, closedMs: nowMs }),
      ...(returned?.puts ?? []),
    ],
    armings: returned?.armings ?? [],
    appends: [noticeNow(facts, 'account_closed')],
  });
}

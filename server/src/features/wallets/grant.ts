/** Grants play money to new demo customers and to those who start over. */
import { journal } from '@candor/domain/ledger/journal.ts';
import type { Posting } from '@candor/domain/ledger/journal.ts';
import { isHouseAccount } from '@candor/domain/ledger/account.ts';
import type { CustomerAccount } from '@candor/domain/ledger/account.ts';
import { amount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { command } from '../../commands/command.ts';
import type { Decision, Effects, Facts } from '../../commands/command.ts';
import { standingNeed, standingOf } from '../../identity/account-standing.ts';
import { activeCreditNeed, grantCredit } from '../../identity/experience-credit.ts';
import { counted, ownLimitsNeed } from '../../identity/own-limits.ts';
import { givenBack } from '../../ledger/play-money.ts';
import type { StartOverPart } from '../../platform/feature.ts';

const GRANT_USDT = amount('100000');
const GRANT_EXPERIENCE_USDT = amount('100');

type Empty = Record<string, never>;

export const grantDemo = command({
  name: 'demo.grant',
  gather: (_: Empty) => ({
    balances: [
      ['spot', 'USDT'],
      ['promo', 'USDT'],
    ],
    house: [
      ['equity', 'USDT'],
      ['promotions', 'USDT'],
    ],
    open: [activeCreditNeed],
  }),
  decide: (_: Empty, facts: Facts): Decision<Empty, never> => {
    fund(facts);
    return ok({
      answer: {},
      ...grantCredit(facts, { amount: GRANT_EXPERIENCE_USDT, journalSeq: facts.journalSeq }),
      journals: [
        journal('demo_grant', `customer:${facts.book}`, [
          { account: 'equity', currency: 'USDT', amount: -GRANT_USDT },
          { account: 'spot', currency: 'USDT', amount: GRANT_USDT },
          { account: 'promotions', currency: 'USDT', amount: -GRANT_EXPERIENCE_USDT },
          { account: 'promo', currency: 'USDT', amount: GRANT_EXPERIENCE_USDT },
        ]),
      ],
    });
  },
});

/** Throws if the demo house has too little play money, because its capital is then misconfigured. */
function fund(facts: Facts): void {
  if (
    !facts.houseHas('equity', 'USDT', GRANT_USDT) ||
    !facts.houseHas('promotions', 'USDT', GRANT_EXPERIENCE_USDT)
  ) {
    throw new Error('expected the demo house to hold enough play money, found less');
  }
}

/**
 * Closes everything that is open, returns all money to the house, and grants play money again. All of it is done by journals, and
 * the history is kept.
 */
export function startOver(parts: readonly StartOverPart[], coins: readonly string[]) {
  return command({
    name: 'demo.start_over',
    gather: (_: Empty) => ({
      allBalances: true,
      balances: [
        ['spot', 'USDT'],
        ['promo', 'USDT'],
      ],
      house: [
        ['equity', 'USDT'],
        ['promotions', 'USDT'],
        ...coins.map((coin) => ['inventory', coin] as const),
        ...parts.flatMap((part) => part.house ?? []),
      ],
      open: [...parts.map((part) => part.open), activeCreditNeed, ownLimitsNeed],
      rows: [standingNeed],
      counters: parts.flatMap((part) => part.counters ?? []),
    }),
    decide: (_: Empty, facts: Facts): Decision<Empty, 'session_ended'> => {
      // A closed account receives no grant, although a session that is still open may request one.
      if (standingOf(facts)?.status === 'closed') return refuse('session_ended');
      fund(facts);
      const ended = endAll(parts, facts);
      const released = ended.flatMap((effects) => effects.journals ?? []);
      const reset = resetJournal(
        facts,
        released.flatMap((entry) => entry.postings),
      );
      const credit = grantCredit(facts, {
        amount: GRANT_EXPERIENCE_USDT,
        journalSeq: facts.journalSeq + BigInt(released.length),
      });
      const written = {
        answer: {},
        journals: [...released, reset],
        puts: [...ended.flatMap((effects) => effects.puts ?? []), ...credit.puts],
        appends: ended.flatMap((effects) => effects.appends ?? []),
        armings: [...ended.flatMap((effects) => effects.armings ?? []), ...credit.armings],
        counts: ended.flatMap((effects) => effects.counts ?? []),
        events: ended.flatMap((effects) => effects.events ?? []),
      };
      return ok(
        counted(
          written,
          facts,
          parts.flatMap((part) => part.exposures ?? []),
        ),
      );
    },
  });
}

/** Closes the parts in order. The journals of a part are numbered after those of the previous parts. */
function endAll(parts: readonly StartOverPart[], facts: Facts): Omit<Effects<never>, 'answer'>[] {
  let { journalSeq } = facts;
  return parts.map((part) => {
    const effects = part.end(facts, journalSeq);
    journalSeq += BigInt(effects.journals?.length ?? 0);
    return effects;
  });
}

function resetJournal(facts: Facts, before: readonly Posting[]) {
  const held = new Map<string, { account: CustomerAccount; currency: string; amount: Amount }>();
  const add = (account: CustomerAccount, currency: string, gained: Amount) => {
    const key = `${account} ${currency}`;
    held.set(key, { account, currency, amount: (held.get(key)?.amount ?? 0n) + gained });
  };
  for (const { account, currency, amount: value } of facts.balances()) add(account, currency, value);
  for (const { account, currency, amount: value } of before) {
    if (!isHouseAccount(account)) add(account, currency, value);
  }
  add('spot', 'USDT', -GRANT_USDT);
  // Old credit is returned and new credit is granted by separate postings, because they are two different credits.
  return journal('start_over', `customer:${facts.book}`, [
    ...givenBack([...held.values()]),
    { account: 'promotions', currency: 'USDT', amount: -GRANT_EXPERIENCE_USDT },
    { account: 'promo', currency: 'USDT', amount: GRANT_EXPERIENCE_USDT },
  ]);
}

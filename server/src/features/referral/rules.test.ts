/** Shares of fund income, one case per row: the amount, its source in fees, and the reason if it is zero. */
import { expect, test } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { Facts, Head } from '../../commands/command.ts';
import { gates } from '../../identity/gates.ts';
import { openGate } from '../../identity/testing/gate.ts';
import { referralBases } from './basis.ts';
import type { ChainLink } from './chain.ts';
import { decidePaying, sharesOf } from './rules.ts';
import { referralTold, rewards } from './tables.ts';
import type { ReferralTold, RewardRow } from './tables.ts';
import { unshared } from '../../commands/testing/unshared.ts';

const SOURCE = 100_009n;
const TODAY = 20_000;
const rates = ['0.05', '0.03', '0.01'].map(amount);
const HEAD = { seq: 77n, timeMs: 5_000 } as Head;

function factsOf({
  fees = '1000',
  row,
  isClosed = false,
  told,
  feesPaid = '1000',
  given = '0',
}: {
  feesPaid?: string;
  given?: string;
  fees?: string;
  row?: RewardRow;
  isClosed?: boolean;
  told?: ReferralTold;
} = {}): Facts {
  let ids = 40n;
  return {
    book: row?.book ?? SOURCE,
    nowMs: 6_000,
    wallMs: TODAY * 86_400_000,
    cancelOnly: false,
    stops: [],
    journalSeq: 9n,
    balance: () => 0n,
    balances: () => [],
    houseHas: (account, _, needed) => account === 'fees' && needed <= amount(fees),
    ...unshared,
    row: (table) =>
      ((table as unknown) === gates
        ? { ...openGate, status: isClosed ? 'closed' : 'active' }
        : (table as unknown) === referralTold
          ? told
          : (table as unknown) === referralBases
            ? { id: 0n, fees: amount(feesPaid), given: amount(given) }
            : row) as never,
    openRows: () => [],
    openCount: () => 0,
    counter: () => 0n,
    head: () => HEAD,
    newId: () => (ids += 1n),
  };
}

const link = (level: number, shortfall: ChainLink['shortfall'] = null): ChainLink => ({
  level,
  book: 100_000n + BigInt(level),
  shortfall,
});

/** Renders shares as "1: 5 due", one line per share, followed by the journal's postings. */
function shared(
  chain: readonly ChainLink[],
  income: string,
  {
    fees,
    feesPaid,
    given,
    open = true,
  }: { fees?: string; feesPaid?: string; given?: string; open?: boolean } = {},
): string[] {
  const effects = sharesOf(
    { chain, orderId: 3n, number: 2, income: amount(income) },
    { open, rates },
    factsOf({
      ...(fees === undefined ? {} : { fees }),
      ...(feesPaid === undefined ? {} : { feesPaid }),
      ...(given === undefined ? {} : { given }),
    }),
  );
  const rows = (effects.appends ?? []).map(({ row }) => row as RewardRow);
  expect(effects.armings?.map((arming) => [arming.book, arming.row, arming.armedSeq])).toEqual(
    open ? rows.filter((row) => row.status === 'due').map((row) => [row.book, row.id, 77n]) : undefined,
  );
  for (const row of rows) expect([row.source, row.orderId, row.number]).toEqual([SOURCE, 3n, 2]);
  return [
    ...rows.map((row) => `${row.level}: ${formatAmount(row.amount)} ${row.shortfall ?? row.status}`),
    ...(effects.journals ?? []).map(
      ({ kind, ref, postings }) =>
        `${kind} ${ref}: ${postings.map((one) => `${one.account} ${formatAmount(one.amount)}`).join(', ')}`,
    ),
  ];
}

const three = [link(1), link(2), link(3)];

test.each([
  [
    'three unrelated inviters',
    shared(three, '100'),
    ['1: 5 due', '2: 3 due', '3: 1 due', 'referral_reserve fund_payment:3:2: fees -9, referral 9'],
  ],
  ['a customer without inviters', shared([], '100'), []],
  ['referral switched off', shared(three, '100', { open: false }), []],
  [
    'shares that are rounded down',
    shared(three, '0.00000199'),
    ['1: 0.00000009 due', '2: 0.00000005 due', '3: 0.00000001 due'].concat(
      'referral_reserve fund_payment:3:2: fees -0.00000015, referral 0.00000015',
    ),
  ],
  ['shares below one unit', shared(three, '0.00000019'), []],
  [
    'three inviters who are one person',
    shared([link(1, 'linked'), link(2, 'linked'), link(3, 'linked')], '100'),
    ['1: 0 linked', '2: 0 linked', '3: 0 linked'],
  ],
  [
    'fees that cover the first and third share, but not the second',
    shared(three, '100', { fees: '6.5' }),
    ['1: 5 due', '2: 0 fees_short', '3: 1 due', 'referral_reserve fund_payment:3:2: fees -6, referral 6'],
  ],
  [
    'shares of exactly half of the friend’s fees',
    shared(three, '100', { feesPaid: '18' }),
    ['1: 5 due', '2: 3 due', '3: 1 due', 'referral_reserve fund_payment:3:2: fees -9, referral 9'],
  ],
  [
    'fees a unit too small',
    shared(three, '100', { feesPaid: '17.99999999' }),
    ['1: 5 due', '2: 3 due', '3: 0 fees_short', 'referral_reserve fund_payment:3:2: fees -8, referral 8'],
  ],
  [
    'fees of which a part was already shared',
    shared(three, '100', { feesPaid: '20', given: '7' }),
    [
      '1: 0 fees_short',
      '2: 3 due',
      '3: 0 fees_short',
      'referral_reserve fund_payment:3:2: fees -3, referral 3',
    ],
  ],
  [
    'a friend without fees, whatever others paid',
    shared(three, '100', { feesPaid: '0', fees: '100000' }),
    ['1: 0 fees_short', '2: 0 fees_short', '3: 0 fees_short'],
  ],
  [
    'a house without fees',
    shared(three, '100', { fees: '0' }),
    ['1: 0 fees_short', '2: 0 fees_short', '3: 0 fees_short'],
  ],
  [
    'an unverified inviter between two others',
    shared([link(1), link(2, 'not_verified'), link(3)], '20'),
    [
      '1: 1 due',
      '2: 0 not_verified',
      '3: 0.2 due',
      'referral_reserve fund_payment:3:2: fees -1.2, referral 1.2',
    ],
  ],
])('sets shares aside or records why they are zero: %s', (_, lines, expected) =>
  expect(lines).toEqual(expected),
);

const due: RewardRow = {
  ...{ book: 100_001n, id: 41n, source: SOURCE, orderId: 3n, number: 1, level: 1 },
  ...{ base: amount('100'), rate: amount('0.05'), amount: amount('5'), shortfall: null, status: 'due' },
  ...{ version: 1, armedSeq: 77n, timeMs: 4_000, paidMs: null, journalSeq: null },
};

/** Renders whether the firing was accepted, the journal and the next state of the row. */
function payingOut(row: RewardRow, { version = 1, isClosed = false } = {}): string[] {
  const decided = decidePaying({ id: row.id, version }, factsOf({ row, isClosed }));
  if (!decided.ok) throw new Error('expected a firing to be accepted, found a refusal');
  const { answer, journals = [], puts = [] } = decided.value;
  return [
    `fired ${answer.fired}`,
    ...journals.map(
      ({ kind, postings }) =>
        `${kind}: ${postings.map((one) => `${one.account} ${formatAmount(one.amount)}`).join(', ')}`,
    ),
    ...puts
      .filter(({ table }) => (table as unknown) === rewards)
      .map(({ row: next }) => {
        const { status, shortfall, paidMs, journalSeq, version: at } = next as RewardRow;
        return `${status} ${shortfall} at ${paidMs} by ${journalSeq}, version ${at}`;
      }),
  ];
}

test.each([
  [
    'due',
    payingOut(due),
    ['fired true', 'referral_pay: referral -5, spot 5', 'paid null at 6000 by 9, version 2'],
  ],
  [
    'for a customer who closed the account',
    payingOut(due, { isClosed: true }),
    ['fired true', 'referral_return: referral -5, fees 5', 'none restricted at 6000 by 9, version 2'],
  ],
  ['already paid', payingOut({ ...due, status: 'paid' }), ['fired false']],
  ['of a different version', payingOut(due, { version: 2 }), ['fired false']],
])('pays, returns or skips a share that is %s', (_, lines, expected) => expect(lines).toEqual(expected));

const toldOn = (day: number, untold: string): ReferralTold => ({
  ...{ book: 100_001n, id: 0n, day, untold: amount(untold) },
});

/** Renders the announcement of a share of 5, and the amount left for a later announcement. */
function toldOf(told: ReferralTold | undefined): string[] {
  const decided = decidePaying(
    { id: due.id, version: 1 },
    factsOf({ row: due, ...(told === undefined ? {} : { told }) }),
  );
  if (!decided.ok) throw new Error('expected a firing to be accepted, found a refusal');
  const { puts = [], appends = [] } = decided.value;
  const kept = puts.filter(({ table }) => (table as unknown) === referralTold);
  return [
    ...appends.map(({ row }) => {
      const { kind, params } = row as { kind: string; params: Record<string, string> };
      return `${kind} ${params['amount']} ${params['currency']}`;
    }),
    ...kept.map(({ row }) => {
      const { day, untold } = row as ReferralTold;
      return `day ${day}, ${formatAmount(untold)} untold`;
    }),
  ];
}

test.each([
  ['the first share ever', toldOf(undefined), ['referral_earned 5 USDT', 'day 20000, 0 untold']],
  ['the second share of a day', toldOf(toldOn(TODAY, '0')), ['day 20000, 5 untold']],
  ['the third share of a day', toldOf(toldOn(TODAY, '5')), ['day 20000, 10 untold']],
  [
    'the first share of the next day',
    toldOf(toldOn(TODAY - 1, '10')),
    ['referral_earned 15 USDT', 'day 20000, 0 untold'],
  ],
])('announces a share with all earlier unannounced ones, at most once a day: %s', (_, lines, expected) =>
  expect(lines).toEqual(expected),
);

test('announces nothing to a customer who closed the account', () => {
  const decided = decidePaying({ id: due.id, version: 1 }, factsOf({ row: due, isClosed: true }));
  if (!decided.ok) throw new Error('expected a firing to be accepted, found a refusal');
  expect([decided.value.appends, decided.value.puts?.length]).toEqual([[], 1]);
});

/** The journals of a ticket. */
import { expect, it } from 'vitest';
import type { TicketBundle } from './bundle.ts';
import { readBundle, verifyBundle } from './bundle.ts';
import { SYMBOL, madeCheckpoints, madeEntries, signer } from './testing/made-tape.ts';
import type { Ticket } from './ticket.ts';

const key = signer();
const START_MS = 1_700_000_000_000;

type Shape = { readonly status: 'won' | 'lost' | 'tied'; readonly exit: string; readonly pnl: string };
const shapes: readonly Shape[] = [
  { status: 'won', exit: '101', pnl: '80' },
  { status: 'lost', exit: '99', pnl: '-100' },
  { status: 'tied', exit: '100', pnl: '0' },
];

const posting = (account: string, amount: string) => ({ account, currency: 'USDT', amount });
const ends = {
  won: ['option_win', [posting('option_escrow', '-180'), posting('option', '180')]],
  lost: ['option_loss', [posting('option_escrow', '-180'), posting('trading', '180')]],
  tied: [
    'option_return',
    [posting('option_escrow', '-180'), posting('option', '100'), posting('trading', '80')],
  ],
} as const;

function bundleOf({ status, exit, pnl }: Shape): TicketBundle {
  const entries = madeEntries(
    Array.from({ length: 40 }, (_, at) => ({ time_ms: START_MS + at * 1000, last: at < 5 ? '100' : exit })),
  );
  const accepted = entries[1]!;
  const created = Math.floor(accepted.time_ms / 1000);
  const settle = entries.findLast(({ time_ms }) => time_ms <= (created + 30) * 1000)!;
  const ticket: Ticket = {
    ...{
      symbol: SYMBOL,
      side: 'up',
      seconds: 30,
      stake: '100',
      payout_ratio: '0.8',
      profit: '80',
      status,
      pnl,
    },
    ...{ reason: null, accepted_seq: accepted.seq, accepted_ms: accepted.time_ms, created_at: created },
    ...{ strike: '100', strike_seq: accepted.seq + 1, strike_at_ms: entries[2]!.time_ms },
    ...{ settle: exit, settle_seq: settle.seq, expires_at: created + 30 },
  };
  const [kind, postings] = ends[status];
  const stake = [posting('option', '-100'), posting('trading', '-80'), posting('option_escrow', '180')];
  return {
    ...{ candor: 2, kind: 'ticket', ticket, entries, public_key: key.publicKey },
    checkpoints: madeCheckpoints(entries, [1, 40], { key }),
    journals: [
      { kind: 'option_stake', postings: stake },
      { kind, postings },
    ],
  };
}

/** Returns a bundle as read from a file in which one text was replaced. */
function changed(bundle: TicketBundle, from: string, to: string): TicketBundle {
  const text = JSON.stringify(bundle.journals);
  expect(text).toContain(from);
  const journals: unknown = JSON.parse(text.replace(from, to));
  return readBundle(JSON.parse(JSON.stringify({ ...bundle, journals }))) as TicketBundle;
}

it.each(shapes)('accepts the unchanged journals of a ticket with the status $status', (shape) => {
  expect(verifyBundle(bundleOf(shape))).toMatchObject({ state: 'proved', findings: [] });
});

const everyAmount = shapes.flatMap((shape) =>
  (bundleOf(shape).journals as { postings: { amount: string }[] }[]).flatMap(({ postings }, journal) =>
    postings.map((_, line) => [shape.status, journal, line] as const),
  ),
);

it.each(everyAmount)(
  'rejects the journals of a ticket with the status %s if one unit is added in journal %i, posting %i',
  (status, journal, line) => {
    const bundle = bundleOf(shapes.find((shape) => shape.status === status)!);
    const journals = structuredClone(bundle.journals) as { postings: { amount: string }[] }[];
    const one = journals[journal]!.postings[line]!;
    one.amount = one.amount.startsWith('-') ? `${one.amount}.00000001` : `${one.amount}.00000001`;
    expect(verifyBundle({ ...bundle, journals })).toMatchObject({ state: 'contradicted' });
  },
);

const lies: [what: string, from: string, to: string][] = [
  ['a different outcome', 'option_win', 'option_loss'],
  [
    'a different account',
    '"account":"option","currency":"USDT","amount":"180"',
    '"account":"trading","currency":"USDT","amount":"180"',
  ],
  ['a different currency', '"currency":"USDT","amount":"180"', '"currency":"EUR","amount":"180"'],
  ['an invalid number', '"amount":"180"', '"amount":"180.0"'],
  ['missing postings', '"postings":[', '"posting":['],
];

it.each(lies)('rejects journals with %s', (_, from, to) => {
  expect(verifyBundle(changed(bundleOf(shapes[0]!), from, to)).state).toBe('contradicted');
});

it('rejects a missing, extra or invalid journal', () => {
  const bundle = bundleOf(shapes[0]!);
  const [stake, win] = bundle.journals as [unknown, unknown];
  for (const journals of [[], [stake], [win], [stake, win, win], [win, stake], 'none', [null]]) {
    expect([journals, verifyBundle({ ...bundle, journals }).state]).toEqual([journals, 'contradicted']);
  }
});

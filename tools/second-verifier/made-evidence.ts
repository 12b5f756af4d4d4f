/** Evidence of tickets and fills on random tapes with silences, halts and rejected quotes, made without a server. */
import { rederiveTicket } from '@candor/verifier/ticket.ts';
import type { TapeEntry } from '@candor/verifier/chain.ts';
import type { Ticket } from '@candor/verifier/ticket.ts';
import { randomFrom } from '../../verifier/src/testing/edits.ts';
import { madeCheckpoints, madeEntries, rechained, signer } from '../../verifier/src/testing/made-tape.ts';
import type { Tick } from '../../verifier/src/testing/made-tape.ts';
import type { Evidence } from './every-trade.ts';

const HOUR_MS = 3_600_000;
const START_MS = 1_700_006_400_123;
const SECONDS = 30;
const key = signer();
type Random = ReturnType<typeof randomFrom>;

function oneOf<One>(list: readonly One[], at: number): One {
  const found = list[at];
  if (found === undefined) throw new Error(`expected an element ${at}, found none`);
  return found;
}

function ticksOf(random: Random): Tick[] {
  let timeMs = START_MS;
  return Array.from({ length: 80 }, (_, at): Tick => {
    timeMs += random(25) === 0 ? 2990 + random(30) : 200 + random(800);
    const last = String(64_250 + random(3));
    if (at === 0 || random(25) > 0) return { time_ms: timeMs, last };
    const cause = [undefined, { reason: 'feed_ended' }, { reason: 'jump', refused: 'ab'.repeat(32) }][
      random(3)
    ];
    return { time_ms: timeMs, gap: true, ...(cause && { cause }) };
  });
}

/** A ticket with the outcome that the rules give it, or undefined if the tape is too short. */
function ticketOn(random: Random): Evidence | undefined {
  const entries = madeEntries(ticksOf(random));
  const accepted = oneOf(entries, 1 + random(15));
  if (accepted.kind === 'reject') return undefined;
  const acceptedMs = accepted.time_ms + random(1500);
  const created = Math.floor(acceptedMs / 1000);
  const open = {
    ...{ symbol: 'BTC/USDT', side: random(2) === 0 ? 'up' : 'down', seconds: SECONDS, stake: '12.5' },
    ...{ payout_ratio: '0.8', profit: '10', status: 'won', reason: null, accepted_seq: accepted.seq },
    ...{
      accepted_ms: acceptedMs,
      struck_from_ms: acceptedMs,
      strike: null,
      strike_seq: 0,
      strike_at_ms: null,
    },
    ...{ settle: null, settle_seq: null, created_at: created, expires_at: created + SECONDS, pnl: '0' },
  } as Ticket;
  const { derived } = rederiveTicket(open, entries);
  if (derived === undefined) return undefined;
  const { status, reason, strike, settle, pnl } = derived;
  const ticket = {
    ...{
      ...open,
      status,
      reason,
      pnl,
      strike: strike.last,
      strike_seq: strike.seq,
      strike_at_ms: strike.time_ms,
    },
    ...{ settle: settle?.last ?? null, settle_seq: settle?.seq ?? null },
  };
  const checkpoints = madeCheckpoints(entries, [1, entries.length], { key });
  const file = { candor: 2, kind: 'ticket', ticket, entries, checkpoints, public_key: key.publicKey };
  return { kind: `option ${reason ?? status}`, body: JSON.stringify(file) };
}

/** The same ticket on a tape whose accepted entry is a rejected quote, chained and signed again. */
export function madeTicketAtReject(body: string): string {
  const file = JSON.parse(body) as { ticket: Ticket; entries: TapeEntry[] };
  const reject = {
    gap: true,
    kind: 'reject',
    reason: 'jump',
    refused: 'ab'.repeat(32),
    refused_count: 1,
  } as const;
  const entries = rechained(
    file.entries.map((entry, at) => {
      const { bid, ask, last, feed_time_ms } = file.entries[at - 1] ?? entry;
      return entry.seq === file.ticket.accepted_seq
        ? { ...entry, bid, ask, last, feed_time_ms, volume: '0', ...reject }
        : entry;
    }),
  );
  return JSON.stringify({
    ...file,
    entries,
    checkpoints: madeCheckpoints(entries, [1, entries.length], { key }),
  });
}

/** A spot market order that a fresh entry fills, or that waits for the next quote. */
function spotOn(random: Random): Evidence | undefined {
  const entries = madeEntries(ticksOf(random));
  const accepted = oneOf(entries, 1 + random(40));
  const acceptedMs = accepted.time_ms + random(1500);
  const isFresh =
    accepted.gap !== true && acceptedMs - Math.min(accepted.time_ms, accepted.feed_time_ms) <= 1000;
  const filled = isFresh
    ? accepted
    : entries.find(
        (entry) =>
          entry.seq > accepted.seq &&
          entry.gap !== true &&
          Math.min(entry.time_ms, entry.feed_time_ms) >= acceptedMs,
      );
  if (filled === undefined) return undefined;
  const side = random(2) === 0 ? 'buy' : 'sell';
  const price = side === 'buy' ? filled.ask : filled.bid;
  // Ten units at a price with two decimal places: the value is exact, and the fee has one more decimal place.
  const cents = BigInt(price.replace('.', '')) * 10n;
  const decimal = (units: bigint, places: number): string => {
    const digits = units.toString().padStart(places + 1, '0');
    return `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '');
  };
  const fill = {
    ...{ kind: 'spot', symbol: 'BTC/USDT', side, quantity: '10', price, tape_seq: filled.seq },
    ...{ value: decimal(cents, 2), fee: decimal(cents, 5), fee_rate: '0.001' },
    ...{ accepted_ms: acceptedMs, accepted_seq: accepted.seq, fill_age_ms: 1000 },
  };
  const checkpoints = madeCheckpoints(entries, [1, entries.length], { key });
  const file = { candor: 2, kind: 'fill', fill, entries, checkpoints, public_key: key.publicKey };
  return { kind: `spot ${side} ${isFresh ? 'fresh' : 'waited'}`, body: JSON.stringify(file) };
}

/** The second half of a long in yen, closed after a midnight: the example of `verifier/src/rates.test.ts`. */
function yenClosing(): Evidence {
  const midnight = 1_700_006_400_000;
  const startMs = midnight - 10 * HOUR_MS;
  const rates = rechained(
    Array.from({ length: 20 }, (_, at) => {
      const last = `0.0066${String(at + 10)}`.replace(/0+$/, '');
      const times = { time_ms: startMs + at * HOUR_MS, feed_time_ms: startMs + at * HOUR_MS };
      return { seq: at + 1, ...times, bid: last, ask: last, last, volume: '0', gap: false };
    }),
    'JPY/USDT',
  );
  const ticks = Array.from({ length: 200 }, (_, at) => ({ time_ms: startMs + at * 300_000, last: '150' }));
  const tape = madeEntries(ticks, 'USD/JPY');
  const stretch = (symbol: string, first: number, last: number) => {
    const all = symbol === 'USD/JPY' ? tape : rates;
    const entries = all.filter(({ seq }) => seq >= first && seq <= last);
    return { symbol, entries, checkpoints: madeCheckpoints(all, [first, last], { key, symbol }) };
  };
  const night = {
    ...{ seq: 121, time_ms: midnight, nights: 1, quantity: '1' },
    ...{ rate: oneOf(rates, 10).last, rate_seq: 11, amount: '6.9519268' },
  };
  const fill = {
    ...{ kind: 'close', symbol: 'USD/JPY', side: 'long', quantity: '1', price: '150.01', tape_seq: 160 },
    ...{ entry_price: '150.02', entry_seq: 10, opened_ms: startMs + 9 * 300_000, opened_quantity: '2' },
    ...{ closed_before: ['1'], closed_before_seq: [100], contract_size: '100000', fee_rate: '0' },
    ...{ rate: oneOf(rates, 13).last, rate_seq: 14, pnl: '-6.623', fee: '0' },
    ...{ financing: '6.9519268', financing_rate: '0.00007', nights: [night] },
  };
  const file = {
    ...{ candor: 2, kind: 'fill', fill, public_key: key.publicKey, entries: tape.slice(157, 165) },
    beside: [stretch('JPY/USDT', 8, 16), stretch('USD/JPY', 9, 12), stretch('USD/JPY', 119, 125)],
    checkpoints: madeCheckpoints(tape, [158, 165], { key, symbol: 'USD/JPY' }),
  };
  return { kind: 'yen closing over a night', body: JSON.stringify(file) };
}

/** Evidence of each kind, generated from a seed. */
export function madeEvidence(seed: number, count: number): Evidence[] {
  const random = randomFrom(seed);
  const made = Array.from({ length: count }, () => [ticketOn(random), spotOn(random)]).flat();
  return [yenClosing(), ...made.filter((one) => one !== undefined)];
}

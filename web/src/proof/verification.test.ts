/** Verification in the browser, from a tape's answers to the steps shown to the customer. */
import { readBundle, verifyBundle } from '@candor/verifier/bundle.ts';
import type { TapeEntry } from '@candor/verifier/chain.ts';
import { madeCheckpoints, madeEntries, rechained, signer } from '@candor/verifier/testing/made-tape.ts';
import { describe, expect, test } from 'vitest';
import { toyTicket } from '../live/testing/toy-ticket.ts';
import type { KeptState } from './kept-state.ts';
import { nothingKept, withSeen } from './kept-state.ts';
import type { Subject } from './subject.ts';
import { bundleName, bundleOf } from './subject.ts';
import type { MadeTape } from './testing/made-reader.ts';
import { madeReader } from './testing/made-reader.ts';
import type { Report } from './verification.ts';
import { verify } from './verification.ts';
import { stepsOf } from './verify-steps.ts';

const startMs = 1_700_000_000_000;
const symbol = 'BTC/USDT';
const key = signer();

/**
 * Creates a tape with two entries per second. Each price is one higher than the previous price, and every twentieth entry is
 * signed.
 */
function honest(length: number, signedEvery = 20): MadeTape {
  const entries = madeEntries(
    Array.from({ length }, (_, at) => ({ time_ms: startMs + at * 500, last: String(1000 + at) })),
  );
  const seqs = entries.map(({ seq }) => seq).filter((seq) => seq % signedEvery === 0);
  return { publicKey: key.publicKey, entries, checkpoints: madeCheckpoints(entries, seqs, { key }) };
}

/** A ticket bought after entry 101, up for 30 seconds: struck at 102 and settled at 161, the last entry within its time. */
const acceptedMs = startMs + 100 * 500 + 120;
const ticket = toyTicket({
  seconds: 30,
  payout_ratio: '0.8',
  profit: '20',
  status: 'won',
  accepted_seq: 101,
  accepted_ms: acceptedMs,
  struck_from_ms: acceptedMs,
  created_at: acceptedMs / 1000 - 0.12,
  expires_at: acceptedMs / 1000 - 0.12 + 30,
  strike: '1101',
  strike_seq: 102,
  strike_at_ms: startMs + 101 * 500,
  settle: '1160',
  settle_seq: 161,
  settled_at: acceptedMs / 1000 - 0.12 + 31,
  pnl: '20',
});
const subject: Subject = { kind: 'ticket', ticket };

const run = (
  tape: MadeTape,
  given: Partial<{ kept: KeptState; waitedSeconds: number; subject: Subject; seenSeq: number }> = {},
) =>
  verify(given.subject ?? subject, {
    readerOf: () => madeReader(tape),
    kept: given.kept ?? nothingKept,
    waitedSeconds: given.waitedSeconds ?? 0,
    seenSeq: given.seenSeq,
  });
const outcomes = (report: Report, kind: Subject['kind'] = 'ticket') =>
  Object.fromEntries(stepsOf(report, kind).map(({ name, state }) => [name, state]));

describe('verification of a ticket on an honest tape', () => {
  test('confirms every step', async () => {
    const report = await run(honest(200));
    expect(report.findings).toEqual([]);
    expect(report.state).toBe('proved');
    const { kept, receipt, ...others } = outcomes(report);
    expect([kept, receipt]).toEqual(['none', 'none']);
    expect(new Set(Object.values(others))).toEqual(new Set(['held']));
    expect(report.derived.ticket?.settle?.seq).toBe(161);
    const { entries, checkpoints } = report.gathered;
    expect([entries.at(0)?.seq, entries.at(-1)?.seq]).toEqual([100, 180]);
    expect(checkpoints.map(({ seq }) => seq)).toEqual([100, 120, 140, 160, 180]);
  });

  test('confirms a ticket far back on the tape, across several pages', async () => {
    const tape = honest(4000, 1500);
    const late = { ...ticket, settle_seq: 161 };
    const report = await run(tape, { subject: { kind: 'ticket', ticket: late } });
    expect(report.state).toBe('proved');
    expect(report.gathered.entries).toHaveLength(1500);
  });

  test('gives no verdict while a recent signature is missing, and rejects the tape if it stays missing', async () => {
    const young = await run(honest(170));
    expect(young.state).toBe('undecided');
    expect(outcomes(young)).toMatchObject({ chain: 'held', signatures: 'open', outcome: 'held' });
    const old = await run(honest(170), { waitedSeconds: 60 });
    expect(old.state).toBe('contradicted');
    expect(outcomes(old)).toMatchObject({ signatures: 'failed' });
  });

  test('produces evidence that the stand-alone verifier confirms', async () => {
    const { gathered } = await run(honest(200));
    const bundle = readBundle(JSON.parse(JSON.stringify(bundleOf(subject, gathered))));
    expect(bundle).toBeDefined();
    if (bundle !== undefined) expect(verifyBundle(bundle)).toMatchObject({ state: 'proved', findings: [] });
    expect(bundleName(subject)).toBe('candor-BTC-USDT-ticket-7.json');
  });
});

describe('verification of a manipulated tape', () => {
  const edited = (tape: MadeTape, seq: number, change: Partial<TapeEntry>): TapeEntry[] =>
    tape.entries.map((entry) => (entry.seq === seq ? { ...entry, ...change } : entry));

  test('reports a changed price at its entry, and skips the later steps', async () => {
    const tape = honest(200);
    const report = await run({ ...tape, entries: edited(tape, 150, { last: '1' }) });
    expect(report.state).toBe('contradicted');
    expect(report.findings[0]).toMatchObject({ code: 'hash_differs', seq: 150 });
    expect(outcomes(report)).toMatchObject({ chain: 'failed', strike: 'skipped', kept: 'none' });
  });

  test('rejects a rebuilt chain at the first signature after the change', async () => {
    const tape = honest(200);
    const report = await run({ ...tape, entries: rechained(edited(tape, 150, { last: '1' })) });
    expect(report.findings[0]).toMatchObject({ code: 'checkpoint_hash_differs', seq: 160 });
    expect(outcomes(report)).toMatchObject({ chain: 'held', signatures: 'failed' });
  });

  test("rejects a rebuilt and re-signed chain at the device's stored checkpoints", async () => {
    const tape = honest(200);
    const kept = withSeen(
      nothingKept,
      { symbol, publicKey: key.publicKey, checkpoints: tape.checkpoints.filter(({ seq }) => seq >= 180) },
      startMs / 1000,
    );
    const entries = rechained(edited(tape, 50, { last: '1' }));
    const seqs = tape.checkpoints.map(({ seq }) => seq);
    const report = await run(
      { ...tape, entries, checkpoints: madeCheckpoints(entries, seqs, { key }) },
      { kept },
    );
    expect(report.state).toBe('contradicted');
    expect(report.findings.map(({ code, seq }) => [code, seq])).toEqual([
      ['kept_hash_differs', 180],
      ['kept_hash_differs', 200],
    ]);
    expect(outcomes(report)).toMatchObject({ chain: 'held', signatures: 'held', kept: 'failed' });
  });

  test('rejects a rebuilt chain whose signatures were removed', async () => {
    const tape = honest(200);
    const kept = withSeen(nothingKept, { symbol, ...tape }, startMs / 1000);
    const report = await run(
      { ...tape, entries: rechained(edited(tape, 50, { last: '1' })), checkpoints: [] },
      { kept },
    );
    expect(report.state).toBe('contradicted');
    expect(outcomes(report)).toMatchObject({ chain: 'held', signatures: 'open', kept: 'failed' });
  });

  test('reports a tape that lacks an entry stored earlier', async () => {
    const tape = honest(400);
    const kept = withSeen(nothingKept, { symbol, ...tape }, startMs / 1000);
    const cut = honest(220);
    const report = await run(cut, { kept });
    expect(report.findings.map(({ code }) => code)).toContain('kept_entry_missing');
  });

  test('rejects a result that the prices contradict', async () => {
    const wrong = { ...ticket, status: 'lost', pnl: '-25' } as const;
    const report = await run(honest(200), { subject: { kind: 'ticket', ticket: wrong } });
    expect(report.state).toBe('contradicted');
    expect(outcomes(report)).toMatchObject({ strike: 'held', exit: 'held', outcome: 'failed' });
  });
});

describe('verification with the newest entry that this device had seen when it sent the order', () => {
  const verdictOn = (report: Report) => {
    const { gathered, seenSeq } = report;
    const bundle = readBundle(JSON.parse(JSON.stringify(bundleOf(subject, gathered, seenSeq))));
    if (bundle === undefined) throw new Error('expected evidence, found none');
    return verifyBundle(bundle);
  };

  test.each([1, 100, 101])(
    'confirms the acceptance after entry 101 if entry %i was the newest seen',
    async (seenSeq) => {
      const report = await run(honest(200), { seenSeq });
      expect(report.state).toBe('proved');
      expect(outcomes(report).seen).toBe('held');
      expect(verdictOn(report)).toMatchObject({ state: 'proved', findings: [] });
    },
  );

  test('reports an acceptance before the newest entry seen, also in the evidence', async () => {
    const report = await run(honest(200), { seenSeq: 102 });
    const found = { code: 'accepted_before_seen', seq: 101, params: { seen: '102', found: '101' } };
    expect(report).toMatchObject({ state: 'contradicted', findings: [found] });
    expect(outcomes(report)).toMatchObject({
      terms: 'held',
      seen: 'failed',
      strike: 'held',
      outcome: 'held',
    });
    expect(verdictOn(report)).toMatchObject({ state: 'contradicted', findings: [found] });
  });

  test('leaves out the step on a device that did not send the order', async () => {
    const report = await run(honest(200));
    expect(outcomes(report)).not.toHaveProperty('seen');
    expect(bundleOf(subject, report.gathered, report.seenSeq)).not.toHaveProperty('seen_seq');
  });
});

describe('verification of a fill', () => {
  const fill = {
    kind: 'spot',
    symbol,
    side: 'buy',
    quantity: '0.5',
    price: '1100.02',
    tape_seq: 101,
  } as const;

  test('confirms a purchase at the ask of its entry', async () => {
    const report = await run(honest(200), { subject: { kind: 'fill', fill } });
    expect(report.state).toBe('proved');
    expect(Object.keys(outcomes(report, 'fill'))).toEqual([
      'chain',
      'signatures',
      'price',
      'receipt',
      'kept',
    ]);
    expect(bundleName({ kind: 'fill', fill })).toBe('candor-BTC-USDT-fill-101.json');
  });

  test('rejects a fill at a price other than that of its entry', async () => {
    const dearer = { ...fill, price: '1100.03' };
    const report = await run(honest(200), { subject: { kind: 'fill', fill: dearer } });
    expect(outcomes(report, 'fill')).toMatchObject({ chain: 'held', price: 'failed' });
  });
});

test('reports the number of stored checkpoints compared, and the time of the oldest', async () => {
  const tape = honest(200);
  const at = (seconds: number, seqs: readonly number[], before: KeptState) =>
    withSeen(
      before,
      {
        symbol,
        publicKey: key.publicKey,
        checkpoints: tape.checkpoints.filter(({ seq }) => seqs.includes(seq)),
      },
      seconds,
    );
  const kept = at(500, [120, 200], at(400, [20], nothingKept));
  expect(outcomes(await run(tape, { kept })).kept).toBe('held');
  expect((await run(tape, { kept })).compared).toEqual({ count: 3, since: 400 });
  expect((await run(tape)).compared).toEqual({ count: 0, since: undefined });
});

describe('an entry that names its sources', () => {
  const HASH = 'a'.repeat(64);
  /** Names three sources with the entry's own prices; for the entry `forged`, with other prices. */
  function named(forged?: number): MadeTape {
    const plain = honest(200);
    const entries = plain.entries.map((entry): TapeEntry => {
      const { seq, feed_time_ms: time_ms, last } = entry;
      const [bid, ask] = seq === forged ? ['900', '900.02'] : [entry.bid, entry.ask];
      const said = {
        state: 'used',
        time_ms,
        bid,
        ask,
        last: seq === forged ? '900' : last,
        message: HASH,
      } as const;
      const quotes = ['alpha', 'beta', 'gamma'].map((name) => ({ name, ...said }));
      return { ...entry, sources: { min: 2, age_max_ms: 3000, deviation_max: '0.005', quotes } };
    });
    const chained = rechained(entries);
    const seqs = chained.map(({ seq }) => seq).filter((seq) => seq % 20 === 0);
    return {
      publicKey: key.publicKey,
      entries: chained,
      checkpoints: madeCheckpoints(chained, seqs, { key }),
    };
  }

  test('proves a ticket if its prices follow from the sources, and keeps the sources in the evidence', async () => {
    const report = await run(named());
    expect(report.findings).toEqual([]);
    expect(report.state).toBe('proved');
    const bundle = readBundle(JSON.parse(JSON.stringify(bundleOf(subject, report.gathered))));
    expect(bundle && verifyBundle(bundle).state).toBe('proved');
  });

  test.each([102, 161])(
    'contradicts a ticket if the price of entry %i is beyond all sources',
    async (seq) => {
      const report = await run(named(seq));
      expect(report.state).toBe('contradicted');
      expect(report.findings.map((found) => [found.code, found.seq])).toEqual([
        ['price_outside_sources', seq],
        ['price_not_median', seq],
      ]);
      const failed = stepsOf(report, 'ticket').filter(({ state }) => state === 'failed');
      expect(failed.map(({ name }) => name)).toEqual(['outcome']);
    },
  );
});

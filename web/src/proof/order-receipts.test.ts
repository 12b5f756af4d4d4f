/** Receipts on a device: a contradiction to an order or its answer is reported, and the effects of an honest outage are not. */
import type { AppState } from '@candor/client/app-state.ts';
import { createAppState } from '@candor/client/app-state.ts';
import { createHash } from 'node:crypto';
import { madeChange } from '@candor/verifier/testing/made-changes.ts';
import { signer } from '@candor/verifier/testing/made-tape.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createKeptStore } from './kept-store.ts';
import { withSeen } from './kept-state.ts';
import { checkReceipts, outcomeFindings } from './order-receipts.ts';
import { accepted, changeRecord, noteAttempt, orderRecords, recordsOf } from './order-records.ts';
import { quietly } from './quietly.ts';

const platform = signer(1);
const rotated = signer(2);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const AT_MS = 1_800_000_000_000;
const ORDER = `candor-order-v1|POST coin/trade|k|${sha256('{}')}|BTC/USDT|7|${AT_MS}`;
const ANSWER = '{"id":"17","status":"filled"}';
const CUSTOMER = '100001';

function headerFor(order: string, { answer = ANSWER, by = platform, seq = 7 } = {}): string {
  const leaf = `candor-receipt-v1|${sha256(order)}|${AT_MS}|BTC/USDT|${seq}|${sha256(answer)}`;
  const text = `candor-receipts-v1|5|${AT_MS}|1|${sha256(`\0${leaf}`)}`;
  return `${text} ${by.sign(text)} ${leaf} 0 -`;
}

/** The platform's answer to each call; undefined if it can't be reached. */
let answers: Readonly<Record<string, unknown>> | undefined;

let app: AppState;
beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  vi.stubGlobal('fetch', async (url: string) => {
    const [, name = ''] = /^\/api\/([^?]*)/.exec(url) ?? [];
    if (answers === undefined || !(name in answers)) throw new TypeError('the network is down');
    return Response.json({ type: 'ok', code: 1, message: answers[name] });
  });
  answers = { 'receipts/orders': { items: [], next: null }, 'receipts/batch': { text: '', index: null } };
  app = createAppState();
  const seen = { symbol: 'BTC/USDT', publicKey: platform.publicKey, checkpoints: [] };
  app.of(createKeptStore).changeKept((state) => withSeen(state, seen, 1));
});
afterEach(() => void vi.unstubAllGlobals());

/** An order that this device sent, and that was answered. */
function sent(receipt: string | null, { hasOlder = false, isSigned = true } = {}): void {
  const order = { customer: CUSTOMER, key: 'k', call: 'POST coin/trade', hasOlder, sentMs: AT_MS };
  noteAttempt(order, { text: ORDER, signature: isSigned ? 'x' : undefined });
  const answer = { answeredMs: AT_MS + 1, answer: ANSWER, answerHash: sha256(ANSWER), receipt };
  changeRecord('k', (before) => accepted(before, answer));
}

const check = () => quietly(checkReceipts(app, CUSTOMER));
const found = (): readonly string[] =>
  app
    .of(createKeptStore)
    .keptNow()
    .contradictions.map(({ code }) => code);
const states = (): readonly string[] => orderRecords().map(({ state }) => state);

describe('reports once', () => {
  test.each([
    ['a malformed receipt', 'receipt'],
    ['a receipt for another order', headerFor(`${ORDER}0`)],
    ['a receipt for another answer', headerFor(ORDER, { answer: '{"id":"18","status":"filled"}' })],
    ['a receipt signed by a key to which no statement leads', headerFor(ORDER, { by: rotated })],
  ])('%s', async (_name, header) => {
    answers = { ...answers, 'transparency/keys': { public_key: platform.publicKey, changes: [] } };
    sent(header);
    await check();
    await check();
    expect([found(), states()]).toEqual([['receipt_invalid'], ['wrong']]);
  });

  test('an accepted order without a receipt that is missing twice from the list of signed orders', async () => {
    sent(null);
    await check();
    expect(found()).toEqual([]);
    await check();
    await check();
    expect(found()).toEqual(['receipt_withheld']);
    expect(orderRecords()[0]).toMatchObject({ answer: ANSWER, attempts: [{ text: ORDER, signature: 'x' }] });
  });
});

test('reports an accepted order without a receipt, though the platform refused the signature of the first attempt', async () => {
  const order = { customer: CUSTOMER, key: 'k', call: 'POST coin/trade', hasOlder: false, sentMs: AT_MS };
  noteAttempt(order, { text: ORDER, signature: 'x' });
  sent(null, { isSigned: false });
  for (let round = 0; round < 2; round += 1) await check();
  expect([found(), states()]).toEqual([['receipt_withheld'], ['wrong']]);
});

describe('reports nothing, and waits', () => {
  test('until the log has the receipt', async () => {
    sent(headerFor(ORDER));
    await check();
    expect([found(), states()]).toEqual([[], ['waiting']]);
  });

  test('while the platform can’t be reached', async () => {
    sent(null);
    answers = undefined;
    for (let round = 0; round < 5; round += 1) await check();
    expect([found(), states()]).toEqual([[], ['waiting']]);
  });

  test('about a receipt signed by a newer key to which the statements lead', async () => {
    const { publicKey, ...change } = madeChange([platform, rotated], { number: 2 });
    const { sinceMs, signedBefore, ...rest } = change;
    const stated = { ...rest, public_key: publicKey, since_ms: sinceMs, signed_before: signedBefore };
    answers = { ...answers, 'transparency/keys': { public_key: publicKey, changes: [stated] } };
    sent(headerFor(ORDER, { by: rotated }));
    await check();
    expect([found(), states()]).toEqual([[], ['waiting']]);
  });

  test('about another customer’s order on a shared device', async () => {
    sent(null);
    for (let round = 0; round < 3; round += 1) await quietly(checkReceipts(app, '100002'));
    expect([found(), states()]).toEqual([[], ['waiting']]);
  });

  test('about a receipt that did not arrive but is on the list of signed orders', async () => {
    const [text, signature, leaf] = headerFor(ORDER).split(' ');
    const receipt = { text, signature, leaf, place: 0, path: [] };
    answers = { ...answers, 'receipts/orders': { items: [{ text: ORDER, receipt }], next: null } };
    sent(null);
    await check();
    expect(orderRecords()[0]).toMatchObject({ state: 'waiting', receipt: headerFor(ORDER), isFetched: true });
    expect(found()).toEqual([]);
  });
});

test.each([
  ['without a receipt', null],
  ['with the receipt of an attempt that this page does not know', headerFor(`${ORDER}0`)],
])('reports nothing about an order that an earlier page sent first, %s', async (_name, receipt) => {
  sent(receipt, { hasOlder: true });
  for (let round = 0; round < 3; round += 1) await check();
  expect([found(), states()]).toEqual([[], ['unknown']]);
});

test.each([
  ['unchanged', { acceptedSeq: 7, acceptedMs: AT_MS }, []],
  ['filled at a later entry', { filledSeq: 9 }, []],
  ['accepted at another entry', { acceptedSeq: 8, acceptedMs: AT_MS }, ['accepted_seq']],
  ['accepted at another time', { acceptedSeq: 7, acceptedMs: AT_MS - 1 }, ['accepted_ms']],
  ['filled at an entry from before its acceptance', { filledSeq: 6 }, ['tape_seq']],
])('compares a trade with its receipt: %s', async (_name, shown, fields) => {
  sent(headerFor(ORDER));
  const [record] = recordsOf('spot 17');
  if (record === undefined) throw new Error('expected a record of the trade, found none');
  expect((await outcomeFindings(record, shown)).map(({ params }) => params['field'])).toEqual(fields);
});

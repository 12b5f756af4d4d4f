/**
 * Checks the receipts of this device's orders: each must be the platform's promise about the order and the answer, and
 * appear in the public log in time. An answer without a receipt is looked up, and reported if the platform shows none.
 */
import { RefusedError } from '@candor/client/answers.ts';
import type { AppState } from '@candor/client/app-state.ts';
import { finding } from '@candor/verifier/findings.ts';
import type { Finding, FindingCode } from '@candor/verifier/findings.ts';
import type { ReceiptCase } from '@candor/verifier/receipt/check-receipt.ts';
import type { Receipt } from '@candor/verifier/receipt/texts.ts';
import type { AlarmKind } from '@candor/verifier/watch/alarms.ts';
import { createApi } from '../lib/api.ts';
import type { Client } from '../lib/client.ts';
import { followed } from './followed-keys.ts';
import { withContradictions } from './kept-state.ts';
import { createKeptStore } from './kept-store.ts';
import { lookUpInLog } from './log-keeping.ts';
import { changeRecord, orderRecords } from './order-records.ts';
import type { OrderRecord } from './order-records.ts';
import { readKeyChanges } from './tape-reader.ts';
import { provenSteps } from './demo-time.ts';

/** The maximum difference between this device's clock and the witnesses' clocks, whose newest time may be some seconds old. */
const CLOCK_WITHIN_MS = 60_000;
/** An answer without a receipt is reported once it was missing from the list of signed orders this many times. */
const LOOKS = 2;
/** The maximum time for which an order's receipt waits until a step of a demo's time is logged. */
const STEP_LOGGED_WITHIN_MS = 60_000;
const LISTED_PAGES_MAX = 20;

const CODES: Readonly<Partial<Record<AlarmKind, FindingCode>>> = {
  receipt_unlogged: 'receipt_unlogged',
  acceptance_backdated: 'receipt_backdated',
  order_delayed: 'receipt_delayed',
};

/** Checks the customer's pending receipts. A receipt that is in the log, or contradicted, is no longer pending. */
export async function checkReceipts(app: AppState, customer: string): Promise<void> {
  for (const one of orderRecords()) {
    if (one.state !== 'waiting' || one.customer !== customer) continue;
    // oxlint-disable-next-line no-await-in-loop
    const after = await check(app, one);
    changeRecord(one.key, () => after);
    const { finding: found } = after;
    if (after.state !== 'wrong' || found === undefined) continue;
    const nowSeconds = Math.floor(Date.now() / 1000);
    app
      .of(createKeptStore)
      .changeKept((state) => withContradictions(state, { symbol: '', findings: [found] }, nowSeconds));
  }
}

async function check(app: AppState, before: OrderRecord): Promise<OrderRecord> {
  const { api } = app.of(createApi);
  const record = before.receipt === undefined ? await lookUpReceipt(api, before) : before;
  // Findings are kept even if the log can't be read now.
  if (record !== before) changeRecord(record.key, () => record);
  if (record.state !== 'waiting' || record.receipt === undefined) return record;
  const { readBatch, readReceiptHeader } = await import('@candor/verifier/receipt/texts.ts');
  const receipt = readReceiptHeader(record.receipt);
  const batch = receipt && readBatch(receipt.text);
  if (receipt === undefined || batch === undefined) return wrong(record, 'receipt_invalid');
  // The receipt of an attempt of which this device has no record.
  if (record.hasOlder && !(await isOfAttempt(record, receipt))) return { ...record, state: 'unknown' };
  const given = await caseOf(app, record, receipt);
  if (given === undefined) return record;
  const { checkReceipt } = await import('@candor/verifier/receipt/check-receipt.ts');
  const [invalid] = checkReceipt(given);
  if (invalid !== undefined) return wrong(record, CODES[invalid.kind] ?? 'receipt_invalid', batch.atMs);
  const found = await api('GET receipts/batch', { number: String(batch.number) }, { quiet: true });
  const index = found.type === 'ok' ? found.message.index : null;
  const looked = await lookUpInLog(app, { entry: receipt.text, index });
  const { steps, isWhole } = await provenSteps(app, batch.atMs);
  // A step is in the log within seconds. A step that is not there must not excuse a late receipt.
  if (!isWhole && Date.now() - record.sentMs < STEP_LOGGED_WITHIN_MS) return record;
  // The time is that of the witnesses.
  const trueMs = looked && ('absentMs' in looked ? looked.absentMs : looked.loggedMs);
  const isClockRight = trueMs !== undefined && Math.abs(Date.now() - trueMs) < CLOCK_WITHIN_MS;
  const absentMs = looked && 'absentMs' in looked ? looked.absentMs : undefined;
  const isTimed = isClockRight && record.isFetched !== true;
  const [alarm] = checkReceipt({
    ...{ ...given, steps, absentMs },
    ...(isTimed && { clockWithinMs: CLOCK_WITHIN_MS }),
  });
  if (alarm !== undefined) return wrong(record, CODES[alarm.kind] ?? 'receipt_invalid', batch.atMs);
  if (looked === undefined || !('loggedMs' in looked)) return record;
  // Once the receipt is logged, the hash is enough, and nothing about the trade stays on the device.
  const { answer: _logged, ...rest } = record;
  return { ...rest, state: 'logged', loggedMs: looked.loggedMs ?? Date.now() };
}

function wrong(record: OrderRecord, code: FindingCode, timeMs = record.sentMs): OrderRecord {
  return { ...record, state: 'wrong', finding: finding(code, null, { time: String(timeMs) }) };
}

async function isOfAttempt({ attempts }: OrderRecord, { leaf }: Receipt): Promise<boolean> {
  const { hashOfText, readLeaf } = await import('@candor/verifier/receipt/texts.ts');
  const orderHash = readLeaf(leaf)?.orderHash;
  return attempts.some(({ text }) => hashOfText(text) === orderHash);
}

/** The receipt, its order among the attempts, and the keys that may have signed it; undefined before the first key is known. */
async function caseOf(
  app: AppState,
  record: OrderRecord,
  receipt: Receipt,
): Promise<ReceiptCase | undefined> {
  // The key is kept at the first check of a tape.
  const { publicKey: platformKey } = app.of(createKeptStore).keptNow();
  if (platformKey === undefined) return undefined;
  const [{ hashOfText, readLeaf }, { isSignedBy }, { readPromise }] = await Promise.all([
    import('@candor/verifier/receipt/texts.ts'),
    import('@candor/verifier/crypto.ts'),
    import('@candor/verifier/receipt/promise.ts'),
  ]);
  const orderHash = readLeaf(receipt.leaf)?.orderHash;
  const [newest] = record.attempts.slice(-1);
  const sent = record.attempts.find(({ text }) => hashOfText(text) === orderHash) ?? newest;
  const { answerHash } = record;
  const given = { receipt, order: sent?.text ?? '', answerHash, platformKey, verify: isSignedBy };
  if (readPromise(given, given) !== undefined) return given;
  // Another key may have replaced the kept one.
  const changes = { changes: () => readKeyChanges(app.of(createApi).api) };
  return { ...given, keys: await followed(platformKey, ['another'], changes) };
}

/** Looks for an accepted order among those that the platform says this customer signed. */
async function lookUpReceipt(api: Client, record: OrderRecord): Promise<OrderRecord> {
  const texts = record.attempts.map(({ text }) => text);
  const listed = await listedReceipt(api, texts);
  if (listed !== undefined) return { ...record, receipt: listed, isFetched: true };
  // An attempt of an earlier page may have been accepted by a platform that gave no receipts.
  if (record.hasOlder) return { ...record, state: 'unknown' };
  const lookedUp = (record.lookedUp ?? 0) + 1;
  return lookedUp < LOOKS ? { ...record, lookedUp } : wrong({ ...record, lookedUp }, 'receipt_withheld');
}

async function listedReceipt(api: Client, texts: readonly string[]): Promise<string | undefined> {
  let cursor: string | undefined;
  for (let page = 0; page < LISTED_PAGES_MAX; page += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await api('GET receipts/orders', cursor === undefined ? {} : { cursor }, { quiet: true });
    if (answer.type !== 'ok') throw new RefusedError(answer);
    const { items, next } = answer.message;
    const found = items.find(({ text }) => texts.includes(text));
    if (found !== undefined) {
      const { text, signature, leaf, place, path } = found.receipt;
      return [text, signature, leaf, place, path.length === 0 ? '-' : path.join(',')].join(' ');
    }
    if (next === null) return undefined;
    cursor = next;
  }
  return undefined;
}

/** The contradictions between a trade as the platform shows it now and the receipt of its order. */
export type ShownTrade = {
  /** The entry and time of the acceptance of a ticket, and the entry of a fill. */
  readonly acceptedSeq?: number;
  readonly acceptedMs?: number;
  readonly filledSeq?: number;
};

export async function outcomeFindings(record: OrderRecord, shown: ShownTrade): Promise<readonly Finding[]> {
  const { readLeaf, readReceiptHeader } = await import('@candor/verifier/receipt/texts.ts');
  const leaf = readLeaf((record.receipt && readReceiptHeader(record.receipt)?.leaf) ?? '');
  if (leaf === undefined) return [];
  const differs = (field: string, derived: number, found: number | undefined): readonly Finding[] =>
    found === undefined || found === derived
      ? []
      : [finding('receipt_differs', null, { field, derived: String(derived), found: String(found) })];
  const { acceptedSeq, acceptedMs, filledSeq } = shown;
  const isEarly = leaf.acceptedSeq > 0 && filledSeq !== undefined && filledSeq < leaf.acceptedSeq;
  return [
    ...differs('accepted_seq', leaf.acceptedSeq, acceptedSeq),
    ...differs('accepted_ms', leaf.acceptedMs, acceptedMs),
    ...(isEarly ? differs('tape_seq', leaf.acceptedSeq, filledSeq) : []),
  ];
}

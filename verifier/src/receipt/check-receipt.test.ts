/** A receipt from a batch that also contains a second order. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isSignedBy } from '../crypto.ts';
import { readEntry } from '../watch/entries.ts';
import { lateReceipts } from '../watch/check-receipts.ts';
import { checkReceipt } from './check-receipt.ts';
import type { ReceiptCase } from './check-receipt.ts';
import type { SignedOrder } from './signed-end.ts';
import { readBatch, readLeaf, readOrder, readReceiptHeader } from './texts.ts';

const sha256 = (...parts: readonly (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const hex = (text: string): string => sha256(text).toString('hex');

function keyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return {
    publicKey: Buffer.from(x, 'base64url').toString('hex'),
    sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('hex'),
  };
}
const platform = keyPair();
const rotated = keyPair();
const device = keyPair();

const AT_MS = 1_800_000_000_000;
const BODY = '{"symbol":"BTC/USDT","side":"buy","type":"limit","quantity":"1","price":"9"}';
const ANSWER = '{"id":"17","status":"open","legs":[]}';
const orderOf = (call: string, body: string, ms = AT_MS - 100, seen = 40): string =>
  `candor-order-v1|${call}|k-1|${hex(body)}|BTC/USDT|${seen}|${ms}`;
const ORDER = orderOf('POST coin/trade', BODY);

/** A receipt with a second order beside it. */
function receiptFor(order: string, { seq = 41, acceptedMs = AT_MS + 7, atMs = AT_MS, key = platform } = {}) {
  const leaf = `candor-receipt-v1|${hex(order)}|${acceptedMs}|BTC/USDT|${seq}|${hex(ANSWER)}`;
  const beside = sha256(Buffer.from([0]), 'another');
  const root = sha256(Buffer.from([1]), sha256(Buffer.from([0]), leaf), beside);
  const text = `candor-receipts-v1|5|${atMs}|2|${root.toString('hex')}`;
  return { text, signature: key.sign(text), leaf, place: 0, path: [beside.toString('hex')] };
}

const honest: ReceiptCase = {
  ...{ receipt: receiptFor(ORDER), order: ORDER, answer: ANSWER, platformKey: platform.publicKey },
  ...{ verify: isSignedBy, deviceKeys: [device.publicKey], clockWithinMs: 2000 },
};

/** A signed request with its receipt, accepted half a second after it was signed unless said otherwise. */
function signed(
  call: string,
  body: string,
  how: { key?: typeof device; ms?: number; atMs?: number; acceptedMs?: number; by?: typeof platform } = {},
): SignedOrder {
  const { key = device, ms = AT_MS + 5000, by = platform } = how;
  const { atMs = ms + 500, acceptedMs = ms + 507 } = how;
  const text = orderOf(call, body, ms);
  const receipt = receiptFor(text, { atMs, acceptedMs, key: by });
  return { text, body, device_key: key.publicKey, signature: key.sign(text), receipt };
}
const cancelled = { id: '17', isEndedByCustomer: true };
const CANCEL = signed('POST order/cancel', '{"id":"17"}');

const CASES: readonly (readonly [string, Partial<ReceiptCase>, readonly string[]])[] = [
  ['an honest receipt', {}, []],
  [
    'an outcome as promised',
    { outcome: { id: '17', acceptedSeq: 41, acceptedMs: AT_MS + 7, filledSeq: 44 } },
    [],
  ],
  ['a log that is less than ten seconds older', { absentMs: AT_MS + 10_000 }, []],
  ['a log without the receipt after ten seconds', { absentMs: AT_MS + 10_001 }, ['receipt_unlogged']],
  ['another order', { order: orderOf('POST coin/trade', `${BODY} `) }, ['receipt_invalid']],
  ['another answer', { answer: '{"id":"18"}' }, ['receipt_invalid']],
  ['another key', { receipt: receiptFor(ORDER, { key: keyPair() }) }, ['receipt_invalid']],
  ['another path', { receipt: { ...receiptFor(ORDER), path: ['00'.repeat(32)] } }, ['receipt_invalid']],
  ['another place', { receipt: { ...receiptFor(ORDER), place: 1 } }, ['receipt_invalid']],
  ['a missing order', { outcome: 'missing' }, ['order_dropped']],
  [
    'an entry from before the one that the device had seen',
    { receipt: receiptFor(ORDER, { seq: 39 }) },
    ['acceptance_backdated'],
  ],
  [
    'a batch from before the order was sent',
    { receipt: receiptFor(ORDER, { atMs: AT_MS - 2101 }) },
    ['acceptance_backdated'],
  ],
  [
    'a batch from long after the order was sent',
    { receipt: receiptFor(ORDER, { atMs: AT_MS + 17_000 }) },
    ['order_delayed'],
  ],
  ['an earlier acceptance', { outcome: { id: '17', acceptedSeq: 40 } }, ['acceptance_backdated']],
  ['an earlier time of acceptance', { outcome: { id: '17', acceptedMs: AT_MS } }, ['acceptance_backdated']],
  ['a fill at an earlier entry', { outcome: { id: '17', filledSeq: 40 } }, ['acceptance_backdated']],
  ['a later acceptance', { outcome: { id: '17', acceptedSeq: 42 } }, ['order_delayed']],
  ['a later time of acceptance', { outcome: { id: '17', acceptedMs: AT_MS + 8 } }, ['order_delayed']],
  ['a cancellation that nobody signed', { outcome: cancelled }, ['cancel_unsigned']],
  ['a signed cancellation', { outcome: cancelled, signedOrders: [CANCEL] }, []],
  [
    'a cancellation of another order',
    { outcome: cancelled, signedOrders: [signed('POST order/cancel', '{"id":"18"}')] },
    ['cancel_unsigned'],
  ],
  [
    'a cancellation with a key that no device of the customer has',
    { outcome: cancelled, signedOrders: [signed('POST order/cancel', '{"id":"17"}', { key: keyPair() })] },
    ['cancel_unsigned'],
  ],
  [
    'a cancellation with another body',
    {
      outcome: cancelled,
      signedOrders: [{ ...signed('POST order/cancel', '{"id":"18"}'), body: '{"id":"17"}' }],
    },
    ['cancel_unsigned'],
  ],
  [
    'a purchase signed with the number in its body',
    { outcome: cancelled, signedOrders: [signed('POST coin/trade', '{"id":"17"}')] },
    ['cancel_unsigned'],
  ],
  [
    'a signed cancellation of all',
    { outcome: cancelled, signedOrders: [signed('POST order/cancel_all', '{}')] },
    [],
  ],
  [
    'a signed cancellation of the orders of every product',
    { outcome: cancelled, signedOrders: [signed('POST orders/cancel_all', '{}')] },
    [],
  ],
  [
    'a cancellation of all orders of another instrument',
    { outcome: cancelled, signedOrders: [signed('POST order/cancel_all', '{"symbol":"ETH/USDT"}')] },
    ['cancel_unsigned'],
  ],
  [
    'an old cancellation of all orders, used again',
    { outcome: cancelled, signedOrders: [signed('POST order/cancel_all', '{}', { ms: AT_MS - 70_000 })] },
    ['cancel_unsigned'],
  ],
  [
    'an old cancellation of all orders with a new receipt',
    {
      outcome: cancelled,
      signedOrders: [
        signed('POST order/cancel_all', '{}', {
          ...{ ms: AT_MS - 900_000, atMs: AT_MS + 5000, acceptedMs: AT_MS + 5007 },
        }),
      ],
    },
    ['cancel_unsigned'],
  ],
  [
    'a cancellation of all orders that the same device signed a second before the order',
    {
      ...{ outcome: cancelled, placedBy: device.publicKey },
      signedOrders: [
        signed('POST order/cancel_all', '{}', {
          ...{ ms: AT_MS - 1100, atMs: AT_MS + 5000, acceptedMs: AT_MS + 5007 },
        }),
      ],
    },
    ['cancel_unsigned'],
  ],
  [
    'a cancellation of all orders that was used twice',
    {
      outcome: cancelled,
      signedOrders: [
        signed('POST order/cancel_all', '{}'),
        signed('POST order/cancel_all', '{}', { acceptedMs: AT_MS + 9000 }),
      ],
    },
    ['cancel_unsigned'],
  ],
  [
    'a cancellation without the platform’s receipt',
    {
      outcome: cancelled,
      signedOrders: [signed('POST order/cancel', '{"id":"17"}', { by: keyPair() })],
    },
    ['cancel_unsigned'],
  ],
  [
    'a cancellation that was accepted after the order ended',
    { outcome: { ...cancelled, endedMs: AT_MS + 5000 }, signedOrders: [CANCEL] },
    ['cancel_unsigned'],
  ],
  [
    'a receipt signed by the new key after a rotation',
    {
      receipt: receiptFor(ORDER, { key: rotated }),
      keys: [
        { publicKey: platform.publicKey, untilMs: AT_MS },
        { publicKey: rotated.publicKey, untilMs: undefined },
      ],
    },
    [],
  ],
  [
    'a receipt signed by the old key after its rotation',
    {
      keys: [
        { publicKey: platform.publicKey, untilMs: AT_MS + 6 },
        { publicKey: rotated.publicKey, untilMs: undefined },
      ],
    },
    ['receipt_invalid'],
  ],
  [
    'a signed closing of the position',
    {
      outcome: { ...cancelled, position: '90' },
      signedOrders: [signed('POST lever/close', '{"id":"90"}')],
    },
    [],
  ],
];

test.each(CASES)('has the expected findings for %s', (_name, change, found) => {
  expect(checkReceipt({ ...honest, ...change }).map(({ kind }) => kind)).toEqual(found);
});

test('includes in an alarm the receipt, the order and the key, with which others can repeat the check', () => {
  const [alarm] = checkReceipt({ ...honest, outcome: 'missing' });
  expect(alarm?.evidence).toEqual([JSON.stringify(honest.receipt), ORDER, platform.publicKey]);
});

describe('a text', () => {
  test.each([
    ['order', readOrder, ORDER],
    ['leaf', readLeaf, receiptFor(ORDER).leaf],
    ['batch', readBatch, receiptFor(ORDER).text],
  ] as const)('is read if it has the form of a %s, and not otherwise', (_name, read, text) => {
    expect(read(text)).toBeDefined();
    for (const other of [
      `${text}|`,
      ` ${text}`,
      text.replace('v1', 'v2'),
      text.replace('|', '||'),
      `${text}\n`,
    ]) {
      expect(read(other)).toBeUndefined();
    }
  });

  test('is read with its path if it comes from a header', () => {
    const { text, signature, leaf, place, path } = receiptFor(ORDER);
    expect(readReceiptHeader(`${text} ${signature} ${leaf} ${place} ${path.join(',')}`)).toEqual(
      receiptFor(ORDER),
    );
    expect(readReceiptHeader(`${text} ${signature} ${leaf} ${place} -`)?.path).toEqual([]);
    expect(readReceiptHeader(`${text} ${leaf} ${place} -`)).toBeUndefined();
  });
});

describe('a batch in the log', () => {
  const text = receiptFor(ORDER).text;
  test.each([
    ['is accepted if logged in time', { absentMs: AT_MS + 10_000, presentMs: AT_MS + 11_000 }, []],
    ['is accepted without earlier cosignatures', { absentMs: undefined, presentMs: AT_MS }, []],
    [
      'is late if absent ten seconds later',
      { absentMs: AT_MS + 10_001, presentMs: AT_MS + 11_000 },
      ['receipt_unlogged'],
    ],
    [
      'is invalid if present a minute before its time',
      { absentMs: undefined, presentMs: AT_MS - 60_001 },
      ['receipt_invalid'],
    ],
  ])('%s', (_name, times, found) => {
    expect(readEntry(text)?.kind).toBe('receipts');
    expect(lateReceipts([text, 'candor-app-v1|x'], times).map(({ kind }) => kind)).toEqual(found);
  });
});

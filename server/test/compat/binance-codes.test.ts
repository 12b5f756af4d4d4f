/**
 * Every parameter with every kind of mistake: the answer has the code and the text that the exchange documents, over plain
 * HTTP on a real demo server.
 */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWholeServer } from '../../../testing/src/whole-server.ts';
import type { WholeServer } from '../../../testing/src/whole-server.ts';
import type { Keys } from './clients.ts';
import { makeKeys } from './keys.ts';

let server: WholeServer;
let keys: Keys;
beforeAll(async () => {
  server = await openWholeServer();
  keys = await makeKeys(server);
}, 120_000);
afterAll(async () => server.stop());

type Refused = { readonly code: number; readonly msg: string };

async function send(call: string, query: string, key?: string) {
  const [method = '', path = ''] = call.split(' ');
  const answer = await fetch(`${server.origin}/compat/binance/api/v3/${path}?${query}`, {
    method,
    headers: key === undefined ? {} : { 'x-mbx-apikey': key },
  });
  expect(Number(answer.headers.get('x-mbx-used-weight-1m')), call).toBeGreaterThan(0);
  return { status: answer.status, body: (await answer.json()) as Refused };
}

async function sendSigned(call: string, query: string, timed = `timestamp=${Date.now()}`) {
  const text = [query, timed].filter(Boolean).join('&');
  const signature = createHmac('sha256', keys.secret).update(text).digest('hex');
  return send(call, `${text}&signature=${signature}`, keys.apiKey);
}

test.each([
  ['GET ticker/price', 'symbol=', -1105, "Parameter 'symbol' was empty."],
  [
    'GET ticker/price',
    'symbol=btcusdt',
    -1100,
    "Illegal characters found in parameter 'symbol'; legal range is '^[A-Z0-9-_.]{1,20}$'.",
  ],
  ['GET ticker/price', 'symbol=NOPE', -1121, 'Invalid symbol.'],
  ['GET ticker/price', 'symbol=BTCUSDT&symbol=ETHUSDT', -1101, 'Duplicate values for a parameter detected.'],
  [
    'GET ticker/price',
    'symbol=BTCUSDT&x=1',
    -1104,
    "Not all sent parameters were read; read '1' parameter(s) but was sent '2'.",
  ],
  [
    'GET ticker/price',
    'symbols=%5B%22BTCUSDT%22%2C%22BTCUSDT%22%5D',
    -1151,
    'Symbol is present multiple times in the list.',
  ],
  ['GET ticker/price', 'symbols=BTCUSDT', -1100, expect.stringContaining("'symbols'")],
  [
    'GET ticker/price',
    'symbol=BTCUSDT&symbols=%5B%22BTCUSDT%22%5D',
    -1128,
    expect.stringContaining('Combination of optional parameters invalid'),
  ],
  ['GET ticker/price', 'symbol=BTCUSDT&symbolStatus=OPEN', -1122, 'Invalid symbolStatus.'],
  [
    'GET ticker/price',
    'symbol=BTCUSDT&symbolStatus=BREAK',
    -1220,
    "The symbol's status does not match the requested symbolStatus.",
  ],
  ['GET ticker/24hr', 'symbol=BTCUSDT&type=HALF', -1139, 'Invalid ticker type.'],
  ['GET ticker', '', -1102, "Param 'symbol' or 'symbols' must be sent, but both were empty/null!"],
  ['GET ticker', 'symbol=BTCUSDT&windowSize=8d', -1130, "Data sent for parameter 'windowSize' is not valid."],
  [
    'GET ticker/tradingDay',
    'symbol=BTCUSDT&timeZone=15',
    -1130,
    "Data sent for parameter 'timeZone' is not valid.",
  ],
  [
    'GET klines',
    'interval=1m',
    -1102,
    "Mandatory parameter 'symbol' was not sent, was empty/null, or malformed.",
  ],
  [
    'GET klines',
    'symbol=BTCUSDT',
    -1102,
    "Mandatory parameter 'interval' was not sent, was empty/null, or malformed.",
  ],
  ['GET klines', 'symbol=BTCUSDT&interval=7m', -1120, 'Invalid interval.'],
  ['GET klines', 'symbol=BTCUSDT&interval=1m&limit=-1', -1100, expect.stringContaining("'limit'")],
  [
    'GET klines',
    'symbol=BTCUSDT&interval=1m&limit=0',
    -1130,
    "Data sent for parameter 'limit' is not valid.",
  ],
  ['GET klines', 'symbol=BTCUSDT&interval=1m&startTime=x', -1100, expect.stringContaining("'startTime'")],
  [
    'GET klines',
    'symbol=BTCUSDT&interval=1m&startTime=99999999999999999999',
    -1108,
    "Parameter 'startTime' overflowed.",
  ],
  ['GET klines', 'symbol=BTCUSDT&interval=1d&timeZone=8', -1130, expect.stringContaining('UTC')],
  ['GET aggTrades', 'symbol=BTCUSDT&fromId=1&startTime=1', -1128, expect.any(String)],
  ['GET exchangeInfo', 'symbol=BTCUSDT&permissions=SPOT', -1128, expect.any(String)],
  ['GET referencePrice', 'symbol=BTCUSDT', -2043, "This symbol doesn't have a reference price."],
  ['GET depth', 'symbol=BTCUSDT&%ZZ=1', -1101, expect.any(String)],
  ['GET depth', 'symbol=%ZZ', -1100, 'Illegal characters found in a parameter.'],
])('%s?%s is refused with %d', async (call, query, code, msg) => {
  expect((await send(call, query)).body).toMatchObject({ code, msg });
});

const LIMIT = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: '0.001',
  price: '20000',
};
const missing = (name: string) => `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`;

/** Changes to a valid order; undefined omits a parameter. */
const orders: readonly (readonly [
  change: Partial<Record<string, string | undefined>>,
  code: number,
  msg: unknown,
])[] = [
  ...Object.keys(LIMIT).map((name) => [{ [name]: undefined }, -1102, missing(name)] as const),
  ...Object.keys(LIMIT).map((name) => [{ [name]: '' }, -1105, `Parameter '${name}' was empty.`] as const),
  [{ symbol: 'ABCUSDT' }, -1121, 'Invalid symbol.'],
  [{ side: 'buy' }, -1117, 'Invalid side.'],
  [{ type: 'ICEBERG' }, -1116, 'Invalid orderType.'],
  [{ timeInForce: 'DAY' }, -1115, 'Invalid timeInForce.'],
  [
    { quantity: '-1' },
    -1100,
    "Illegal characters found in parameter 'quantity'; legal range is '^([0-9]{1,20})(\\.[0-9]{1,20})?$'.",
  ],
  [{ quantity: '1e3' }, -1100, expect.stringContaining("'quantity'")],
  [{ quantity: '0' }, -1013, 'Filter failure: LOT_SIZE'],
  [{ quantity: '0.000000001' }, -1111, "Parameter 'quantity' has too much precision."],
  [{ quantity: '0.0010001' }, -1013, 'Filter failure: LOT_SIZE'],
  [{ quantity: '1000' }, -1013, 'Filter failure: LOT_SIZE'],
  [{ price: '0' }, -1013, 'Filter failure: PRICE_FILTER'],
  [{ price: '20000.001' }, -1013, 'Filter failure: PRICE_FILTER'],
  [{ price: '20000.000000001' }, -1111, "Parameter 'price' has too much precision."],
  [{ stopPrice: '19000' }, -1106, "Parameter 'stopPrice' sent when not required."],
  [{ quoteOrderQty: '10' }, -1106, "Parameter 'quoteOrderQty' sent when not required."],
  [{ type: 'MARKET', price: undefined }, -1106, "Parameter 'timeInForce' sent when not required."],
  [{ type: 'STOP_LOSS_LIMIT' }, -1102, missing('stopPrice')],
  [{ newClientOrderId: 'x'.repeat(37) }, -1100, expect.stringContaining("'newClientOrderId'")],
  [{ newClientOrderId: 'a b' }, -1100, expect.stringContaining("'newClientOrderId'")],
  [{ newOrderRespType: 'SOME' }, -1130, "Data sent for parameter 'newOrderRespType' is not valid."],
  [{ selfTradePreventionMode: 'EXPIRE_TAKER' }, -1130, expect.any(String)],
  [{ icebergQty: '0.0005' }, -2010, 'Iceberg orders are not supported for this symbol.'],
  [{ trailingDelta: '100' }, -2010, 'Trailing stop orders are not supported for this symbol.'],
  [{ pegPriceType: 'PRIMARY_PEG' }, -2010, 'Pegged orders are not supported for this symbol.'],
  [{ strategyId: '1' }, -1104, expect.any(String)],
  [
    { side: 'SELL', quantity: '99', price: '90000000' },
    -2010,
    'Account has insufficient balance for requested action.',
  ],
];
test.each(orders)('an order with %o is refused with %d', async (change, code, msg) => {
  const all = Object.entries({ ...LIMIT, ...change }).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(all as [string, string][]).toString();
  expect((await sendSigned('POST order', query)).body).toMatchObject({ code, msg });
});

const ahead = () => `timestamp=${Date.now() + 5000}`;
test.each([
  ['no time', '', () => '', -1102, missing('timestamp')],
  ['an invalid time', '', () => 'timestamp=now', -1100, expect.stringContaining("'timestamp'")],
  [
    'an old time',
    '',
    () => `timestamp=${Date.now() - 6000}`,
    -1021,
    'Timestamp for this request is outside of the recvWindow.',
  ],
  ['a future time', '', ahead, -1021, "Timestamp for this request was 1000ms ahead of the server's time."],
  ['a window above the maximum', 'recvWindow=60001', undefined, -1131, 'recvWindow must be less than 60000.'],
  ['a window with too many decimals', 'recvWindow=5000.1234', undefined, -1100, expect.any(String)],
])('a request with %s is refused', async (_what, query, timed, code, msg) => {
  expect((await sendSigned('GET account', query, timed?.())).body).toMatchObject({ code, msg });
});

test('accepts a time in microseconds and a window with decimals', async () => {
  const { status } = await sendSigned('GET account', 'recvWindow=5000.5', `timestamp=${Date.now()}123`);
  expect(status).toBe(200);
});

test.each([
  [
    'GET order',
    'symbol=BTCUSDT',
    -1102,
    "Param 'origClientOrderId' or 'orderId' must be sent, but both were empty/null!",
  ],
  ['GET order', 'symbol=BTCUSDT&orderId=1', -2013, 'Order does not exist.'],
  ['DELETE order', 'symbol=BTCUSDT&orderId=1', -2011, 'Unknown order sent.'],
  ['DELETE order', 'symbol=BTCUSDT&orderId=1&cancelRestrictions=ANY', -1145, 'Invalid cancelRestrictions'],
  ['DELETE openOrders', 'symbol=BTCUSDT', -2011, 'Unknown order sent.'],
  [
    'GET myTrades',
    'symbol=BTCUSDT&startTime=0&endTime=86400001',
    -1127,
    'More than 24 hours between startTime and endTime.',
  ],
  ['GET myTrades', 'symbol=BTCUSDT&fromId=1&startTime=0', -1128, expect.any(String)],
  ['GET allOrderList', 'fromId=1&endTime=1', -1128, expect.any(String)],
  ['GET orderList', 'orderListId=1', -2018, 'Order list does not exist.'],
  ['GET myPreventedMatches', 'symbol=BTCUSDT', -1102, expect.any(String)],
  ['POST order/cancelReplace', 'symbol=BTCUSDT', -1102, missing('cancelReplaceMode')],
])('%s?%s, signed, is refused with %d', async (call, query, code, msg) => {
  expect((await sendSigned(call, query)).body).toMatchObject({ code, msg });
});

test('refuses a caller who can’t be identified', async () => {
  const query = `timestamp=${Date.now()}`;
  expect(await send('GET account', query)).toMatchObject({ status: 401, body: { code: -2014 } });
  expect(await send('GET account', query, keys.apiKey)).toMatchObject({
    body: { code: -1102, msg: missing('signature') },
  });
  expect(await send('GET account', `${query}&signature=${'0'.repeat(64)}`, keys.apiKey)).toMatchObject({
    ...{ status: 400, body: { code: -1022, msg: 'Signature for this request is not valid.' } },
  });
  expect(await send('GET account', `${query}&signature=${'0'.repeat(64)}`, 'A'.repeat(32))).toMatchObject({
    ...{ status: 401, body: { code: -2015 } },
  });
});

test('an address above its weight limit gets 429 with the time to wait, then 418', async () => {
  let last: Response | undefined;
  for (let at = 0; at < 80; at += 1) {
    // oxlint-disable-next-line no-await-in-loop
    last = await fetch(`${server.origin}/compat/binance/api/v3/depth?symbol=BTCUSDT&limit=5000`);
    if (last.status !== 200) break;
    // oxlint-disable-next-line no-await-in-loop
    await last.arrayBuffer();
  }
  expect(last?.status).toBe(429);
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(last?.headers.get('x-mbx-used-weight-1m'))).toBeGreaterThan(6000);
  expect(await last?.json()).toMatchObject({ code: -1003 });
});

/**
 * The export, for an auditor, of a day on which a customer gave the platform all personal data and operators made decisions
 * about it. The export identifies nobody, contains every kind of command, and is decided again without a difference. Then each
 * fraud with deposits and withdrawals is found.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '@candor/protocol/features.ts';
import type { CallName, CallOutput } from '@candor/protocol/calls.ts';
import { spotCalls } from '@candor/protocol/spot/calls.ts';
import { AGREEMENT_VERSION } from '@candor/protocol/loans/loan-agreement.ts';
import { testCard } from '@candor/testing/bank-cards.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import { handIn, join as register, knock, wellAnswered } from '@candor/testing/front-door.ts';
import { photo } from '@candor/testing/pictures.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../src/db/pool.ts';
import type { Pool } from '../src/db/pool.ts';
import type { BatchRecord, DecidedCommand } from '../src/commands/batch-record.ts';
import type { JournalLine } from '../src/ledger/day-of-ledger.ts';
import { BY_KEY } from '../src/identity/api-keys/mandate.ts';
import { fromNumeric, ONE, toNumeric } from '@candor/domain/money/amount.ts';
import type { RecordLine } from '../src/reexecution/day-files.ts';
import { reexecute } from '../src/reexecution/reexecute.ts';
import { rulebook } from '../src/app/gathering.ts';
import {
  editFirst,
  editRecord,
  exportToday,
  forgedDay,
  jsonOf,
  kindsOf,
  linesOf,
  textsOf,
} from '../src/reexecution/testing/forged-day.ts';
import { MoneyDay } from './testing/money-day.ts';
import { patiently, usePrograms } from './testing/programs-of-customer.ts';
import { foundIn } from './testing/said-of-customer.ts';
import { SigningDevice } from './testing/signing-device.ts';

const ACCOUNT = 'qz9canarymona';
const CARD = {
  ...testCard,
  ...{ real_name: 'Quzana Canaryberg', user_name: 'Quzana Canaryberg', bank_name: 'Canary Landesbank' },
  ...{ bank_address: 'Canarystrasse 771, Bremen', recipient_address: 'Canaryweg 993, Bremen' },
};
const NAMES = { first_name: 'Annegretcanary', last_name: 'Zauberwaldcanary' };
const DOCUMENT = 'C01X00T47';
const PHONE = '7400654321';
const WHO = {
  ...{ account: ACCOUNT, card: CARD, label: 'qz9 canary label', note: 'qz9 canary note on mona' },
};
const TYPED = 'QZ9CANARYTYPED';
const QUESTION = 'Is this the canary question of mona?';
const AGENT = 'qz9-canary-agent/7.1';
const ADDRESS = '127.201.77.93';
const KEY = 'qz9-canary-key-of-mona';
const WORD = 'qz9 canary word';

const ORDERS = {
  spot: 'qz9-canary-spot-order',
  limit: 'qz9-canary-limit-level',
  stop: 'qz9-canary-stop-level',
  position: 'qz9-canary-position-order',
  exit: 'qz9-canary-exit-order',
};
const LENA = 'Demo-lena-1';

/**
 * Whether the engine executes the command, for rows that people's commands created. Such a command is called `fire` and
 * contains no text by a person.
 */
const isFired = (kind: string): boolean => /\.fire(_|$)/.test(kind);

/**
 * Each command also has a variant for API keys. A key can only execute commands of calls that need the scope `trade`, all of
 * which belong to the feature `spot`. Nobody can execute the other variants, so they contain nobody's text.
 */
const isOfNoKey = (kind: string): boolean =>
  kind.endsWith(BY_KEY) && (!kind.startsWith('spot.') || isFired(kind.slice(0, -BY_KEY.length)));

/**
 * Commands that only the leader or a worker executes, for rows that people's commands created. None contains text by a person.
 * `plain-text-accounting.test.ts` and the features' tests run them.
 */
const UNASKED: ReadonlySet<string> = new Set([
  ...['positions.pay_debts', 'recurring.settle', 'referral.pay', 'webhook.stop'],
  ...['strategy.open', 'strategy.book', 'strategy.publish', 'fund.start', 'fund.income', 'loans.due'],
  ...['experience.expire'],
]);

let server: WholeServer;
let pool: Pool;
let scratch: string;
let honest: string;
let lines: string[];
/** Everything that was said by or about the customer. */
const said: string[] = [];

beforeAll(async () => {
  server = await openWholeServer({ midweek: true });
  pool = createPool(server.ownerUrl, { max: 1, auditing: true });
  scratch = await mkdtemp(join(tmpdir(), 'candor-day-'));
  const owner = createPool(server.ownerUrl, { max: 2 });
  const money = await MoneyDay.open(server, owner, WHO);
  await money.wholeDay(1);
  await tellEverything(money);
  const lena = await server.login();
  await tradeInEveryWay(lena);
  said.push(...(await usePrograms(server, { token: lena, password: LENA })), ...Object.values(ORDERS), LENA);
  await useEverything(lena);
  await owner.end();
  said.push(...money.said);
  honest = await exportToday(pool, join(scratch, 'honest'));
  lines = await textsOf(honest);
}, 300_000);
afterAll(async () => {
  await pool.end();
  await server.stop();
  await rm(scratch, { recursive: true, force: true });
});

const asking =
  (token: string) =>
  async <Name extends CallName>(
    name: Name,
    fields: Record<string, unknown> = {},
  ): Promise<CallOutput<Name>> => {
    const headers = { 'user-agent': AGENT };
    const { body } = await knock(server.origin, name, { token, fields, address: ADDRESS, headers });
    return wellAnswered(body) as CallOutput<Name>;
  };

/** The customer proves who they are, signs orders, writes to support, and fills in every field for a name. */
async function tellEverything({ token, customer }: MoneyDay): Promise<void> {
  const ask = asking(token);
  const confirmed = { current_password: 'x7!kqz-ok' };
  await ask('POST chat/send', { client_id: randomUUID(), text: QUESTION });
  const device = new SigningDevice(server.origin, token);
  await device.register();
  const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: '0.001', price: '1000' };
  await device.send('POST coin/trade', order, { symbol: 'BTC/USDT', key: KEY });
  for (const [name, fields] of [
    [
      'POST wallet/charge_req',
      { currency: TYPED, network: TYPED, amount: '5', voucher: TYPED, reference: TYPED },
    ],
    ['POST wallet/transfer', { currency: TYPED, from: 'spot', to: 'option', amount: '5' }],
    ['POST coin/trade', { ...order, symbol: TYPED }],
    ['POST wallet/out', { currency: TYPED, amount: '5', address: TYPED, trading_password: TYPED }],
    ['POST wallet/flash_quote', { from: TYPED, to: 'ETH', amount: '5' }],
    ['POST recurring/create', { symbol: TYPED, amount: '50', every: 'day', on_day: 0, hour: 9 }],
    ['POST price_alert', { symbol: TYPED, price: '5' }],
  ] as const) {
    const { body } = await server.call(name, { token, fields, key: `${KEY} ${name}` });
    expect(body.type).not.toBe('ok');
  }
  const phone = { area_code: '44', phone: PHONE };
  const sent = await ask('POST sms_send_d', phone);
  await ask('POST safe/phone', { ...phone, code: (sent as { code: string }).code, ...confirmed });
  await ask('POST safe/anti_phishing', { word: WORD, ...confirmed });
  const { invite_code: invites } = await ask('GET user/info');
  await verify();
  const sam = await openConsoleLine(server, 'sam');
  await sam.done('POST standing', { customer, change: 'freeze', reason: 'security_check', note: WHO.note });
  const { rows } = await pool.query<{ text: string }>(
    `select encode(x.value, 'hex') as text from (select token_hash as value from session union select device from session
      union select digest from stored_file) x where x.value is not null
      union select id from stored_file union select answer.key from answer where key like '%canary%'`,
  );
  said.push(...Object.values(NAMES), ...Object.values(CARD).filter((text) => text.length > 9));
  said.push(
    ACCOUNT,
    `${ACCOUNT}@example.com`,
    DOCUMENT,
    PHONE,
    `+44${PHONE}`,
    CARD.card_number.replaceAll(' ', ''),
  );
  said.push(WHO.label, WHO.note, TYPED, QUESTION, AGENT, ADDRESS, KEY, WORD, confirmed.current_password);
  said.push(device.publicKey, invites, ...rows.map(({ text }) => text));
}

/** Another customer submits documents, because the first one is already verified. */
async function verify(): Promise<void> {
  const { token } = await register(server.origin, 'qz9canaryanna');
  const [front, back] = [await photo(901), await photo(902)];
  await asking(token)('POST user/real_name', {
    ...{ country: 'DE', ...NAMES, birth_date: '1990-01-01' },
    ...{ certificate_type: 'passport', certificate_number: DOCUMENT },
    front: await handIn(server.origin, token, front),
    back: await handIn(server.origin, token, back),
  });
}

/** Executes every command about spot orders and positions. */
async function tradeInEveryWay(token: string): Promise<void> {
  const ask = <Name extends CallName>(
    name: Name,
    fields: Record<string, unknown> = {},
  ): Promise<CallOutput<Name>> =>
    patiently(async () => (await server.call(name, { token, fields })).body) as Promise<CallOutput<Name>>;
  const buy = { symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: '0.05' };
  const rest = { ...buy, type: 'limit', price: '1000' };
  await ask('POST coin/trade', buy);
  await ask('POST order/cancel', { id: ((await ask('POST coin/trade', rest)) as { id: string }).id });
  await ask('POST coin/trade', { ...rest, client_order_id: ORDERS.spot });
  await ask('POST order/amend', { client_order_id: ORDERS.spot, price: '1100' });
  const levels = { limit_client_order_id: ORDERS.limit, stop_client_order_id: ORDERS.stop };
  await ask('POST coin/trade', { ...rest, type: 'oco', stop_price: '900000', ...levels });
  await ask('POST order/cancel_all');
  await ask('POST coin/trade', { from: 'BTC', to: 'ETH', amount: '0.01' });
  for (const to of ['contract', 'option'])
    await ask('POST wallet/transfer', { currency: 'USDT', from: 'spot', to, amount: '20000' });
  const long = { symbol: 'BTC/USDT', side: 'long', type: 'market', quantity: '0.01', leverage: 10 };
  const opened = await ask('POST lever/submit', long);
  await ask('POST lever/setstop', { id: opened.id, take_profit: '900000' });
  await ask('POST lever/close', { id: opened.id });
  const held = await ask('POST lever/submit', long);
  const exit = { type: 'limit', price: '900000', client_order_id: ORDERS.exit };
  await ask('POST lever/close_at', { id: held.id, ...exit });
  await ask('POST lever/reduce', { symbol: long.symbol, side: 'short', quantity: '0.004' });
  await ask('POST lever/dealall', { side: 'long' });
  const limit = { ...long, type: 'limit', price: '1000', client_order_id: ORDERS.position };
  const waits = await ask('POST lever/submit', limit);
  await ask('POST lever/amend', { client_order_id: ORDERS.position, price: '1100' });
  await ask('POST lever/cancel', { id: waits.id });
  await ask('POST lever/cancel_all');
  await ask('POST orders/dead_mans_switch', { seconds: 3600 });
  await ask('POST orders/cancel_all');
}

/** Executes every other command that a person can give. */
async function useEverything(token: string): Promise<void> {
  const ask = asking(token);
  await ask('POST microtrade/submit', {
    symbol: 'BTC/USDT',
    side: 'up',
    seconds: 30,
    stake: '100',
    currency: 'USDT',
  });
  const asked = { from: 'USDT', to: 'ETH', amount: '500' };
  const { quote_id: quote } = await ask('POST wallet/flash_quote', asked);
  await ask('POST wallet/flashAgainst', { ...asked, quote_id: quote });
  const every = { amount: '50', every: 'day', on_day: 0, hour: 9 };
  const { id: plan } = await ask('POST recurring/create', { symbol: 'BTC/USDT', ...every });
  await ask('POST recurring/change', { id: plan, ...every, hour: 8 });
  await ask('POST recurring/pause', { id: plan });
  await ask('POST recurring/resume', { id: plan });
  const { id: customer } = await ask('GET user/info');
  const sam = await openConsoleLine(server, 'sam');
  await sam.done('POST recurring_pause', {
    customer,
    id: plan,
    reason: 'support_request',
    note: WHO.note,
  });
  await ask('POST recurring/delete', { id: plan });
  const { id: order } = await ask('POST lh/deposit', { amount: '5000' });
  await ask('POST lh/deposit/cancel', { id: order });
  const { id: pending } = await ask('POST lh/deposit', { amount: '5000' });
  const ada = await openConsoleLine(server, 'ada');
  const seen = { customer, id: pending, amount: '5000', note: WHO.note };
  await ada.done('POST fund_order_decide', { ...seen, verdict: 'approve' });
  await ask('POST price_alert', { symbol: 'BTC/USDT', price: '9000000' });
  const { items: alerts } = await ask('GET price_alerts');
  await ask('POST price_alert_delete', { id: alerts[0]?.id });
  await server.call('POST wallet/experience_convert', { token });
  const voucher = await handIn(server.origin, token, await photo(903), 'voucher');
  const { id: deposit } = await ask('POST wallet/charge_req', {
    currency: 'USDT',
    network: 'tron',
    amount: '75',
    voucher,
  });
  await ask('POST wallet/charge_cancel', { id: deposit });
  const added = await ask('POST wallet/address_add', {
    ...{
      network: 'ethereum',
      address: `0x${'11'.repeat(20)}`,
      label: 'own',
      current_password: LENA,
    },
  });
  await ask('POST wallet/address_delete', { id: added.id });
  const documents: string[] = [];
  for (const seed of [904, 905, 906, 907])
    documents.push(await handIn(server.origin, token, await photo(seed), 'loan'));
  const [house, income, bank, identity] = documents;
  const { id: loan } = await ask('POST lh/loan/submit', {
    ...{ amount: '1000', days: 7, agree: AGREEMENT_VERSION, house, income, bank, identity },
  });
  await ask('POST lh/loan/cancel', { id: loan });
  await server.call('POST lever/apply', {
    token,
    fields: {
      ...{
        knowledge: 'some',
        experience: 'under_one_year',
        loss_capacity: 'bearable',
        funds_source: 'salary',
      },
      ...{ quiz_leverage: 'ten', quiz_close_out: 'position_is_closed', quiz_gap: 'at_the_next_price' },
      quiz_worst: 'the_margin',
    },
  });
  const theo = await openConsoleLine(server, 'theo');
  const noted = { currency: 'USDT', source: 'Canary Landesbank', amount: '5', as_of: 1_700_000_000 };
  await theo.done('POST custody_note', noted);
  await ask('POST user/limit_set', { kind: 'stake', period: 'month', amount: '500000' });
  const [agreement] = await ask('GET agreements');
  await ask('POST agreements/consent', { id: agreement?.id, version: agreement?.version });
  await ask('POST demo/start_over');
  await ask('POST user/time_out', { hours: 24 });
  const leaving = await register(server.origin, 'qz9canaryleaving', 'l3ave!me-be');
  await asking(leaving.token)('POST user/close', {
    account: leaving.account,
    current_password: 'l3ave!me-be',
  });
  said.push(leaving.account, leaving.email, leaving.token, token);
}

test('the export contains every kind of command that a person can give', async () => {
  const records = await linesOf<RecordLine>(honest, 'records');
  const seen = new Set(records.flatMap((line) => commandsOf(line).map(([name]) => name)));
  const kinds = [...rulebook.recorded.commands, ...rulebook.effectsAlone];
  const isSaid = (kind: string): boolean => !isFired(kind) && !isOfNoKey(kind) && !UNASKED.has(kind);
  expect(kinds.filter((kind) => !seen.has(kind) && isSaid(kind))).toEqual([]);
  expect([...UNASKED].filter((kind) => !kinds.includes(kind as never))).toEqual([]);
});

test('API keys can give no commands other than those of spot orders', () => {
  const ofKeys = Object.entries(calls).filter(([, row]) => 'scope' in row && row.scope === 'trade');
  expect(ofKeys.length).toBeGreaterThan(4);
  // A batch makes other calls, for each of which the key needs its scope.
  expect(ofKeys.filter(([name, row]) => !(name in spotCalls) && !('makesCalls' in row))).toEqual([]);
});

test('the export contains no text by or about a customer, and no hash of one without a key', () => {
  expect(said.length).toBeGreaterThan(60);
  expect(said.filter((text) => text.length < 8)).toEqual([]);
  expect(foundIn(lines, said)).toEqual([]);
  // Operators are named by pseudonyms too.
  const operators = ['rosa', 'theo', 'ada', 'ines', 'sam'];
  expect(operators.filter((name) => lines.some((line) => line.includes(`"${name}"`)))).toEqual([]);
});

/** Columns of recorded tables with words of fixed sets, names of instruments and currencies, or figures as JSON. */
const WORDS = {
  customer_gate: 'status kyc_status country',
  account_standing: 'status',
  experience_credit: 'status',
  own_limit: 'kind period',
  own_history: 'days',
  api_mandate: 'symbols',
  dead_mans_switch: 'status',
  spot_order: 'symbol to_symbol side type status reason priced lasts',
  position:
    'product symbol side type status reason collateral stop_kind armed nights closes gains added change_waits time_in_force',
  house_debt: 'collateral status',
  option_ticket: 'product symbol side currency source status reason',
  exchange_quote: 'from_currency to_currency legs unused_ms',
  fund_order: 'status reason',
  referral_reward: 'shortfall status',
  recurring_plan: 'symbol every status reason',
  recurring_purchase: 'status reason',
  withdrawal: 'currency network status reason hold_reason',
  withdrawal_address: 'network',
  deposit: 'currency network status reason credited_currency',
  loan: 'agreement status reason',
  proposal: 'kind body status',
  withdrawal_lately: 'asked',
  deposit_lately: 'asked',
  capital_standing: 'free',
};

test('every text column of the export is either personal or limited to a fixed set of words', async () => {
  const { rows } = await pool.query<{ place: string; type: string }>(
    `select table_name || '.' || column_name as place, data_type as type from information_schema.columns
      where table_schema = 'public'`,
  );
  const types = new Map(rows.map(({ place, type }) => [place, type]));
  const example = (column: string, type = ''): string | null => {
    if (column === 'persons') return JSON.stringify(['x']);
    if (column === 'state') return JSON.stringify({ used: [{ person: 'x' }] });
    return type === 'text' ? 'x' : type === 'bytea' ? String.raw`\x00` : null;
  };
  const plain = rulebook.tables.flatMap(({ name, open, concealing }) => {
    const columns = [...open.text.matchAll(/\bt\.([a-z_0-9]+)(?=[, ])/g)].map(([, column = '']) => column);
    const read = columns.slice(0, columns.lastIndexOf('book'));
    const texts = read.map((column) => example(column, types.get(`${name}.${column}`)));
    const concealed = concealing?.texts(texts, () => 'pseudonym') ?? texts;
    return read.flatMap((column, at) => {
      const place = `${name}.${column}`;
      const isText = /text|bytea|json|char/.test(types.get(place) ?? '');
      return isText && concealed[at] === texts[at] ? [place] : [];
    });
  });
  const words = Object.entries(WORDS).flatMap(([table, columns]) =>
    columns.split(' ').map((column) => `${table}.${column}`),
  );
  expect(plain.toSorted()).toEqual(words.toSorted());
});

test('finds a personal text planted in an export, in any encoding', () => {
  const plant = (text: string): string[] => [...lines, `{"ref":"deposit:1 ${text}"}`];
  const bytes = Buffer.from(`to ${WHO.note} of us`);
  expect(foundIn(plant(WHO.note), said)).toHaveLength(1);
  expect(foundIn(plant(bytes.toString('hex')), said)).toHaveLength(1);
  for (const before of ['', '-', '--'])
    expect(foundIn(plant(Buffer.from(`${before}${WHO.note}.`).toString('base64')), said)).toHaveLength(1);
});

test('re-executes the day without a difference', async () => {
  const { differences, decided, rows } = await reexecute(honest, rulebook);
  expect(differences.kept).toEqual([]);
  expect(decided).toBeGreaterThan(60);
  expect(rows).toBeGreaterThan(20);
});

type Edited = { found: { tables: [string, (string | null)[][], unknown][] }; commands: DecidedCommand[] };

function commandsOf(line: RecordLine): DecidedCommand[] {
  const json = jsonOf(line);
  if (json === '') return [];
  const { commands } = JSON.parse(json) as BatchRecord;
  return commands.flatMap((command) => (command[0] === 0 ? [] : [command]));
}

/** Edits the first record with an accepted command of this name to which the edit applies. */
const within =
  (name: string, edit: (record: Edited, input: Record<string, unknown>) => void) => (json: string) => {
    const record = JSON.parse(json) as Edited;
    const found = record.commands.find(([of, , , , outcome]) => of === name && outcome === 0);
    if (found === undefined) return json;
    edit(record, found[2] as Record<string, unknown>);
    return JSON.stringify(record);
  };

const rowsOf = (record: Edited, table: string) =>
  record.found.tables.find(([name]) => name === table)?.[1] ?? [];

const NOTHING = { journals: [], puts: [], counts: [], events: false, waited: false };

/** Replaces a text in the rows of a table. */
function replaceIn(record: Edited, table: string, by: (text: string) => string): void {
  for (const row of rowsOf(record, table))
    for (const [at, text] of row.entries()) if (text !== null) row[at] = by(text);
}

/** Makes the same person approve twice: the second approval's operator becomes the first one. */
function asTheFirst(table: string) {
  return (record: Edited, input: Record<string, unknown>): void => {
    const persons = new Map(input['persons'] as [string, string][]);
    const first = rowsOf(record, table)
      .flat()
      .find((text) => text !== null && persons.has(text));
    if (typeof first !== 'string') return;
    input['operator'] = { ...(input['operator'] as object), account: first, person: persons.get(first) };
  };
}

test.each<[what: string, edit: (json: string) => string, kind: string]>([
  [
    'a large deposit that one person approved twice',
    within('deposits.review', asTheFirst('deposit')),
    'outcome',
  ],
  [
    'a deposit that was credited with more than was submitted',
    within('deposits.request', (_, input) => {
      input['amount'] = `#${BigInt((input['amount'] as string).slice(1)) * 2n}`;
    }),
    'row',
  ],
  [
    'a withdrawal whose address was changed after the request',
    within('withdrawals.review', (record, input) => {
      const address = input['address'] as string;
      const other = 'f'.repeat(64);
      replaceIn(record, 'withdrawal', (text) => (text === address ? other : text));
      input['address'] = other;
    }),
    'row',
  ],
  [
    'a withdrawal that was approved by the person who credited the deposit',
    within('withdrawals.review', (record, input) => {
      const verdict = input['verdict'] as { kind: string };
      const [duties] = rowsOf(record, 'customer_duty');
      const persons = JSON.parse(duties?.at(-1) ?? '[]') as string[];
      if (verdict.kind === 'approve')
        input['operator'] = { ...(input['operator'] as object), person: persons[0] };
    }),
    'outcome',
  ],
  [
    'a withdrawal that was approved for another amount',
    within('withdrawals.review', (_, input) => {
      input['amount'] = '#1';
    }),
    'outcome',
  ],
  [
    'a loan that one operator approved for more than was applied for',
    within('loans.review', (_, input) => {
      input['amount'] = '#1';
    }),
    'outcome',
  ],
  [
    'a loan that was applied for with another amount',
    within('loans.apply', (_, input) => {
      input['amount'] = `#${BigInt((input['amount'] as string).slice(1)) + 1n}`;
    }),
    'row',
  ],
  [
    'a withdrawal whose record states only its effects',
    (json) => {
      const record = JSON.parse(json) as BatchRecord;
      const commands = record.commands.map((command) =>
        command[0] === 'withdrawals.request'
          ? [...command.slice(0, 2), null, ...command.slice(3, 5), NOTHING]
          : command,
      );
      return JSON.stringify({ ...record, commands });
    },
    'record',
  ],
  [
    'a correction that its proposer approved',
    within('proposals.decide', (_, input) => {
      input['operator'] = { ...(input['operator'] as object), person: input['proposer'] };
    }),
    'outcome',
  ],
  [
    'a movement of the house’s money that is not the proposed one',
    within('proposals.decide', (_, input) => {
      input['seen'] = (input['seen'] as string).replace(/"amount":"(\d)/, '"amount":"9$1');
    }),
    'outcome',
  ],
  [
    'a withdrawal that was requested while the account was frozen',
    within('withdrawals.request', (record) => {
      replaceIn(record, 'customer_gate', (text) => (text === 'active' ? 'frozen' : text));
    }),
    'outcome',
  ],
])('finds %s', async (what, edit, kind) => {
  const folder = await forgedDay<RecordLine>({ honest, name: `edited ${what.length}` }, 'records', (all) =>
    editRecord(all, edit),
  );
  expect(await kindsOf(folder)).toContain(kind);
});

/** Moves one USDT between two accounts of the first journal of a kind, so that it still sums to zero. */
const moved = (kind: string, from: string, to: string) => (all: JournalLine[]) =>
  editFirst(
    all,
    (line) => line[2] === kind && line[6].includes('USDT') && line[5].includes(from) && line[5].includes(to),
    (line): JournalLine => {
      const [book, seq, of, ref, timeMs, accounts, currencies, amounts] = line;
      const by = new Map([
        [from, -ONE],
        [to, ONE],
      ]);
      const changed = amounts.map((amount, at) =>
        toNumeric(fromNumeric(amount) + (by.get(accounts[at] ?? '') ?? 0n)),
      );
      return [book, seq, of, ref, timeMs, accounts, currencies, changed];
    },
  );

test.each([
  ['a higher fee of a withdrawal', moved('withdrawal_pay', 'custody', 'fees')],
  ['a deposit that was credited with less', moved('deposit', 'spot', 'custody')],
])('finds %s in the ledger', async (what, change) => {
  const folder = await forgedDay<JournalLine>({ honest, name: `moved ${what.length}` }, 'journals', change);
  expect(await kindsOf(folder)).toContain('journal');
});

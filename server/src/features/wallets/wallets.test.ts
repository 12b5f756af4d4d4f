/**
 * Wallets through the API: frozen amounts are itemised, records add up to the wallets, and customers can't read each other's
 * data.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { CallInput, CallName, CallOutput } from '@candor/protocol/calls.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../db/pool.ts';
import { breaches } from '../../app/breaches.ts';
import { groupOf } from '../../ledger/record-groups.ts';

let server: WholeServer;
let token: string;
let stranger: string;

beforeAll(async () => {
  server = await openWholeServer();
  token = await server.login(0);
  stranger = await server.login(1);
  await actALittle();
}, 60_000);
afterAll(async () => {
  const pool = createPool(server.url, { max: 1 });
  expect(await breaches(pool)).toEqual([]);
  await pool.end();
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
  await server.stop();
});

async function ask<Name extends CallName>(
  name: Name,
  fields: CallInput<Name>,
  as = token,
): Promise<CallOutput<Name>> {
  const { body } = await server.call(name, { token: as, fields });
  if (body.type !== 'ok') throw new Error(`expected ${name} to succeed, found ${JSON.stringify(body)}`);
  return body.message as CallOutput<Name>;
}

/** Creates at least one holding of each kind: bought, resting, staked and margined. Some are cancelled or closed again. */
async function actALittle(): Promise<void> {
  await ask('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'option', amount: '1000' });
  await ask('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'contract', amount: '2000' });
  const order = { symbol: 'BTC/USDT', quantity: '0.01' } as const;
  await ask('POST coin/trade', { ...order, side: 'buy', type: 'market' });
  const resting = { ...order, side: 'buy', type: 'limit', price: '1000' } as const;
  await ask('POST coin/trade', resting);
  const { id } = await ask('POST coin/trade', { ...resting, price: '1200' });
  await ask('POST order/cancel', { id });
  const ticket = { symbol: 'BTC/USDT', side: 'up', seconds: 300, payout_ratio: '0.88' } as const;
  await ask('POST microtrade/submit', { ...ticket, stake: '50', currency: 'USDT' });
  const lots = {
    ...({ symbol: 'BTC/USDT', side: 'long', type: 'market', leverage: 20 } as const),
    ...({ quantity: '0.01', collateral: 'contract' } as const),
  } as const;
  await ask('POST lever/submit', lots);
  const closed = await ask('POST lever/submit', { ...lots, side: 'short' });
  await ask('POST lever/close', { id: closed.id });
}

type Wallet = CallOutput<'POST wallet/list'>[number];
type Record_ = CallOutput<'POST wallet/detail'>['items'][number];
const ACCOUNTS = ['spot', 'contract', 'option', 'experience'] as const;

async function allRecords(filter: CallInput<'POST wallet/detail'> = {}, as = token): Promise<Record_[]> {
  const found: Record_[] = [];
  let cursor: string | null = null;
  do {
    const page: CallOutput<'POST wallet/detail'> = await ask(
      'POST wallet/detail',
      { ...filter, limit: 3, ...(cursor === null ? {} : { cursor }) },
      as,
    );
    found.push(...page.items);
    cursor = page.next;
  } while (cursor !== null);
  return found;
}

/** Sums up the changes in records, by account such as "USDT spot frozen". */
function sumsOf(records: readonly Record_[]): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const { account, frozen, currency, amount: change } of records.flatMap(({ changes }) => changes)) {
    const key = `${currency} ${account} ${frozen ? 'frozen' : 'available'}`;
    sums.set(key, (sums.get(key) ?? 0n) + amount(change));
  }
  return told(sums);
}

function heldIn(wallets: readonly Wallet[]): Record<string, string> {
  const held = wallets.flatMap((wallet) =>
    ACCOUNTS.flatMap((account) => {
      const pocket = wallet[account];
      if (pocket === undefined) return [];
      const name = `${wallet.currency} ${account}`;
      return [
        [`${name} available`, amount(pocket.available)],
        [`${name} frozen`, amount(pocket.frozen)],
      ] as const;
    }),
  );
  return told(new Map(held));
}

function told(sums: ReadonlyMap<string, bigint>): Record<string, string> {
  const shown = [...sums].filter(([, sum]) => sum !== 0n).map(([key, sum]) => [key, formatAmount(sum)]);
  return Object.fromEntries(shown.toSorted(([a = ''], [b = '']) => a.localeCompare(b))) as Record<
    string,
    string
  >;
}

test('returns records that add up to the wallets, in which the stake of an open option is frozen', async () => {
  const held = heldIn(await ask('POST wallet/list', {}));
  expect(sumsOf(await allRecords())).toEqual(held);
  expect(held['USDT option frozen']).toBe('50');
});

test('returns the parts of each frozen amount, which add up to it', async () => {
  const info = await ask('POST wallet/get_info', { currency: 'USDT' });
  for (const account of ACCOUNTS) {
    const holds = info.frozen_by.filter((hold) => hold.account === account);
    const sum = holds.reduce((total, hold) => total + amount(hold.amount), 0n);
    expect(formatAmount(sum), account).toBe(info[account]?.frozen);
  }
  expect(info.frozen_by.map(({ ref }) => ref.replace(/\d+/, 'n')).toSorted()).toEqual([
    'option:n',
    'position:n',
    'spot_order:n',
  ]);
  const { body } = await server.call('POST wallet/get_info', { token, fields: { currency: 'EUR' } });
  expect(body).toMatchObject({ error: 'wallet_not_found', params: { field: 'currency' } });
});

test('filters records, and returns each matching record exactly once across pages', async () => {
  const all = await allRecords();
  const seqs = all.map(({ seq }) => seq);
  expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => b - a));
  const newest = await ask('POST wallet/detail', { limit: 100 });
  expect(newest.items).toEqual(all);
  expect(newest.next).toBe(null);
  const same = async (
    filter: CallInput<'POST wallet/detail'>,
    fits: (record: Record_) => boolean,
  ): Promise<void> => {
    const expected = all.filter(fits);
    expect(expected.length).toBeGreaterThan(0);
    expect(await allRecords(filter), JSON.stringify(filter)).toEqual(expected);
  };
  await same({ group: 'spot' }, ({ group }) => group === 'spot');
  await same({ group: 'transfer' }, ({ kind }) => kind === 'transfer');
  await same({ currency: 'BTC' }, ({ changes }) => changes.some(({ currency }) => currency === 'BTC'));
  for (const account of ACCOUNTS) {
    await same({ account }, ({ changes }) => changes.some((change) => change.account === account));
  }
  const middle = all[Math.floor(all.length / 2)]!.time;
  await same({ from: middle }, ({ time }) => time >= middle);
  await same({ to: middle }, ({ time }) => time <= middle);
  expect(await allRecords({ group: 'loan' })).toEqual([]);
  expect(await allRecords({ from: 9_999_999_999 })).toEqual([]);
  const { body } = await server.call('POST wallet/detail', { token, fields: { cursor: 'x' } });
  expect(body).toMatchObject({ error: 'parameter_wrong', params: { field: 'cursor' } });
});

test('returns the journal of a record with the postings of both sides, which sum to zero', async () => {
  for (const { seq, changes } of await allRecords()) {
    const journal = await ask('GET wallet/journal', { seq });
    const sums = new Map<string, bigint>();
    for (const { currency, amount: gained } of journal.postings) {
      sums.set(currency, (sums.get(currency) ?? 0n) + amount(gained));
    }
    expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
    expect(changes.length === 0 || journal.postings.some(({ own }) => own)).toBe(true);
  }
});

test('returns only the caller’s own journals, even for the number or cursor of another customer’s', async () => {
  const mine = await allRecords();
  const theirs = await allRecords({}, stranger);
  const own = new Map(theirs.map((record) => [record.seq, record]));
  for (const { seq } of mine) {
    const { body } = await server.call('GET wallet/journal', { token: stranger, fields: { seq } });
    if (own.has(seq))
      expect(body.message).toMatchObject({ ref: own.get(seq)!.ref, kind: own.get(seq)!.kind });
    else expect(body).toMatchObject({ error: 'no_transaction_records' });
  }
  const refs = new Set(mine.map(({ ref }) => ref));
  expect(theirs.filter(({ ref }) => refs.has(ref))).toEqual([]);
  // A cursor is only a number. Another customer's cursor returns only records of the caller.
  const cursor = String(mine.at(-1)!.seq + 1);
  const reached = await ask('POST wallet/detail', { cursor }, stranger);
  expect(reached.items.every(({ seq }) => own.has(seq))).toBe(true);
  const text = (await ask('GET wallet/ledger', {}, stranger)).text;
  const { id } = await ask('GET user/info', {});
  expect(text).not.toContain(id);
});

test('returns as the last point of the history the same total as the profile, including the fund and unrealised profit', async () => {
  await ask('POST lh/deposit', { amount: '5000' });
  const value = (wallets: readonly Wallet[]): bigint =>
    wallets.reduce((sum, wallet) => sum + amount(wallet.value_usdt), 0n);
  // Compares only answers between which no quote arrived, because the market moves every second.
  for (let tries = 0; ; tries += 1) {
    const before = await ask('GET user/info', {});
    const history = await ask('GET wallet/history', {});
    const wallets = await ask('POST wallet/list', {});
    const after = await ask('GET user/info', {});
    expect(history.length).toBe(1);
    expect(wallets.find(({ currency }) => currency === 'USDT')?.fund?.frozen).toBe('5000');
    const isStill = before.account_balance === after.account_balance;
    // The comparison requires a position whose price has moved since it was opened.
    if ((!isStill || amount(before.account_balance) === value(wallets)) && tries < 100) continue;
    expect(history.at(-1)?.value_usdt).toBe(before.account_balance);
    expect(amount(before.account_balance)).not.toBe(value(wallets));
    return;
  }
});

test('returns the income of each source, and a total that is their sum', async () => {
  const income = await ask('GET wallet/accumulated', {});
  expect(income.sources.map(({ source }) => source)).toEqual([
    'options',
    'contracts',
    'forex',
    'fund',
    'referral',
    'credit',
  ]);
  for (const of of ['today', 'total'] as const) {
    const sum = income.sources.reduce((total, source) => total + amount(source[of]), 0n);
    expect(formatAmount(sum)).toBe(income[of]);
  }
  const contracts = income.sources.find(({ source }) => source === 'contracts')!;
  // The fees of two openings and one closing make the result negative.
  expect(contracts.total).toMatch(/^-/);
  expect(contracts.today).toBe(contracts.total);
});

test('refuses further exports after twelve', async () => {
  const answers: unknown[] = [];
  for (let at = 0; at < 14; at += 1) {
    const { body } = await server.call('GET wallet/ledger', { token });
    answers.push(body.type === 'ok' ? 'ok' : body.error);
  }
  expect(answers.slice(0, 12)).toEqual(Array.from({ length: 12 }, () => 'ok'));
  expect(answers.slice(12)).toEqual(['too_many_attempts', 'too_many_attempts']);
});

test('records the closing’s journal for a position closed by a start-over that also cancels an order', async () => {
  // If the closing named a wrong journal, an invariant checked at the end would report it.
  await ask('POST demo/start_over', {}, stranger);
  await ask(
    'POST wallet/transfer',
    { currency: 'USDT', from: 'spot', to: 'contract', amount: '2000' },
    stranger,
  );
  const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: '0.01', price: '1000' } as const;
  await ask('POST coin/trade', order, stranger);
  const lots = { symbol: 'BTC/USDT', side: 'long', type: 'market', leverage: 20, quantity: '0.01' } as const;
  await ask('POST lever/submit', { ...lots, collateral: 'contract' }, stranger);
  await ask('POST demo/start_over', {}, stranger);
  const [newest, closing, release] = await allRecords({}, stranger);
  expect([newest?.kind, closing?.kind, release?.kind]).toEqual([
    'start_over',
    'contract_close',
    'spot_release',
  ]);
  expect(sumsOf(await allRecords({}, stranger))).toEqual(heldIn(await ask('POST wallet/list', {}, stranger)));
});

test('returns a group for every kind of journal that can affect a customer’s account', async () => {
  const pool = createPool(server.url, { max: 1 });
  const { rows } = await pool.query<{ kind: string }>(
    'select distinct kind from journal_template where not is_house(account)',
  );
  await pool.end();
  expect(rows.length).toBeGreaterThan(20);
  for (const { kind } of rows) expect(() => groupOf(kind)).not.toThrow();
});

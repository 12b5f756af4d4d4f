/** Receipts of a running server, checked by the verifier alone: any later change to an order is found. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { verifyReceipts } from '../src/features/receipts/verify-receipts.ts';
import { verifyLog } from '../src/proofs/tlog/verify-log.ts';
import { isSignedBy } from '../../verifier/src/crypto.ts';
import { checkReceipt } from '../../verifier/src/receipt/check-receipt.ts';
import type { Outcome, ReceiptCase } from '../../verifier/src/receipt/check-receipt.ts';
import { readBatch, readLeaf } from '../../verifier/src/receipt/texts.ts';
import { readCheckpoint } from '../../verifier/src/tlog/checkpoint.ts';
import { leafHash, rootOfInclusion, sameHash } from '../../verifier/src/tlog/merkle.ts';
import { TileTree } from '../../verifier/src/tlog/tiles.ts';
import { SigningDevice } from './testing/signing-device.ts';
import type { Sent } from './testing/signing-device.ts';

const SOON = { timeout: 30_000, interval: 200 };
const RESTING = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: '0.002', price: '1000' };
let server: WholeServer;
let owner: pg.Client;
let device: SigningDevice;
let platformKey: string;
let token: string;
let customer: string;

beforeAll(async () => {
  server = await openWholeServer({ tlog: { origin: undefined, witnesses: 'own', quorum: 2 } });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  token = await server.login();
  device = new SigningDevice(server.origin, token);
  await device.register();
  ({ id: customer } = (await device.get('user/info')) as { id: string });
  const { body } = await server.call('GET transparency/keys');
  platformKey = (body.message as CallOutput<'GET transparency/keys'>).public_key;
  const moved = { currency: 'USDT', amount: '100', from: 'spot', to: 'option' };
  await device.send('POST wallet/transfer', moved, { isSigned: false });
  // Audits take the platform's key from what it has signed.
  await vi.waitFor(async () => {
    expect((await owner.query('select from checkpoint limit 1')).rows).toHaveLength(1);
  }, SOON);
});
afterAll(async () => {
  await owner.end();
  await server.stop();
});

const place = (how = {}) => device.send('POST coin/trade', RESTING, { symbol: 'BTC/USDT', ...how });
const idOf = ({ body }: Sent): string => (body.message as { id: string }).id;

function caseOf(sent: Sent, more: Partial<ReceiptCase> = {}): ReceiptCase {
  if (sent.receipt === undefined) throw new Error(`expected a receipt, found none: ${sent.answer}`);
  return {
    ...{ receipt: sent.receipt, order: sent.order, answer: sent.answer, platformKey, verify: isSignedBy },
    ...{ deviceKeys: [device.publicKey], clockWithinMs: 5000 },
    ...more,
  };
}

const kinds = (given: ReceiptCase) => checkReceipt(given).map(({ kind }) => kind);

/** The platform's current answer about a spot order. */
async function outcomeOf(id: string): Promise<Outcome | 'missing'> {
  const { items }: CallOutput<'GET coin/list'> = await device.get('coin/list?limit=50');
  const order = items.find((one) => one.id === id);
  return order === undefined ? 'missing' : { id, isEndedByCustomer: order.reason === 'customer' };
}

const signedOrders = async (): Promise<CallOutput<'GET receipts/orders'>['items']> =>
  ((await device.get('receipts/orders')) as CallOutput<'GET receipts/orders'>).items;

const signedTexts = async () => (await signedOrders()).map(({ text }) => text);

/** Executes SQL as the database's owner with the guards disabled, runs a check, and undoes the change. */
async function asOwner(sql: string, check: () => Promise<void>, undo: string): Promise<void> {
  await owner.query('set session_replication_role = replica');
  try {
    await owner.query(sql);
    await check();
  } finally {
    await owner.query(undo);
    await owner.query('set session_replication_role = origin');
  }
}

describe('an accepted order', () => {
  test('gets a receipt that the platform signed, and that is in the log within ten seconds', async () => {
    const sent = await place();
    expect(kinds(caseOf(sent, { outcome: await outcomeOf(idOf(sent)) }))).toEqual([]);
    const { number = 0 } = readBatch(sent.receipt?.text ?? '') ?? {};
    const sentMs = Date.now();
    const logged = await vi.waitFor(async () => {
      const found: CallOutput<'GET receipts/batch'> = await device.get(`receipts/batch?number=${number}`);
      expect(found.index).not.toBeNull();
      const read = await fetch(`${server.origin}/log/checkpoint`);
      const checkpoint = readCheckpoint(await read.text());
      expect(checkpoint?.size).toBeGreaterThan(found.index ?? 0);
      return { ...found, checkpoint };
    }, SOON);
    expect(Date.now() - sentMs).toBeLessThan(10_000);
    expect(logged.text).toBe(sent.receipt?.text);
    const { size = 0, root = new Uint8Array() } = logged.checkpoint ?? {};
    const read = async (path: string) =>
      new Uint8Array(await (await fetch(`${server.origin}/log/${path}`)).arrayBuffer());
    const proof = await new TileTree(read, size).inclusion(logged.index ?? 0);
    const leaf = leafHash(new TextEncoder().encode(logged.text));
    const reached = rootOfInclusion({ index: logged.index ?? 0, size, leaf, proof });
    expect(reached !== undefined && sameHash(reached, root)).toBe(true);
  });

  test('names the newest entry that its transaction read, which is also its acceptance entry in the ticket', async () => {
    const fields = { symbol: 'BTC/USDT', side: 'up', seconds: 60, stake: '20', currency: 'USDT' };
    const sent = await device.send('POST microtrade/submit', fields, { symbol: 'BTC/USDT' });
    const ticket = sent.body.message as { id: string; accepted_seq: number; accepted_ms: number };
    const leaf = readLeaf(sent.receipt?.leaf ?? '');
    expect([leaf?.acceptedSeq, leaf?.acceptedMs]).toEqual([ticket.accepted_seq, ticket.accepted_ms]);
    const said = { id: ticket.id, acceptedSeq: ticket.accepted_seq, acceptedMs: ticket.accepted_ms };
    expect(kinds(caseOf(sent, { outcome: said }))).toEqual([]);
    const table = `option_ticket set accepted_seq = accepted_seq`;
    await asOwner(
      `update ${table} - 1 where id = ${ticket.id}`,
      async () => {
        const list: CallOutput<'GET microtrade/lists'> = await device.get('microtrade/lists');
        const now = list.find(({ id }) => id === ticket.id);
        const outcome = { ...said, acceptedSeq: now?.accepted_seq ?? 0, acceptedMs: now?.accepted_ms ?? 0 };
        expect(kinds(caseOf(sent, { outcome }))).toEqual(['acceptance_backdated']);
        const later = { ...said, acceptedSeq: ticket.accepted_seq + 3 };
        expect(kinds(caseOf(sent, { outcome: later }))).toEqual(['order_delayed']);
      },
      `update ${table} + 1 where id = ${ticket.id}`,
    );
  });

  test('gets a receipt even without a signature of a device', async () => {
    const sent = await device.send('POST coin/trade', RESTING, { isSigned: false });
    expect(kinds(caseOf(sent))).toEqual([]);
    expect((await signedOrders()).some(({ text }) => text === sent.order)).toBe(false);
  });

  test('gets the first receipt again when it is repeated, and the list contains that receipt', async () => {
    const key = 'repeated-once';
    const first = await place({ key });
    const again = await place({ key });
    expect(idOf(again)).toBe(idOf(first));
    expect(again.receipt).toEqual(first.receipt);
    const listed = (await signedOrders()).find(({ text }) => text === first.order);
    expect(listed?.receipt).toEqual(first.receipt);
  });
});

describe('a signature', () => {
  test.each([
    ['by another key', { forged: '00'.repeat(64) }],
    ['over another text', { forged: undefined, key: 'bar|red' }],
  ])('%s is refused, without any effect', async (_name, how) => {
    const before = await signedTexts();
    const sent = await place(how);
    expect([sent.status, sent.body.error]).toEqual([400, 'parameter_wrong']);
    expect(sent.receipt).toBeUndefined();
    expect(await signedTexts()).toEqual(before);
  });

  test('of a device whose clock is wrong by more than five minutes is refused, and the same order unsigned is accepted', async () => {
    for (const wrongMs of [-301_000, 301_000]) {
      const key = `wrong-clock${wrongMs}`;
      const sent = await place({ deviceMs: Date.now() + wrongMs, key });
      expect(sent.body).toMatchObject({ error: 'parameter_wrong', params: { field: 'Candor-Order' } });
      const unsigned = await device.send('POST coin/trade', RESTING, { isSigned: false, key });
      expect(unsigned.body.type).toBe('ok');
    }
  });

  test('is stored once, and only with a batch of its time', async () => {
    await place();
    const copy = (
      text: string,
    ) => `insert into signed_order (book, batch, place, text, body, device_key, signature)
      select book, batch, place + 1000, ${text}, body, device_key, signature from signed_order order by batch desc limit 1`;
    await expect(owner.query(copy('text'))).rejects.toThrow(/signed_order_once/);
    const old = `replace(text, split_part(text, '|', 7), (split_part(text, '|', 7)::bigint - 700000)::text)`;
    const again = `replace(${old}, split_part(text, '|', 3), 'another')`;
    await expect(owner.query(copy(again))).rejects.toThrow(/not have the time of its batch/);
  });

  test('of a second device is accepted once its owner was notified, but not after its session has ended', async () => {
    const secondToken = await server.login();
    const second = new SigningDevice(server.origin, secondToken);
    expect((await second.register()).body.type).toBe('ok');
    const notices = await owner.query(
      `select params from notice where kind = 'signing_key_added' and book = $1`,
      [customer],
    );
    expect(notices.rows).toHaveLength(1);
    const { keys }: CallOutput<'GET receipts/device_keys'> = await device.get('receipts/device_keys');
    expect(keys.map(({ public_key: key }) => key)).toEqual([device.publicKey, second.publicKey]);
    await expect(
      owner.query(
        `insert into device_key (book, number, public_key, at_ms, session, signature)
          select book, 99, sha256('x'), at_ms, (select min(id) from session where customer <> $1), signature
          from device_key where book = $1 limit 1`,
        [customer],
      ),
    ).rejects.toThrow(/no open session/);
  });

  test('of devices that register concurrently has one number per device, even if a device registers twice', async () => {
    const session = await server.login(1);
    const devices = [1, 2, 3].map(() => new SigningDevice(server.origin, session));
    const answers = await Promise.all([...devices, ...devices].map((one) => one.register()));
    expect(answers.map(({ body }) => body.type)).toEqual(Array.from({ length: 6 }, () => 'ok'));
    const numbers = answers.map(({ body }) => (body.message as { number: number }).number);
    expect(numbers.slice(0, 3)).toEqual(numbers.slice(3));
    expect(new Set(numbers).size).toBe(3);
  });

  test('is possible with ten new keys of a session within a day, and a known key can be registered again', async () => {
    const session = await server.login(1);
    const devices = Array.from({ length: 11 }, () => new SigningDevice(server.origin, session));
    const codes: (string | undefined)[] = [];
    for (const one of devices) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { body } = await one.register();
      codes.push(body.error ?? body.type);
    }
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'ok'), 'device_keys_too_many']);
    expect((await devices[0]?.register())?.body.type).toBe('ok');
    const insert = (number: string, atMs: string) =>
      owner.query(
        `insert into device_key (book, number, public_key, at_ms, session, signature)
          select k.book, (select 1 + ${number} + count(*) from device_key n where n.book = k.book), sha256('x'), ${atMs}, k.session, k.signature
          from device_key k where k.public_key = $1`,
        [Buffer.from(devices[0]?.publicKey ?? '', 'hex')],
      );
    await expect(insert('0', 'k.at_ms')).rejects.toThrow(/registered ten keys within a day/);
    await expect(insert('5', 'k.at_ms + 90000000')).rejects.toThrow(/does not follow the others/);
  });

  test('of a key that the customer did not register is refused', async () => {
    const stranger = new SigningDevice(server.origin, await server.login());
    const sent = await stranger.send('POST coin/trade', RESTING, { symbol: 'BTC/USDT' });
    expect([sent.status, sent.body.error]).toEqual([400, 'parameter_wrong']);
  });

  test('is not possible with somebody else’s key, and each key is in the customer’s part of the log', async () => {
    const { id }: { id: string } = await device.get('user/info');
    const otherToken = await server.login(1);
    const other = new SigningDevice(server.origin, otherToken);
    const { id: otherId }: { id: string } = await other.get('user/info');
    // The device's signature for its own account, the same in the other's session, and a complete signature for the other.
    for (const [account, session] of [
      [id, token],
      [id, otherToken],
      [otherId, otherToken],
    ] as const) {
      const claimed = { public_key: device.publicKey, signature: device.signKey(account, session) };
      const refused = await other.send('POST receipts/device_key', claimed, { isSigned: false });
      expect(refused.body.error).toBe('parameter_wrong');
    }
    // A key registered for another account, or with another account's session.
    const fresh = new SigningDevice(server.origin, otherToken);
    expect((await fresh.registerAs(id, otherToken)).body.error).toBe('parameter_wrong');
    expect((await fresh.registerAs(otherId, token)).body.error).toBe('parameter_wrong');
    expect((await fresh.registerAs(otherId, otherToken)).body.type).toBe('ok');
    await vi.waitFor(async () => {
      const { entries }: CallOutput<'GET transparency/own'> = await device.get('transparency/own');
      expect(
        entries.filter(({ kind }) => kind === 'device_key').map(({ opening }) => opening),
      ).toContainEqual(expect.stringContaining(`|${device.publicKey}|`));
    }, SOON);
  });
});

describe('the house', () => {
  test('can’t drop an order unnoticed', async () => {
    const sent = await place();
    const id = idOf(sent);
    await owner.query(`create table kept as select * from spot_order where id = ${id}`);
    await asOwner(
      `delete from spot_order where id = ${id}`,
      async () => {
        expect(kinds(caseOf(sent, { outcome: await outcomeOf(id) }))).toEqual(['order_dropped']);
      },
      'insert into spot_order select * from kept',
    );
  });

  test('can’t cancel an order in the customer’s name, but the customer can', async () => {
    const sent = await place();
    const id = idOf(sent);
    await asOwner(
      `update spot_order set status = 'cancelled', reason = 'customer', held = 0 where id = ${id}`,
      async () => {
        const more = { outcome: await outcomeOf(id), signedOrders: await signedOrders() };
        expect(kinds(caseOf(sent, more))).toEqual(['cancel_unsigned']);
      },
      `update spot_order set status = 'open', reason = null, held = (select held from spot_order where status = 'open' and held > 0 limit 1)
        where id = ${id}`,
    );
    await vi.waitFor(async () => {
      await device.send('POST order/cancel', { id });
      expect(await outcomeOf(id)).toEqual({ id, isEndedByCustomer: true });
    }, SOON);
    const more = { outcome: await outcomeOf(id), signedOrders: await signedOrders() };
    expect(kinds(caseOf(sent, more))).toEqual([]);
    expect(kinds(caseOf(sent, { ...more, deviceKeys: ['ab'.repeat(32)] }))).toEqual(['cancel_unsigned']);
  });

  test('has an answer and a signed order for every promise, and the audit finds a deleted, changed or forged one', async () => {
    const sent = await place();
    const { number = 0 } = readBatch(sent.receipt?.text ?? '') ?? {};
    expect(await verifyReceipts(owner as never)).toEqual([]);
    const details = async () => (await verifyReceipts(owner as never)).map(({ detail }) => detail).join('; ');
    await owner.query(`create table kept_answer as select * from answer where batch = ${number}`);
    await asOwner(
      `delete from answer where batch = ${number}`,
      async () => expect(await details()).toContain(`the promise 0 of batch ${number} has no answer`),
      'insert into answer select * from kept_answer',
    );
    const forged = `replace(heads, 'BTC/USDT|', 'BTC/USDT|1')`;
    await owner.query(`create table kept_batch as select * from receipt_batch where number = ${number}`);
    await asOwner(
      `update receipt_batch set heads = ${forged} where number = ${number}`,
      async () => expect(await details()).toContain(`batch ${number} has another root than its leaves`),
      `update receipt_batch b set heads = k.heads from kept_batch k where k.number = b.number`,
    );
    await asOwner(
      `update signed_order set body = replace(body, '1000', '900') where batch = ${number}`,
      async () => expect(await details()).toContain('is not what a device'),
      `update signed_order set body = replace(body, '900', '1000') where batch = ${number}`,
    );
    expect(await details()).toBe('');
  });

  test('can’t register its own key in the customer’s name unnoticed', async () => {
    await owner.query(`create table kept_keys as select * from device_key`);
    await asOwner(
      `insert into device_key (book, number, public_key, at_ms, session, signature)
        select book, 90, sha256('house'), at_ms, session, signature from device_key where book = ${customer} limit 1`,
      async () => {
        const found = (await verifyReceipts(owner as never)).map(({ detail }) => detail).join('; ');
        expect(found).toContain(`did not sign that it is of customer ${customer}`);
      },
      `delete from device_key where number = 90`,
    );
  });

  test('can’t hide a batch that a serving role forged: it is unsigned, and it is in the log', async () => {
    const serving = new pg.Client({ connectionString: server.appUrl });
    await serving.connect();
    // Malformed answers don't stop the audit from finding the others.
    const answers = ['null', "'x'", "'1 x'", "'99999999999999999999 x'"];
    const rows = answers.map(
      (text, at) =>
        `(${7 + at}, 1, 1, 'x', decode(repeat('00', 65), 'hex'), sha256('x'), sha256('x') || sha256('y'), ${text})`,
    );
    const insert = `insert into receipt_batch (number, at_ms, accepted_ms, heads, leaves, root, signature, answers)
      values ${rows.join(', ')}`;
    await expect(serving.query(`update receipt_batch set logged = true`)).rejects.toThrow(
      /permission denied/,
    );
    await expect(serving.query(`delete from signed_order`)).rejects.toThrow(/permission denied/);
    await expect(
      serving.query(`insert into device_key (book, number, public_key, at_ms) values (1, 9, sha256('x'), 1)`),
    ).rejects.toThrow(/permission denied/);
    await serving.query(insert);
    await serving.end();
    const found = (await verifyReceipts(owner as never)).map(({ detail }) => detail);
    expect(found).toContain('batch 7 is not signed by the platform');
    expect(found).toContain('the promise 0 of batch 7 has no answer');
    expect(found.filter((detail) => detail.endsWith('is not the promised one'))).toHaveLength(3);
    await vi.waitFor(async () => {
      const { index }: CallOutput<'GET receipts/batch'> = await device.get('receipts/batch?number=7');
      expect(index).not.toBeNull();
    }, SOON);
    expect(await verifyLog(owner as never)).toEqual([]);
  });
});

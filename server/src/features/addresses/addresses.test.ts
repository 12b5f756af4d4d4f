/** Withdrawal addresses end to end over HTTP: adding, using and removing them. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import {
  openWithdrawalsDoor,
  PASSWORD,
  TRADING_PASSWORD,
  TRON_ADDRESS,
} from '@candor/testing/withdrawals-door.ts';
import type { Payee, WithdrawalsDoor } from '@candor/testing/withdrawals-door.ts';
import { limits } from './limits.ts';
import { DAY_MS } from '@candor/domain/time.ts';

const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

let world: WithdrawalsDoor;
let kim: Payee;
let lee: Payee;

beforeAll(async () => {
  world = await openWithdrawalsDoor({ coolOffSeconds: 86_400 });
  kim = await world.customer('kim');
  lee = await world.customer('lee');
});
afterAll(() => world.close());

const confirmed = { current_password: PASSWORD };
const add = (of: Payee, fields: Record<string, unknown>, key?: string) =>
  of.said(of.call('POST wallet/address_add', { ...confirmed, ...fields }, key === undefined ? {} : { key }));
const bookOf = (of: Payee) => of.done<{ items: { id: string; address: string }[] }>('GET wallet/address');

describe('the call that adds an address', () => {
  it("stores the address in its network's canonical form, pending, and notifies the customer", async () => {
    const before = Math.floor(world.now() / 1000);
    const added = await add(kim, {
      network: 'ethereum',
      address: ETHEREUM.toLowerCase(),
      label: ' my wallet ',
    });
    expect(added).toMatchObject({
      ...{ network: 'ethereum', currencies: ['ETH', 'USDT'], address: ETHEREUM, label: 'my wallet' },
    });
    const { added_at, usable_at } = added as { added_at: number; usable_at: number };
    expect(usable_at - added_at).toBeGreaterThanOrEqual(86_400);
    expect(usable_at - before).toBeLessThan(86_400 + 10);
    expect(await bookOf(kim)).toMatchObject({
      items: [{ address: ETHEREUM }, { address: TRON_ADDRESS }],
      max: limits.addressesMax,
      cool_off_seconds: 86_400,
    });
    expect((await kim.notices()).slice(-2)).toEqual(['address_added', 'address_added']);
    const events = await kim.done<{ items: { kind: string }[] }>('GET user/logins');
    expect(events.items[0]).toMatchObject({ kind: 'address_added' });
  });

  test.each([
    [{ network: 'wire', address: ETHEREUM }, 'network_invalid'],
    [{ network: 'constructor', address: ETHEREUM }, 'network_invalid'],
    [{ network: 'ethereum', address: ETHEREUM.replace('5aA', '5aa') }, 'address_wrong'],
    [{ network: 'bitcoin', address: ETHEREUM }, 'address_wrong'],
    [{ network: 'tron', address: 'TK2gcgycDcvBgA6nFiJBP2SzbRErpnDLoe' }, 'address_of_house'],
    [{ network: 'arbitrum', address: '0x63616e646F722064656d6F206e6F2077616c6c65' }, 'address_of_house'],
    [{ network: 'tron', address: TRON_ADDRESS }, 'address_exists'],
    [{ network: 'ethereum', address: ETHEREUM.toLowerCase() }, 'address_exists'],
    [{ network: 'bitcoin', address: BITCOIN, label: 'a\u202eb' }, 'parameter_wrong'],
    [{ network: 'bitcoin', address: BITCOIN, label: 'x'.repeat(41) }, 'parameter_wrong'],
    [{ network: 'bitcoin', address: BITCOIN, current_password: undefined }, 'confirmation_needed'],
    [{ network: 'bitcoin', address: BITCOIN, current_password: 'not-it' }, 'confirmation_wrong'],
  ])('rejects an address with %o: %s', async (fields, code) => {
    const before = await bookOf(kim);
    expect(await add(kim, fields)).toBe(code);
    expect(await bookOf(kim)).toEqual(before);
  });

  it('stores an address once when it is added concurrently in different letter case', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        add(lee, { network: 'arbitrum', address: at % 2 === 0 ? ETHEREUM : ETHEREUM.toLowerCase() }),
      ),
    );
    expect(answers.filter((answer) => typeof answer === 'object')).toHaveLength(1);
    expect((await bookOf(lee)).items).toHaveLength(2);
  });

  it('ignores request fields that would shorten the cool-off', async () => {
    const added = await add(lee, {
      ...{ network: 'bitcoin', address: BITCOIN, usable_at: 0, usable_ms: 0, added_ms: 0, customer: '1' },
    });
    expect((added as { usable_at: number }).usable_at * 1000).toBeGreaterThan(world.now() + DAY_MS - 10_000);
  });

  it('returns the same answer to a retry with the same idempotency key, although the code was already used', async () => {
    const max = await world.customer('max');
    await max.bind();
    const fields = {
      network: 'bitcoin',
      address: BITCOIN,
      current_password: undefined,
      totp: max.nextCode(),
    };
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(max, fields, 'one')));
    expect(answers[0]).toMatchObject({ address: BITCOIN });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await add(max, { ...fields, totp: '000000' }, 'one')).toEqual(answers[0]);
    expect(
      await add(max, { ...fields, network: 'tron', address: 'TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9' }, 'one'),
    ).toBe('key_reused');
    // A different idempotency key makes this a new request, and its code was already used.
    expect(
      await add(max, { ...fields, network: 'tron', address: 'TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9' }, 'two'),
    ).toBe('confirmation_wrong');
  });
});

describe('the withdrawal call', () => {
  it("rejects a withdrawal until the address's cool-off has passed, and accepts it afterwards", async () => {
    const ann = await world.customer('ann');
    expect(await ann.ask()).toBe('address_not_ready');
    world.door.clock.aheadMs += DAY_MS - 60_000;
    expect(await ann.ask()).toBe('address_not_ready');
    world.door.clock.aheadMs += 61_000;
    expect(await ann.ask()).toMatchObject({ status: 'under_review' });
  });

  it("rejects a withdrawal to another customer's address or to a removed address", async () => {
    const bob = await world.customer('bob');
    world.door.clock.aheadMs += DAY_MS;
    expect(await bob.ask({ address: kim.address.id })).toBe('address_not_yours');
    await bob.done('POST wallet/address_delete', { id: bob.address.id });
    expect(await bob.ask()).toBe('address_missing');
    // A removed address can be added again, and then has a new cool-off.
    const again = await add(bob, { network: 'tron', address: TRON_ADDRESS });
    expect(await bob.ask({ address: (again as { id: string }).id })).toBe('address_not_ready');
    expect(await bob.money()).toEqual({ spot: '1000', frozen: '0' });
  });
});

describe('the call that removes an address', () => {
  it("removes the customer's own address once, and refuses to remove another customer's address", async () => {
    const { id } = (await bookOf(lee)).items[0] as { id: string };
    const taken = (of: Payee, what: string) => of.said(of.call('POST wallet/address_delete', { id: what }));
    expect(await taken(kim, id)).toBe('address_not_yours');
    expect(await taken(lee, 'x')).toBe('address_not_yours');
    expect(await taken(lee, '999999999999999999')).toBe('address_not_yours');
    expect(await taken(lee, id)).toEqual({});
    expect(await taken(lee, id)).toBe('address_not_yours');
    expect((await bookOf(lee)).items.map((item) => item.id)).not.toContain(id);
  });
});

test('rejects an addition beyond the maximum number of addresses, and any addition by a customer without a trading password', async () => {
  const full = await world.customer('full');
  const { addressesMax } = limits;
  for (let at = 1; at < addressesMax; at += 1) {
    const address = `0x1${at.toString(16).padStart(39, '0')}`;
    expect(await add(full, { network: 'ethereum', address }), String(at)).toMatchObject({
      network: 'ethereum',
    });
  }
  expect(await add(full, { network: 'bitcoin', address: BITCOIN })).toBe('addresses_too_many');
  await full.done('POST wallet/address_delete', { id: full.address.id });
  expect(await add(full, { network: 'bitcoin', address: BITCOIN })).toMatchObject({ network: 'bitcoin' });

  const token = await world.door.register('fresh', PASSWORD);
  const { body } = await world.door.call('POST wallet/address_add', {
    token,
    fields: { network: 'bitcoin', address: BITCOIN, ...confirmed },
  });
  expect(body).toMatchObject({ error: 'trading_password_missing' });
});

test('rejects an addition with a stolen token and no valid second factor', async () => {
  const victim = await world.customer('victim');
  await victim.bind();
  const tries = [{}, confirmed, { totp: '000000' }, { trading_password: TRADING_PASSWORD }];
  for (const fields of tries) {
    const { body } = await victim.call('POST wallet/address_add', {
      network: 'bitcoin',
      address: BITCOIN,
      ...fields,
    });
    expect(body.type).toBe('error');
  }
  expect((await bookOf(victim)).items).toHaveLength(1);
});

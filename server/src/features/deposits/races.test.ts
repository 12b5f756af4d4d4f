/** Concurrent deposits: one deposit per image and payment, and one verdict per deposit. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { newPicture, newTransaction, said } from './testing/depositor.ts';
import type { Depositor } from './testing/depositor.ts';
import { openDesk, reject, wait } from './testing/desk.ts';
import type { Desk } from './testing/desk.ts';

let desk: Desk;
/** A customer who is not involved in the tested deposit. */
let lena: Depositor;

beforeAll(async () => {
  desk = await openDesk();
  lena = await desk.somebody();
});
afterAll(() => desk.close());

describe('the server, with concurrent submissions,', () => {
  test('accepts one deposit for an image that ten customers send twice each', async () => {
    const bytes = await newPicture();
    // The registrations are sequential, because hashing ten passwords concurrently would exceed the hashing limit.
    const payers: Depositor[] = [];
    while (payers.length < 10) payers.push(await desk.somebody());
    const vouchers = await Promise.all(payers.map((payer) => payer.voucher(bytes)));
    const heard = await Promise.all(
      [...payers, ...payers].map((payer, at) => payer.request({ voucher: vouchers[at % 10] as string })),
    );
    const codes = heard.map(said);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    for (const code of codes)
      expect(['ok', 'file_duplicate voucher', 'file_not_found voucher']).toContain(code);
    const lists = await Promise.all(payers.map((payer) => payer.list()));
    expect(lists.flat()).toHaveLength(1);
  });

  test('accepts one deposit for a payment that ten customers send twice each, in different spellings', async () => {
    const transaction = newTransaction();
    const payers = await Promise.all(Array.from({ length: 10 }, desk.somebody));
    // The uploads are sequential, because uploading twenty images concurrently would exceed the upload limit.
    const vouchers: string[] = [];
    for (const payer of [...payers, ...payers]) vouchers.push(await payer.voucher());
    const heard = await Promise.all(
      [...payers, ...payers].map((payer, at) => {
        const reference = at % 2 === 0 ? transaction : `0x${transaction.toUpperCase()}`;
        return payer.request({ voucher: vouchers[at] as string, reference });
      }),
    );
    const codes = heard.map(said);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(codes.filter((code) => code === 'reference_used reference')).toHaveLength(19);
    const [first] = payers as [Depositor];
    expect(said(await first.request({ reference: transaction }))).toBe('reference_used reference');
    // The same hash on a different chain is a different payment.
    expect(said(await first.request({ network: 'ethereum', reference: transaction }))).toBe('ok');
  });

  test('credits one of five deposits approved concurrently for one payment; the others stay pending', async () => {
    const payers = await Promise.all(Array.from({ length: 5 }, desk.somebody));
    const ids = await Promise.all(payers.map((payer) => payer.handIn()));
    const transaction = newTransaction();
    const verdicts = await Promise.all(
      payers.map((of, at) =>
        desk.verdictOn(of, ids[at] as string, { reference: at === 0 ? `0X${transaction}` : transaction }),
      ),
    );
    const by = [desk.rosa, desk.theo, desk.ada];
    const codes = (
      await Promise.all(
        verdicts.map((verdict, at) => (by[at % 3] as ConsoleLine).ask('POST deposit_decide', verdict)),
      )
    ).map(said);
    expect(codes.toSorted()).toEqual(['ok', ...Array.from({ length: 4 }, () => 'reference_used reference')]);
    const lists = await Promise.all(payers.map((payer) => payer.list()));
    expect(lists.flat().filter(({ status }) => status === 'success')).toHaveLength(1);
    expect(lists.flat().filter(({ status }) => status === 'under_review')).toHaveLength(4);
    // Nobody can claim the payment afterwards.
    expect(said(await lena.request({ reference: transaction }))).toBe('reference_used reference');
  });

  test('returns the same deposit for a repeated key, even after its image is used, and rejects a different body with that key', async () => {
    const payer = await desk.somebody();
    const voucher = await payer.voucher();
    const heard = await Promise.all(Array.from({ length: 8 }, () => payer.request({ voucher }, 'once')));
    expect(new Set(heard.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(said(heard[0] as (typeof heard)[number])).toBe('ok');
    expect(said(await payer.request({ voucher, amount: '101' }, 'once'))).toBe('key_reused Idempotency-Key');
    expect(await payer.list()).toHaveLength(1);
  });

  test('accepts the image and payment of a failed deposit again', async () => {
    const payer = await desk.somebody();
    const bytes = await newPicture();
    const [voucher, reference] = [await payer.voucher(bytes), newTransaction()];
    const id = await payer.handIn({ voucher, reference });
    expect(said(await payer.request({ voucher }))).toBe('file_not_found voucher');
    expect(said(await payer.cancel(id))).toBe('ok');
    expect(said(await payer.request({ voucher, reference }))).toBe('ok');
    const [again] = await payer.list();
    expect(said(await payer.cancel(again?.id ?? ''))).toBe('ok');
    // Uploading the image again makes a second file with the same content; only one of the two can prove a deposit.
    const newer = await payer.voucher(bytes);
    expect(said(await payer.request({ voucher }))).toBe('file_not_found voucher');
    expect(said(await payer.request({ voucher: newer }))).toBe('ok');
  });
});

describe('the server, with concurrent verdicts,', () => {
  const outcome = async (of: Depositor, id: string) => {
    const [row] = (await of.list()).filter((one) => one.id === id);
    return { status: row?.status, credits: (await desk.journalsOf(of)).length };
  };

  test('credits a deposit once for concurrent approvals by several operators, and for a repeated key', async () => {
    const payer = await desk.somebody();
    const id = await payer.handIn();
    const verdict = await desk.verdictOn(payer, id);
    const tries = [desk.rosa, desk.rosa, desk.theo, desk.ada, desk.theo].map((by) =>
      by.ask('POST deposit_decide', verdict),
    );
    const codes = (await Promise.all(tries)).map(said);
    expect(codes.toSorted()).toEqual(['ok', ...Array.from({ length: 4 }, () => 'order_state_wrong')]);
    expect(await outcome(payer, id)).toEqual({ status: 'success', credits: 1 });

    const second = await payer.handIn();
    const again = await desk.verdictOn(payer, second);
    const keyed = { headers: { 'idempotency-key': 'click' } };
    const clicks = await Promise.all(
      Array.from({ length: 5 }, () => desk.rosa.ask('POST deposit_decide', again, keyed)),
    );
    expect(clicks.map(said)).toEqual(Array.from({ length: 5 }, () => 'ok'));
    expect(await desk.journalsOf(payer)).toHaveLength(2);
    expect((await desk.recordsOf(payer)).filter((line) => line.endsWith('approve'))).toHaveLength(2);
  });

  test.each([
    ['settles a deposit once when it is approved and rejected concurrently', ['approve', 'reject']],
    ['settles a deposit once when it is approved and cancelled concurrently', ['approve', 'cancel']],
    [
      'settles a deposit once when every action is requested concurrently',
      ['approve', 'cancel', 'reject', 'await', 'approve', 'cancel'],
    ],
  ])('%s', async (_, acts) => {
    const payer = await desk.somebody();
    let credits = 0;
    for (let round = 0; round < 6; round += 1) {
      const id = await payer.handIn();
      const [approval, rejection, awaiting] = [
        await desk.verdictOn(payer, id),
        await desk.verdictOn(payer, id, reject),
        await desk.verdictOn(payer, id, wait),
      ];
      const act = (name: string, at: number) => {
        const by = [desk.rosa, desk.theo, desk.ada][(at + round) % 3] as ConsoleLine;
        if (name === 'cancel') return payer.cancel(id);
        return by.ask(
          'POST deposit_decide',
          name === 'approve' ? approval : name === 'reject' ? rejection : awaiting,
        );
      };
      const order = round % 2 === 0 ? acts : acts.toReversed();
      const codes = (await Promise.all(order.map(act))).map(said);
      const ended = codes.flatMap((code, at) => (code === 'ok' && order[at] !== 'await' ? [order[at]] : []));
      const { status, credits: now } = await outcome(payer, id);
      // A deposit that is marked as waiting is not settled.
      if (status === 'waiting') expect(await desk.decide(desk.ada, { of: payer, id }, reject)).toBe('ok');
      else expect(ended).toHaveLength(1);
      if (ended[0] === 'approve') credits += 1;
      expect([status === 'success', now]).toEqual([ended[0] === 'approve', credits]);
      for (const code of codes) expect(['ok', 'order_state_wrong']).toContain(code);
    }
  });

  test('refuses every action on a settled deposit', async () => {
    const payer = await desk.somebody();
    for (const end of ['approve', 'reject', 'cancel']) {
      const id = await payer.handIn();
      const verdicts = [
        await desk.verdictOn(payer, id),
        await desk.verdictOn(payer, id, reject),
        await desk.verdictOn(payer, id, wait),
      ];
      if (end === 'cancel') expect(said(await payer.cancel(id))).toBe('ok');
      else
        expect(await desk.decide(desk.rosa, { of: payer, id }, end === 'approve' ? {} : reject)).toBe('ok');
      for (const verdict of verdicts)
        expect(said(await desk.ada.ask('POST deposit_decide', verdict))).toBe('order_state_wrong');
      expect(said(await payer.cancel(id))).toBe('order_state_wrong');
    }
    expect(await desk.journalsOf(payer)).toHaveLength(1);
  });
});

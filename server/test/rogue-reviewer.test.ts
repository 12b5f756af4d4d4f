/**
 * A rogue operator acts for a simulated day in each role: verifies accomplices, credits deposits that never arrived, credits
 * money manually, and tries to pay the money out, in an order determined by a seed. Money that depends on the rogue's word
 * alone never leaves the platform. The daily limits bound what two colluding operators can do, which is not tested here.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { testCard } from '@candor/testing/bank-cards.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { handIn, join, knock, wellAnswered } from '@candor/testing/front-door.ts';
import { photo } from '@candor/testing/pictures.ts';
import { verifyCustomer } from '@candor/testing/verified-customer.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../src/db/pool.ts';
import type { Pool } from '../src/db/pool.ts';
import { breaches } from '../src/app/breaches.ts';
import { verifyAudit } from '../src/operators/audit.ts';
import { createRandom } from '../src/quotes/feeds/random.ts';
import type { Random } from '../src/quotes/feeds/random.ts';

const SEED = Number(process.env['CANDOR_SEED'] ?? randomBytes(4).readUInt32BE());
const STEPS = 90;
const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const PIN = '482916';

let server: WholeServer;
let pool: Pool;
let pictures = 0;
const newPhoto = () => photo((pictures += 1), { width: 60 + (pictures % 100), height: 40, format: 'png' });

beforeAll(async () => {
  server = await openWholeServer({ midweek: true });
  pool = createPool(server.url, { max: 2 });
});
afterAll(async () => {
  expect(await breaches(pool)).toEqual([]);
  expect(await verifyAudit(pool)).toMatchObject({ violation: undefined });
  await pool.end();
  await server.stop();
});

type Accomplice = {
  readonly id: string;
  readonly call: (
    name: string,
    fields?: Record<string, unknown>,
  ) => Promise<{ type: string; message: unknown }>;
  readonly address: string;
  readonly voucher: () => Promise<string>;
  /** Whether the accomplice's verification or money depends on the rogue's word. */
  tainted: boolean;
};

/**
 * Returns an accomplice who meets every requirement of a withdrawal except the verification, unless an honest colleague
 * verified the accomplice.
 */
async function accomplice(name: string, verifiedBy: string | undefined): Promise<Accomplice> {
  const { token, password } = await join(server.origin, name);
  const call: Accomplice['call'] = async (path, fields = {}) => {
    const { body } = await knock(server.origin, path, { token, fields });
    return body;
  };
  const { id } = wellAnswered((await knock(server.origin, 'GET user/info', { token })).body) as {
    id: string;
  };
  const digits = { password: PIN, re_password: PIN, current_password: password };
  wellAnswered((await knock(server.origin, 'POST safe/trading_password', { token, fields: digits })).body);
  wellAnswered((await knock(server.origin, 'POST user/cash_save', { token, fields: testCard })).body);
  if (verifiedBy === undefined) {
    const [front, back] = [
      await handIn(server.origin, token, await newPhoto()),
      await handIn(server.origin, token, await newPhoto()),
    ];
    const given = { country: 'DE', first_name: 'Ann', last_name: name, birth_date: '1990-01-01' };
    const document = { certificate_type: 'passport', certificate_number: `C${name.toUpperCase()}` };
    await call('POST user/real_name', { ...given, ...document, front, back });
  } else {
    await verifyCustomer(pool, { customer: BigInt(id), by: verifiedBy });
  }
  const where = { network: 'tron', address: ADDRESS, current_password: password };
  const added = await knock(server.origin, 'POST wallet/address_add', { token, fields: where });
  const { id: address } = wellAnswered(added.body) as { id: string };
  const voucher = async () => handIn(server.origin, token, await newPhoto(), 'voucher');
  return { id, call, address, voucher, tainted: false };
}

type Deed = (of: Accomplice, random: Random) => Promise<void>;

/** The rogue's actions, including those that the rogue's role does not allow and the operators' server refuses. */
function deedsOf(rogue: ConsoleLine, paid: (of: Accomplice, value: Amount) => void): Deed[] {
  const isOk = async (asked: Promise<{ readonly body: { readonly type: string } }>) =>
    (await asked).body.type === 'ok';
  const some = (random: Random, from: number, to: number) =>
    String(Math.floor(from + random.next() * (to - from)));
  const waiting = async (table: 'deposit' | 'withdrawal', of: Accomplice) => {
    const found = await pool.query<{ id: string; amount: string; status: string }>(
      `select t.id::text, t.amount::text, t.status from ${table} t
        where t.book = $1 and t.status in ('under_review', 'waiting') order by t.id desc limit 1`,
      [of.id],
    );
    const row = found.rows[0];
    return row === undefined ? undefined : { ...row, amount: formatAmount(amount(row.amount)) };
  };
  const verify: Deed = async (of) => {
    const { body } = await rogue.ask('POST kyc', { customer: of.id });
    const seen = body.type === 'ok' ? (body.message as { seen: string }).seen : 'nothing';
    const verdict = { customer: of.id, seen, verdict: 'approve' } as const;
    if (await isOk(rogue.ask('POST kyc_decide', verdict))) of.tainted = true;
  };
  const credit: Deed = async (of, random) => {
    if ((await waiting('deposit', of)) === undefined) {
      const token = { amount: some(random, 100, random.next() < 0.2 ? 40_000 : 9_000) };
      await of.call('POST wallet/charge_req', {
        ...{ currency: 'USDT', network: 'tron', ...token },
        voucher: await of.voucher(),
      });
    }
    const deposit = await waiting('deposit', of);
    if (deposit === undefined) return;
    const known = await rogue.ask('GET deposit', { customer: of.id, id: deposit.id });
    if (known.body.type !== 'ok') return;
    const { voucher_hash } = known.body.message as { voucher_hash: string };
    const reference = (pictures += 1).toString(16).padStart(64, 'b');
    const seen = { customer: of.id, id: deposit.id, amount: deposit.amount, voucher_hash };
    const done = await isOk(rogue.ask('POST deposit_decide', { ...seen, verdict: 'approve', reference }));
    if (done && (await waiting('deposit', of))?.id !== deposit.id) of.tainted = true;
  };
  const byHand: Deed = async (of, random) => {
    const body = { customer: of.id, currency: 'USDT', amount: some(random, 10, 900), takes: false };
    const { body: heard } = await rogue.ask('POST propose', {
      ...{ proposal: { kind: 'correction', ...body }, reason: 'a mistake of ours' },
    });
    if (heard.type !== 'ok') return;
    const made = heard.message as { id: string; body: string };
    const verdict = { customer: of.id, id: made.id, body: made.body, verdict: 'approve' } as const;
    if (await isOk(rogue.ask('POST proposal_decide', verdict))) of.tainted = true;
  };
  const askOut: Deed = async (of, random) => {
    const sent = { currency: 'USDT', address: of.address, trading_password: PIN };
    await of.call('POST wallet/out', {
      ...sent,
      amount: some(random, 50, random.next() < 0.2 ? 30_000 : 9_000),
    });
  };
  const letOut: Deed = async (of) => {
    const case_ = await waiting('withdrawal', of);
    if (case_ === undefined) return;
    const seen = { customer: of.id, id: case_.id, amount: case_.amount };
    await rogue.ask('POST withdrawal_decide', { ...seen, address: ADDRESS, verdict: 'approve' });
    const reference = (pictures += 1).toString(16).padStart(64, 'c');
    const settled = await isOk(rogue.ask('POST withdrawal_settle', { ...seen, outcome: 'paid', reference }));
    if (settled) paid(of, amount(case_.amount));
  };
  return [verify, credit, credit, byHand, askOut, letOut, letOut];
}

test.each([
  ['sam', 'support', 'ada'],
  ['rosa', 'reviewer', 'ada'],
  ['theo', 'treasurer', 'ada'],
  ['ines', 'admin', 'ada'],
])(`pays out no money on the approval of %s (%s) alone (seed ${SEED})`, async (account, role, honest) => {
  const random = createRandom(`${SEED} ${role}`);
  const rogue = await openConsoleLine(server, account);
  const of = [
    await accomplice(`${role}one`, undefined),
    await accomplice(`${role}two`, undefined),
    await accomplice(`${role}three`, honest),
    await accomplice(`${role}four`, honest),
  ];
  let [stolen, ownMoney] = [0n, 0n];
  const deeds = deedsOf(rogue, (to, value) => {
    if (to.tainted) stolen += value;
    else ownMoney += value;
  });
  // First, an accomplice verified by a colleague requests a small amount, so that any role that may pay has paid at least once.
  const [, , , , askOut, letOut] = deeds;
  const middling = { ...random, next: () => 0.5 };
  await askOut?.(of[3] as Accomplice, middling);
  await letOut?.(of[3] as Accomplice, middling);
  for (let step = 0; step < STEPS; step += 1) {
    const who = of[Math.floor(random.next() * of.length)];
    // One accomplice keeps the honest colleague's verification, which shows that money can be paid out.
    const open = who === of[3] ? deeds.slice(-3) : deeds;
    const deed = open[Math.floor(random.next() * open.length)];
    if (who === undefined || deed === undefined)
      throw new Error('expected to draw an accomplice and an action, found none');
    await deed(who, random);
  }
  expect(formatAmount(stolen)).toBe('0');
  // Control: a rogue in a role that may pay has paid customers their own money.
  const mayPay = role === 'treasurer' || role === 'admin';
  expect([role, ownMoney > 0n]).toEqual([role, mayPay]);
  const mayCredit = role !== 'support';
  expect([role, of.some(({ tainted }) => tainted)]).toEqual([role, mayCredit]);
});

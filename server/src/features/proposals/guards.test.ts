/** Without dual approval, the serving role can't write manual journals, approvals or terms with plain SQL. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount as read } from '@candor/domain/money/amount.ts';
import { breaches } from '../../app/breaches.ts';
import { appendSigned } from '@candor/testing/signing.ts';
import type { Operator } from '../../operators/operators.ts';
import type { Connection } from '../../db/pool.ts';
import { buildLiabilities } from '../../liabilities/building.ts';
import { inTransaction } from '../../db/transaction.ts';
import { ada, done, openDesks, theo, theoAgain } from './testing/desks.ts';
import type { Desks, Proposal } from './testing/desks.ts';

let desks: Desks;
let lena: bigint;

beforeAll(async () => {
  desks = await openDesks();
  lena = await desks.customer('lena');
  await desks.house.pool.query(`select open_balances(array[$1::bigint], '{spot}', '{USDT}')`, [lena]);
  await desks.house.pool.query(`select open_house_balances('{equity}', '{USDT}', 0::smallint)`);
});
afterAll(async () => {
  expect(await breaches(desks.house.pool)).toEqual([]);
  await desks.close();
});

const proposed = (amount: string, takes = false): Promise<Proposal> =>
  desks
    .propose(theo, { kind: 'correction', customer: lena.toString(), currency: 'USDT', amount, takes })
    .then(done);

type Posted = { readonly kind?: string; readonly amount?: string; readonly ref?: string };

/** Inserts a journal that the server would never write. */
async function post(at: Connection, { kind = 'manual_correction', amount = '5', ref = 'x' }: Posted) {
  const seq = await at.query<{ seq: string }>('update book set seq = seq + 1 where id = $1 returning seq', [
    lena,
  ]);
  await at.query(
    `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
      values ($1, $2, $3, $4, 0, 0, '{equity,spot}', '{USDT,USDT}', array[-$5::numeric, $5::numeric])`,
    [lena, seq.rows[0]?.seq, kind, ref, amount],
  );
  return seq.rows[0]?.seq;
}

/** Decides a proposal with a record by `recorded` but in the name of `named`, as a defective server might. */
async function decideAs(
  at: Connection,
  proposal: Proposal,
  by: { recorded: Operator; named: string; seq?: string; signed?: string },
) {
  const body = { id: proposal.id, body: by.signed ?? proposal.body };
  const record = { action: 'proposal.approve', subject: `customer:${lena}`, body };
  await appendSigned(at, record, { account: by.recorded.account, nowMs: 1 });
  await at.query(
    `update proposal set status = 'done', decided_by = $3, decided_ms = 1, journal_seq = $4 where book = $1 and id = $2`,
    [lena, proposal.id, by.named, by.seq ?? null],
  );
}

const refused = (work: (at: Connection) => Promise<unknown>, why: RegExp) =>
  expect(inTransaction(desks.house.pool, work)).rejects.toThrow(why);

test('rejects a manual journal that has no proposal or whose proposal is not yet approved', async () => {
  for (const kind of ['manual_correction', 'house_move', 'house_capital', 'promotion_grant']) {
    await refused((at) => post(at, { kind }), /has no proposal|template/);
  }
  const waiting = await proposed('5');
  await refused((at) => post(at, { ref: `proposal:${waiting.id}` }), /has no proposal/);
});

test('rejects a manual journal that differs from the approved proposal', async () => {
  const proposal = await proposed('5');
  const moving = (posted: Posted) => async (at: Connection) => {
    const seq = await post(at, { ref: `proposal:${proposal.id}`, ...posted });
    await decideAs(at, proposal, { recorded: ada, named: 'ada', ...(seq === undefined ? {} : { seq }) });
  };
  await refused(moving({ amount: '5000' }), /has no proposal/);
  await refused(moving({ amount: '-5' }), /has no proposal|below zero|balance/);
  await refused(moving({ ref: 'proposal:1' }), /has no proposal/);
  const signed = proposal.body.replace('"5"', '"500"');
  expect(signed).not.toBe(proposal.body);
  await refused(
    (at) => decideAs(at, proposal, { recorded: ada, named: 'ada', signed }),
    /does not match its signed approval/,
  );
  await inTransaction(desks.house.pool, moving({}));
  expect(await desks.held('spot', 'USDT', lena)).toBe('5');
  // A proposal permits only one journal.
  await refused((at) => post(at, { ref: `proposal:${proposal.id}` }), /has no proposal/);
});

test('rejects an approval from any of the proposer’s accounts, and a decision without an audit record', async () => {
  const proposal = await proposed('6');
  const as = (recorded: Operator, named: string) => (at: Connection) =>
    decideAs(at, proposal, { recorded, named });
  await refused(as(theo, 'theo'), /by two persons/);
  await refused(as(theoAgain, 'theo2'), /by two persons/);
  await refused(as(theo, 'ada'), /decided without a record/);
  await refused(as(ada, 'nobody'), /decided without a record/);
  await refused(
    (at) =>
      at.query(`update proposal set status = 'rejected', decided_by = 'ada', decided_ms = 1 where id = $1`, [
        proposal.id,
      ]),
    /decided without a record/,
  );
  await refused(
    (at) => at.query(`update proposal set body = '{}' where id = $1`, [proposal.id]),
    /permission denied/,
  );
  await refused(
    (at) =>
      at.query(
        `insert into proposal (book, id, kind, body, reason, status, proposed_by, proposed_ms)
          values ($1, 1, 'correction', '{}', 'x', 'proposed', 'theo', 0)`,
        [lena],
      ),
    /without a record/,
  );
  await desks.tie(ada, lena);
  await refused(as(ada, 'ada'), /decided without a record/);
});

test('rejects terms that lack dual approval, take effect in the past or differ from the approved terms, and rejects changes to published terms', async () => {
  const soon = Math.floor(Date.now() / 1000) + 3600;
  const usual = desks.terms.usual('instrument:EUR/USD');
  const body = { ...usual, open: false };
  const reopened = JSON.stringify({ ...usual, open: true });
  const given = { kind: 'terms', subject: 'instrument:EUR/USD', effective_at: soon, body } as const;
  const proposal = done(await desks.propose(theo, given));
  const publish = (at: Connection, of: { ms?: number; body?: string; proposal?: string } = {}) =>
    at.query(
      `insert into terms (subject, effective_ms, body, published_ms, proposal) values ('instrument:EUR/USD', $1, $2, 0, $3)`,
      [of.ms ?? soon * 1000, of.body ?? JSON.stringify(body), of.proposal ?? proposal.id],
    );
  await refused((at) => publish(at), /have no proposal/);
  await refused((at) => publish(at, { proposal: '1' }), /have no proposal/);
  done(await desks.decide(ada, proposal));
  const published = await desks.house.owner('select version, body from terms');
  expect(published).toEqual([{ version: 1, body: JSON.stringify(body) }]);
  await refused((at) => publish(at), /terms_proposal_key/);
  const other = done(await desks.propose(theo, { ...given, body: { ...usual, open: true } }));
  await desks.house.owner('alter table proposal disable trigger user');
  await desks.house.owner(
    `update proposal set status = 'done', decided_by = 'ada', decided_ms = 1 where id = $1`,
    [other.id],
  );
  await desks.house.owner('alter table proposal enable trigger user');
  await refused((at) => publish(at, { proposal: other.id }), /have no proposal/);
  await refused((at) => publish(at, { proposal: other.id, body: reopened, ms: 61_000 }), /come too late/);
  await expect(desks.house.pool.query('update terms set body = body')).rejects.toThrow(/permission denied/);
  await expect(desks.house.owner('delete from terms')).rejects.toThrow(
    /cannot be changed|only grows|append/i,
  );
  // The owner bypassed the guards. The audit reports that a proposal is done but has no effect.
  expect((await breaches(desks.house.pool)).map(({ detail }) => detail)).toEqual([`proposal ${other.id}`]);
  await inTransaction(desks.house.pool, (at) => publish(at, { proposal: other.id, body: reopened }));
});

test('rejects capital movements, by call or by SQL, that would leave less than customers’ unrealised profits', async () => {
  const { house } = desks;
  // The position has an unrealised profit of 400 million; the house has assets of 610 billion.
  await house.owner(
    `insert into position (book, id, product, symbol, side, type, status, quantity, open_quantity, leverage, collateral,
        entry_price, entry_seq, entry_ms, open_fee, fee_rate, financing_rate, initial_margin, margin, rate, financing,
        financed_ms, warned, armed, realised_pnl, closes, created_ms, updated_ms, placed_day, staked, added, created_seq, fill_age_ms,
        placed_rate, open_rate, nights)
      values ($1, 1, 'contract', 'BTC/USDT', 'long', 'market', 'open', 10000, 10000, 100, 'contract', 24000, 1, 0, 0, 0.0005,
        0.0003, 0, 0, 1, 0, 0, 0, '{}', 0, '[]', 0, 0, 0, 0, '[]', 1, 1000, 1, 1, '[]')`,
    [lena.toString()],
  );
  const rest = { kind: 'house_move', from: 'insurance', to: 'promotions', currency: 'USDT' } as const;
  const out = { kind: 'house_capital', direction: 'out', currency: 'USDT' } as const;
  const whole = async (proposal: Parameters<typeof desks.propose>[1]) => {
    const made = await desks.propose(theo, proposal);
    if (!made.ok) return made;
    return desks.decide(ada, made.value);
  };
  const equity = await desks.held('equity', 'USDT');
  const trading = await desks.held('trading', 'USDT');
  expect(await whole({ ...out, amount: equity })).toMatchObject({
    refusal: { code: 'liabilities_uncovered', field: 'amount' },
  });
  await buildLiabilities(house.pool, 1);
  // The insurance account alone covers the unrealised profit.
  expect(await whole({ ...out, amount: equity })).toMatchObject({ ok: true });
  expect(await whole({ ...rest, from: 'trading', amount: trading })).toMatchObject({ ok: true });
  // 400 million for the profit and 48 million for stress must remain.
  const insurance = Number(await desks.held('insurance', 'USDT'));
  const most = (insurance - 448_000_000).toString();
  const tooMuch = { ok: false, refusal: { code: 'house_funds_insufficient', field: 'amount' } };
  expect(await desks.propose(theo, { ...rest, amount: (insurance - 447_999_999).toString() })).toMatchObject(
    tooMuch,
  );
  // The transfer is possible when proposed, but no longer when decided.
  const early = await desks.propose(theo, { ...rest, amount: most });
  if (!early.ok) throw new Error(early.refusal.code);
  await house.setHead('BTC/USDT', { seq: 2n, bid: read('64001'), ask: read('64002') });
  expect(await desks.decide(ada, early.value)).toMatchObject(tooMuch);
  // By plain SQL as the serving role, writes the journal that the call would refuse.
  const bySql = (id: string) => async (at: Connection) => {
    const seq = await at.query<{ seq: string }>('update book set seq = seq + 1 where id = 0 returning seq');
    const found = await at.query<{ body: string }>('select p.body from proposal p where p.id = $1', [id]);
    const record = { action: 'proposal.approve', subject: 'house', body: { id, ...found.rows[0] } };
    await appendSigned(at, record, { account: 'ada', nowMs: 1 });
    await at.query(`select open_house_balances('{insurance,promotions}', '{USDT,USDT}', 0::smallint)`);
    await at.query(
      `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
        values (0, $1, 'house_move', 'proposal:' || $2, 0, 0, '{insurance,promotions}', '{USDT,USDT}',
          array[-$3::numeric, $3::numeric])`,
      [seq.rows[0]?.seq, id, most],
    );
    await at.query(
      `update proposal set status = 'done', decided_by = 'ada', decided_ms = 1, journal_seq = $2 where book = 0 and id = $1`,
      [id, seq.rows[0]?.seq],
    );
  };
  await expect(inTransaction(house.pool, bySql(early.value.id))).rejects.toThrow(/has promised/);
  await house.setHead('BTC/USDT', { seq: 3n, bid: read('64000'), ask: read('64001') });
  await inTransaction(house.pool, bySql(early.value.id));
  await house.owner(`delete from position where book = $1`, [lena.toString()]);
  // Positions are otherwise never deleted, so the test resets their counter.
  await house.owner(`update counter set value = 0 where name = 'cover:BTC/USDT:long'`);
});

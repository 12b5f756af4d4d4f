/**
 * Published terms from the proposal to the trade: every process reads a version before it takes effect, and only its effective
 * time decides when it applies.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { instruments } from '../../quotes/catalogue.ts';
import { Terms } from '../../terms/terms.ts';
import { usualTerms } from '../../terms/usual-terms.ts';
import { ada, done, openDesks, theo } from './testing/desks.ts';
import type { Desks } from './testing/desks.ts';

let desks: Desks;
let elsewhere: Terms;

beforeAll(async () => {
  desks = await openDesks();
  elsewhere = new Terms({
    pool: desks.house.pool,
    usual: usualTerms({ instruments: instruments.values(), coolOffSeconds: 0 }),
    onError: (error) => {
      throw error;
    },
  });
});
afterAll(async () => desks.close());

const now = (): number => Date.now() + desks.clock.aheadMs;
const inSeconds = (seconds: number): number => Math.ceil(now() / 1000) + seconds;
const closing = (effective_at: number, open = false) => ({
  ...({ kind: 'terms', subject: 'instrument:BTC/USDT', effective_at } as const),
  body: { ...desks.terms.usual('instrument:BTC/USDT'), open },
});

test('applies terms from their effective time in every process, and still lists earlier versions', async () => {
  const at = inSeconds(120);
  const proposal = done(await desks.propose(theo, closing(at)));
  await elsewhere.read();
  expect(elsewhere.versions('instrument:BTC/USDT')).toHaveLength(1);
  done(await desks.decide(ada, proposal));
  await Promise.all([elsewhere.read(), desks.terms.read()]);
  for (const terms of [elsewhere, desks.terms]) {
    expect([at * 1000 - 1, at * 1000].map((ms) => terms.instrumentOpen('BTC/USDT', ms))).toEqual([
      true,
      false,
    ]);
    expect(terms.versions('instrument:BTC/USDT').map(({ version }) => version)).toEqual([0, 1]);
    expect(terms.instrumentOpen('EUR/USD', at * 1000)).toBe(true);
  }
  const records = await desks.house.owner(
    `select operator, action from audit where subject = 'house' order by seq desc limit 2`,
  );
  expect(records).toEqual([
    { operator: 'ada', action: 'proposal.approve' },
    { operator: 'theo', action: 'proposal.make' },
  ]);
});

test('returns an instrument with the parameters in effect at a time, and the same object for every time within a version', async () => {
  const configured = instruments.get('ETH/USDT')!;
  const at = inSeconds(120);
  const usual = desks.terms.usual('instrument:ETH/USDT')!;
  const body = { ...usual, quantity_min: '0.005', contract_max: '20', leverage_max: '10' };
  const proposal = await desks.propose(theo, {
    ...({ kind: 'terms', subject: 'instrument:ETH/USDT', effective_at: at, body } as const),
  });
  done(await desks.decide(ada, done(proposal)));
  await Promise.all([elsewhere.read(), desks.terms.read()]);
  for (const terms of [elsewhere, desks.terms]) {
    const [before, after] = [at * 1000 - 1, at * 1000].map((ms) => terms.instrument(configured, ms));
    expect(before).toEqual(configured);
    expect(after).toEqual({
      ...configured,
      ...{ quantityMin: amount('0.005'), contractMax: amount('20'), leverages: [2, 5, 10] },
    });
    expect(terms.instrument(configured, at * 1000 + 1)).toBe(after);
  }
});

test('uses the configured value of a parameter that is missing from a published version', async () => {
  const configured = instruments.get('SOL/USDT')!;
  await desks.house.owner(`alter table terms disable trigger terms_by_two`);
  await desks.house.owner(
    `insert into terms (subject, version, effective_ms, body, published_ms, proposal)
      values ('instrument:SOL/USDT', 1, 60000, '{"open":false}', 0, 4711)`,
  );
  await desks.house.owner(`alter table terms enable trigger terms_by_two`);
  await elsewhere.read();
  expect(elsewhere.instrumentOpen('SOL/USDT', 60_000)).toBe(false);
  expect(elsewhere.instrument(configured, 60_000)).toEqual(configured);
});

test('refuses a version that would take effect too soon or too late, both when proposed and when approved', async () => {
  expect(await desks.propose(theo, closing(inSeconds(59)))).toMatchObject({
    refusal: { code: 'effective_too_soon', field: 'effective_at', params: { seconds: '60' } },
  });
  expect(await desks.propose(theo, closing(inSeconds(91 * 86_400)))).toMatchObject({
    refusal: { code: 'parameter_wrong', field: 'effective_at' },
  });
  const proposal = done(await desks.propose(theo, closing(inSeconds(90))));
  desks.clock.aheadMs += 60_000;
  expect(await desks.decide(ada, proposal)).toMatchObject({ refusal: { code: 'effective_too_soon' } });
  await elsewhere.read();
  expect(elsewhere.versions('instrument:BTC/USDT')).toHaveLength(2);
});

test('numbers versions without gaps when several are approved concurrently', async () => {
  const made = [];
  for (let at = 0; at < 5; at += 1) {
    made.push(done(await desks.propose(theo, closing(inSeconds(200 + at), at % 2 === 0))));
  }
  const answers = await Promise.all(made.map((proposal) => desks.decide(ada, proposal)));
  expect(answers.every((answer) => answer.ok)).toBe(true);
  await elsewhere.read();
  expect(elsewhere.versions('instrument:BTC/USDT').map(({ version }) => version)).toEqual([
    0, 1, 2, 3, 4, 5, 6,
  ]);
});

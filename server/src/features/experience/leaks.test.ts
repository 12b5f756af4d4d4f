/**
 * Property test: credit never leaks under any sequence of actions. Every unit that left the promotions account is the
 * customer's credit, was converted once, was lost to the house, or was returned; no credit is used after its expiry.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Account } from '@candor/domain/ledger/account.ts';
import type { Journal } from '@candor/domain/ledger/journal.ts';
import { of } from '../../commands/command.ts';
import type { Arming, Effects, Facts } from '../../commands/command.ts';
import { experienceCredits, grantCredit, usableCredit } from '../../identity/experience-credit.ts';
import { gates } from '../../identity/gates.ts';
import { openGate } from '../../identity/testing/gate.ts';
import type { ExperienceCredit } from '../../identity/experience-credit.ts';
import { decideConversion, decideExpiry } from './rules.ts';
import { unshared } from '../../commands/testing/unshared.ts';
import { DAY_MS } from '@candor/domain/time.ts';

const GRANT = amount('100');

type Stake = { readonly size: Amount; readonly account: 'escrow' | 'promo_frozen' };

/** A model of a customer's credit, which moves it like the executor, the engine and the features. */
class Life {
  nowMs = Date.UTC(2026, 0, 1);
  readonly held = new Map<Account | 'escrow' | 'house', Amount>();
  readonly credits = new Map<bigint, ExperienceCredit>();
  readonly stakes: Stake[] = [];
  readonly armed = new Map<bigint, Arming>();
  journals = 0n;
  turnover = 0n;
  /** Fees paid with the customer's own money since the grant. */
  paid = 0n;
  converted = new Map<bigint, Amount>();

  of(account: Account | 'escrow' | 'house'): Amount {
    return this.held.get(account) ?? 0n;
  }

  move(from: Account | 'escrow' | 'house', to: Account | 'escrow' | 'house', size: Amount): void {
    this.held.set(from, this.of(from) - size);
    this.held.set(to, this.of(to) + size);
    if (from !== 'promotions' && from !== 'house') expect(this.of(from)).toBeGreaterThanOrEqual(0n);
  }

  facts(): Facts {
    return {
      book: 1n,
      nowMs: this.nowMs,
      wallMs: 0,
      cancelOnly: false,
      stops: [],
      journalSeq: this.journals + 1n,
      balance: (account) => this.of(account),
      balances: () => [],
      houseHas: () => true,
      ...unshared,
      row: (table, id) => ((table as unknown) === gates ? openGate : this.credits.get(id)) as never,
      openRows: () => [...this.credits.values()].filter((row) => experienceCredits.isOpen(row)) as never,
      openCount: () => 0,
      counter: () => 0n,
      head: () => undefined,
      newId: () => 1n,
    };
  }

  get active(): ExperienceCredit | undefined {
    return this.facts().openRows(experienceCredits)[0];
  }

  #write({ journals = [], puts = [], armings = [] }: Omit<Effects<unknown>, 'answer'>): void {
    for (const { postings } of journals as Journal[]) {
      this.journals += 1n;
      for (const line of postings) this.held.set(line.account, this.of(line.account) + line.amount);
    }
    for (const { row } of puts) {
      const credit = row as ExperienceCredit;
      const before = this.credits.get(credit.id);
      if (before !== undefined) expect(before.status).toBe('active');
      this.credits.set(credit.id, credit);
    }
    for (const arming of armings) this.armed.set(arming.row, arming);
  }

  startOver(): void {
    while (this.stakes.length > 0) this.end(0, 'tied');
    this.move('promo', 'promotions', this.of('promo'));
    this.#write(grantCredit(this.facts(), { amount: GRANT, journalSeq: this.journals + 1n }));
    this.journals += 1n;
    this.move('promotions', 'promo', GRANT);
    this.turnover = 0n;
    this.paid = 0n;
  }

  /** A ticket or a position stakes credit if the shared rule allows it. */
  stake(size: Amount, account: Stake['account']): void {
    if (size === 0n || size > usableCredit(this.facts())) return;
    expect(this.active?.expiresMs).toBeGreaterThan(this.nowMs);
    this.move('promo', account, size);
    this.stakes.push({ size, account });
  }

  end(at: number, how: 'won' | 'lost' | 'tied'): void {
    const [stake] = this.stakes.splice(at % Math.max(1, this.stakes.length), 1);
    if (stake === undefined) return;
    const { size, account } = stake;
    // A lost margin goes to the house account, and a lost stake back to promotions.
    const to = how !== 'lost' ? 'promo' : account === 'escrow' ? 'promotions' : 'house';
    this.move(account, to, size);
    if (how !== 'tied') this.turnover += size;
    // Profit is credit too.
    if (how === 'won') this.move('house', 'promo', (size * 4n) / 5n);
  }

  /** Stakes everything and wins, repeatedly. */
  trade(times: number): void {
    for (let round = 0; round < times; round += 1) {
      this.stake(this.of('promo'), 'escrow');
      this.end(this.stakes.length - 1, 'won');
    }
  }

  /** Moves the time forward and fires due triggers, as the engine does at the next entry. */
  pass(ms: number): void {
    this.nowMs += ms;
    for (const { row, version, level } of this.armed.values()) {
      if (level === null || BigInt(this.nowMs) < level) continue;
      const entry = { symbol: 'BTC/USDT', seq: 1n, timeMs: this.nowMs, feedTimeMs: this.nowMs };
      const quote = { bid: 1n, ask: 1n, last: 1n, volume: 0n };
      const input = { id: row, version, stakes: this.#stakes, entry: { ...entry, ...quote } };
      const decision = decideExpiry(input, this.facts());
      if (decision.ok) this.#write(decision.value);
    }
  }

  readonly #stakes = [{ open: of(experienceCredits), atStake: () => this.of('escrow') }];

  convert(): void {
    const credit = this.active;
    const read =
      credit === undefined ? undefined : { credit: credit.id, turnover: this.turnover, paid: this.paid };
    const decision = decideConversion({ stakes: this.#stakes, read }, this.facts());
    if (!decision.ok) return;
    const id = credit?.id ?? 0n;
    const sum = (this.converted.get(id) ?? 0n) + amount(decision.value.answer.amount);
    this.converted.set(id, sum);
    // At most half of the fees is converted, and nothing of the grant before the required turnover.
    expect(2n * sum).toBeLessThanOrEqual(this.paid);
    this.#write(decision.value);
    expect(this.credits.get(id)?.converted).toBe(sum);
    if (this.turnover < 10n * GRANT) expect(this.of('promo')).toBeGreaterThanOrEqual(GRANT);
  }

  check(): void {
    const sum = [...this.held.values()].reduce((all, value) => all + value, 0n);
    expect(sum).toBe(0n);
    const mine = this.of('promo') + this.of('promo_frozen') + this.of('escrow');
    expect(this.of('spot')).toBe([...this.converted.values()].reduce((all, value) => all + value, 0n));
    // Promotions paid exactly what is left of the credit, what was converted, and what the house account won.
    expect(-this.of('promotions')).toBe(mine + this.of('spot') + this.of('house'));
    if (this.active === undefined) expect(mine).toBe(0n);
  }
}

const size = fc.integer({ min: 1, max: 100 }).map((whole) => amount(whole.toString()));
const step = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constant('stake' as const), size) },
  { weight: 4, arbitrary: fc.tuple(fc.constant('margin' as const), size) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('trade' as const), fc.integer({ min: 1, max: 8 })) },
  {
    weight: 10,
    arbitrary: fc.tuple(
      fc.constantFrom('won' as const, 'won' as const, 'lost' as const, 'tied' as const),
      fc.nat(5),
    ),
  },
  { weight: 3, arbitrary: fc.tuple(fc.constant('pass' as const), fc.integer({ min: 1, max: 15 * DAY_MS })) },
  { weight: 4, arbitrary: fc.constant(['convert' as const, 0] as const) },
  { weight: 4, arbitrary: fc.tuple(fc.constant('pay' as const), size) },
  { weight: 1, arbitrary: fc.constant(['again' as const, 0] as const) },
);

test('no sequence of stakes, margins, days, conversions and resets loses or creates credit', () => {
  let conversions = 0;
  let expiries = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
      const life = new Life();
      life.startOver();
      for (const [what, value] of steps) {
        if (what === 'stake') life.stake(value, 'escrow');
        else if (what === 'margin') life.stake(value, 'promo_frozen');
        else if (what === 'trade') life.trade(value);
        else if (what === 'pass') life.pass(value);
        else if (what === 'convert') life.convert();
        else if (what === 'pay') life.paid += value;
        else if (what === 'again') life.startOver();
        else life.end(value, what);
        life.check();
      }
      // Settle every stake; by then the credit has expired.
      while (life.stakes.length > 0) life.end(0, 'tied');
      life.pass(31 * DAY_MS);
      life.check();
      expect(life.active).toBeUndefined();
      conversions += life.converted.size;
      expiries += [...life.credits.values()].filter((credit) => credit.status === 'expired').length;
    }),
    { numRuns: 300, seed: 4 },
  );
  // The generated sequences reached both outcomes.
  expect(conversions).toBeGreaterThan(10);
  expect(expiries).toBeGreaterThan(10);
});

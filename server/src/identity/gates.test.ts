/** Evaluates every gate for every action. */
import { expect, test } from 'vitest';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { gateViolation, jurisdictionOf, payoutStopViolation, profileOf, stopViolation } from './gates.ts';
import type { Action, Gate, GateAt, Opening } from './gates.ts';
import { openGate, WALL } from './testing/gate.ts';
import { DAY_MS } from '@candor/domain/time.ts';

const at: GateAt = { nowMs: WALL, jurisdictions: 'country' };
const AUSTRALIA = { country: 'AU' } as const;
const BRITAIN = { country: 'GB' } as const;

/**
 * How each column's customer differs from an unrestricted one; `unlisted` is a verified country without an entry in the
 * jurisdiction policy.
 */
const closed = {
  frozen: { status: 'frozen' },
  locked: { status: 'locked' },
  left: { status: 'closed' },
  excluded: { excludedUntilMs: WALL + 1 },
  pausing: { timeOutUntilMs: WALL + 1 },
  unlisted: AUSTRALIA,
  unverified: { kycStatus: 'under_review', country: null },
  unlevered: { leverEnabled: false },
  passwordless: { hasTradingPassword: false },
  cardless: { hasBankCard: false },
  changed: { securityChangedMs: WALL - DAY_MS + 1 },
} satisfies Readonly<Record<string, Partial<Gate>>>;

const F = 'account_frozen';
const L = 'account_locked';
const X = 'self_excluded';
const T = 'timed_out';
const P = 'product_not_offered';
const V = 'verification_needed';
const H = 'withdrawals_held';
const o = undefined;

type Column = keyof typeof closed;
const columns = Object.keys(closed) as Column[];
type Cells = readonly (string | undefined)[];

// In the order of `closed`. An unverified customer counts as coming from an unlisted country, where only spot trading is offered.
const table: Readonly<Record<Action, Cells>> = {
  //             frozen locked left excluded pausing unlisted unverified unlevered passwordless cardless changed
  close: /*    */ [o, o, o, o, o, o, o, o, o, o, o],
  cancel: /*   */ [o, o, o, o, o, o, o, o, o, o, o],
  protect: /*  */ [o, o, o, o, o, o, o, o, o, o, o],
  spot_buy: /* */ [F, L, L, X, T, o, o, o, o, o, o],
  spot_sell: /**/ [F, L, L, o, o, o, o, o, o, o, o],
  exchange: /* */ [F, L, L, o, o, o, o, o, o, o, o],
  transfer: /* */ [F, L, L, o, o, o, o, o, o, o, o],
  credit_convert: [F, L, L, o, o, o, o, o, o, o, o],
  // No country of the policy allows granting credit.
  promotion: [F, L, L, X, T, P, P, o, o, o, o],
  lever_apply: [F, L, L, X, T, P, P, o, o, o, o],
  lever_open: [F, L, L, X, T, P, P, 'lever_not_enabled', o, 'bank_card_missing', o],
  lever_add: [F, L, L, X, T, o, o, o, o, o, o],
  option_open: [F, L, L, X, T, P, P, o, o, 'bank_card_missing', o],
  deposit: /*  */ [F, L, L, X, T, o, o, o, o, o, o],
  withdraw: [F, L, L, o, o, o, V, o, 'trading_password_missing', 'bank_card_missing', H],
  fund_join: [F, L, L, X, T, P, P, o, o, o, o],
  loan_apply: [F, L, L, o, o, P, P, o, o, o, o],
  loan_repay: [o, o, o, o, o, o, o, o, 'trading_password_missing', o, o],
  address_book: [F, L, L, o, o, o, o, o, 'trading_password_missing', o, o],
};

const BARRED_EVERYWHERE: readonly Action[] = ['option_open', 'promotion'];
/** Every country of the policy bars these actions, so a demo's offer is used to reach the other gates. */
const modeOf = (action: Action, column: Column): JurisdictionMode =>
  BARRED_EVERYWHERE.includes(action) && column !== 'unlisted' && column !== 'unverified' ? 'demo' : 'country';

const cells = (Object.keys(table) as Action[]).flatMap((action) =>
  columns.map((column, row) => [action, column, table[action][row]] as const),
);

test.each(cells)(
  'allows or refuses the action %s of a customer who is %s: %s',
  (action, column, expected) => {
    const gate: Gate = { ...openGate, ...closed[column] };
    const violation = gateViolation(gate, action, {
      ...at,
      jurisdictions: modeOf(action, column),
      forex: true,
    });
    expect(violation?.refusal.code).toBe(expected);
  },
);

test('requires verification even in a demo, where every product is offered', () => {
  const gate: Gate = { ...openGate, kycStatus: 'rejected', country: null };
  const asked = (['withdraw', 'loan_apply', 'fund_join', 'lever_apply'] as const).map(
    (action) => gateViolation(gate, action, { ...at, jurisdictions: 'demo' })?.refusal.code,
  );
  expect(asked).toEqual([V, V, V, V]);
});

test('reports the first violation in the order in which a customer can resolve them', () => {
  const order = [
    ['withdraw', [F, V, 'trading_password_missing', 'bank_card_missing', H]],
    ['lever_open', [F, X, T, P, 'lever_not_enabled', 'bank_card_missing']],
    ['lever_apply', [F, X, T, P, V]],
  ] as const;
  const violations: Readonly<Record<string, Partial<Gate>>> = {
    [F]: { status: 'active' },
    [X]: { excludedUntilMs: WALL },
    [T]: { timeOutUntilMs: null },
    [P]: {},
    [V]: { kycStatus: 'approved' },
    lever_not_enabled: { leverEnabled: true },
    trading_password_missing: { hasTradingPassword: true },
    bank_card_missing: { hasBankCard: true },
    [H]: { securityChangedMs: WALL - DAY_MS },
  };
  for (const [action, codes] of order) {
    let gate: Gate = {
      ...openGate,
      ...{ status: 'frozen', kycStatus: 'rejected', leverEnabled: false, hasTradingPassword: false },
      ...{ hasBankCard: false, excludedUntilMs: WALL + 1, timeOutUntilMs: WALL + 1, securityChangedMs: WALL },
    };
    let jurisdictions: JurisdictionMode = 'country';
    for (const code of codes) {
      expect(gateViolation(gate, action, { ...at, jurisdictions, forex: true })?.refusal.code).toBe(code);
      gate = { ...gate, ...violations[code] };
      if (code === P) jurisdictions = 'demo';
    }
    expect(gateViolation(gate, action, { ...at, jurisdictions, forex: true })).toBeUndefined();
  }
});

test('reports the remaining seconds of a time-out or a hold, and allows the action afterwards', () => {
  const gate: Gate = { ...openGate, timeOutUntilMs: WALL + 1500, securityChangedMs: WALL };
  expect(gateViolation(gate, 'spot_buy', at)?.refusal.params).toEqual({ until: String(WALL / 1000 + 2) });
  expect(gateViolation(gate, 'withdraw', at)?.refusal.params).toEqual({
    until: String((WALL + DAY_MS) / 1000),
  });
  expect(gateViolation(gate, 'spot_buy', { ...at, nowMs: WALL + 1500 })).toBeUndefined();
  expect(gateViolation(gate, 'withdraw', { ...at, nowMs: WALL + DAY_MS })).toBeUndefined();
});

test('refuses an action that several products share only if the given product is off', () => {
  const britain: Gate = { ...openGate, ...BRITAIN };
  const opens = (product: 'contracts' | 'forex') => gateViolation(britain, 'lever_open', { ...at, product });
  expect(opens('contracts')?.refusal.code).toBe(P);
  expect(opens('forex')).toBeUndefined();
  expect(gateViolation(britain, 'lever_apply', at)).toBeUndefined();
});

test('applies the policy of a country only once the country is verified, and only in a mode with jurisdictions', () => {
  const names = (mode: JurisdictionMode, change: Partial<Gate> = {}) =>
    profileOf({ ...openGate, ...change }, mode).name;
  expect(names('country')).toBe('eu');
  expect(names('country', BRITAIN)).toBe('uk');
  expect(names('country', AUSTRALIA)).toBe('unlisted');
  expect(names('country', { kycStatus: 'under_review' })).toBe('unlisted');
  expect([names('demo', AUSTRALIA), names('eu', AUSTRALIA), names('uk', AUSTRALIA)]).toEqual([
    'demo',
    'eu',
    'uk',
  ]);
  expect(jurisdictionOf({ ...openGate, ...AUSTRALIA }, 'country')).toEqual({
    profile: 'unlisted',
    products: ['spot'],
    warnings: ['crypto_unprotected', 'not_served'],
  });
});

const stopOf = (target: string) => ({ target, untilMs: WALL + 500, sinceMarketMs: 1000 });

test.each<[target: string, opening: Opening, stopped: boolean]>([
  ['product:spot', { product: 'spot', symbol: 'BTC/USDT' }, true],
  ['product:spot', { product: 'exchange', symbol: 'BTC/USDT' }, false],
  ['product:contracts', { product: 'forex', symbol: 'EUR/USD' }, false],
  ['product:fund', { product: 'fund' }, true],
  ['instrument:BTC/USDT', { product: 'contracts', symbol: 'BTC/USDT' }, true],
  ['instrument:BTC/USDT', { product: 'contracts', symbol: 'ETH/USDT' }, false],
  ['instrument:BTC/USDT', { product: 'loans' }, false],
  ['payouts', { product: 'spot', symbol: 'BTC/USDT' }, false],
  ['product:spot', { product: 'spot', symbol: 'BTC/USDT', entry: { timeMs: 1000 } }, true],
  ['product:spot', { product: 'spot', symbol: 'BTC/USDT', entry: { timeMs: 999 } }, false],
])('a stop of %s concerns the opening %j: %s', (target, opening, stopped) => {
  const until = (WALL / 1000 + 1).toString();
  const refusal = { code: 'opening_stopped', params: { stopped: target, until } };
  const violation = stopViolation(opening, { stops: [stopOf('product:options'), stopOf(target)] });
  expect(violation).toEqual(stopped ? { ok: false, refusal } : undefined);
});

test('only a stop of payouts concerns payouts', () => {
  expect(payoutStopViolation({ stops: [stopOf('product:spot')] })).toBeUndefined();
  expect(payoutStopViolation({ stops: [stopOf('payouts')] })).toMatchObject({
    refusal: { code: 'payouts_stopped', params: { until: (WALL / 1000 + 1).toString() } },
  });
});

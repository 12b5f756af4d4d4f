/** Tries each alert on figures that must fire it and on figures that must not, with Prometheus's own evaluator. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ROOT } from './install.mjs';
import { findPromtool } from './promtool.ts';

/** Series by name and labels, in promtool's notation; a single value lasts for the whole test. */
type Series = Readonly<Record<string, string>>;
type Case = {
  readonly alert: string;
  /** How long the figures last before the alert must fire. */
  readonly after: string;
  readonly fires: Series;
  readonly quiet: Series;
};

const RULES = join(ROOT, 'deploy/prometheus/alerts.yml');
const SERVER = 'job="candor",instance="a",process="server"';
const MARKET = 'job="candor",instance="a",process="market"';

const gauge = (name: string, value: string | number, labels = ''): Series => ({
  [`${name}{${SERVER}${labels === '' ? '' : `,${labels}`}}`]: `${value}+0x600`,
});
const grows = (name: string, perStep: number, labels: string): Series => ({
  [`${name}{${SERVER},${labels}}`]: `0+${perStep}x600`,
});
const calls = (ok: number, other: number, outcome: string): Series => ({
  ...grows('candor_calls_total', ok, 'call="GET account/home",outcome="ok",way="http"'),
  ...grows('candor_calls_total', other, `call="GET account/home",outcome="${outcome}",way="http"`),
});
/** Ninety-eight of a hundred orders are fast, and the others take as long as `le` says. */
const orders = (le: string): Series =>
  Object.fromEntries(
    ['0.01', '0.5', '1', '+Inf'].map((bucket) => [
      `candor_call_duration_seconds_bucket{${SERVER},call="POST coin/trade",le="${bucket}"}`,
      `0+${Number(bucket.replace('+Inf', '99')) >= Number(le) ? 100 : 98}x600`,
    ]),
  );
const house = (figures: Readonly<Record<string, number>>): Series =>
  Object.assign(
    {},
    ...Object.entries(figures).map(([figure, value]) =>
      gauge('candor_house_amount', value, `currency="USDT",figure="${figure}"`),
    ),
  ) as Series;
const lag = (seconds: number, leads: number): Series => ({
  [`candor_trigger_lag_seconds{${MARKET},symbol="BTC/USDT"}`]: `${seconds}+0x600`,
  [`candor_leads{${MARKET}}`]: `${leads}+0x600`,
});
const up = (value: number): Series => ({ 'up{job="candor",instance="a"}': `${value}+0x600` });

const CASES: readonly Case[] = [
  { alert: 'ServerDown', after: '1m', fires: up(0), quiet: up(1) },
  {
    ...{ alert: 'FiguresMissing', after: '2m' },
    fires: up(1),
    quiet: { ...up(1), ...gauge('candor_breaches', 0) },
  },
  {
    ...{ alert: 'InvariantBroken', after: '10s' },
    fires: gauge('candor_breaches', 1),
    quiet: gauge('candor_breaches', 0),
  },
  {
    ...{ alert: 'PayoutsFrozen', after: '10s' },
    fires: gauge('candor_guard_frozen', 1),
    quiet: gauge('candor_guard_frozen', 0),
  },
  {
    ...{ alert: 'GuardSilent', after: '10s' },
    fires: gauge('candor_guard_run_age_seconds', 151),
    quiet: gauge('candor_guard_run_age_seconds', 60),
  },
  {
    ...{ alert: 'GuardCannotCheck', after: '11m' },
    fires: gauge('candor_guard_checks_failing', 2),
    quiet: gauge('candor_guard_checks_failing', 0),
  },
  {
    ...{ alert: 'NoLeader', after: '10s' },
    fires: gauge('candor_leader_beat_age_seconds', 11, 'role="market"'),
    quiet: gauge('candor_leader_beat_age_seconds', 1, 'role="market"'),
  },
  {
    ...{ alert: 'LeaderChanges', after: '15m' },
    fires: { [`candor_leader_epoch{${SERVER},role="market"}`]: '1+0.1x600' },
    quiet: { [`candor_leader_epoch{${SERVER},role="market"}`]: '1+0x40 2+0x500' },
  },
  {
    ...{ alert: 'PricesStopped', after: '10s' },
    fires: {
      ...gauge('candor_tape_head_age_seconds', 16, 'symbol="BTC/USDT"'),
      ...gauge('candor_tape_head_age_seconds', 90_000, 'symbol="EUR/USD"'),
    },
    // A closed market has no new prices; the others continue.
    quiet: {
      ...gauge('candor_tape_head_age_seconds', 1, 'symbol="BTC/USDT"'),
      ...gauge('candor_tape_head_age_seconds', 90_000, 'symbol="EUR/USD"'),
    },
  },
  {
    ...{ alert: 'MarketHalted', after: '3m' },
    fires: {
      ...gauge('candor_market_halted', 1, 'symbol="BTC/USDT"'),
      ...gauge('candor_tape_head_age_seconds', 200, 'symbol="BTC/USDT"'),
    },
    quiet: {
      ...gauge('candor_market_halted', 0, 'symbol="BTC/USDT"'),
      ...gauge('candor_tape_head_age_seconds', 1, 'symbol="BTC/USDT"'),
    },
  },
  { alert: 'TriggersLate', after: '1m', fires: lag(2, 1), quiet: { ...lag(0.2, 1) } },
  {
    ...{ alert: 'TriggersSetAside', after: '10s' },
    fires: gauge('candor_triggers_set_aside', 1),
    quiet: gauge('candor_triggers_set_aside', 0),
  },
  {
    ...{ alert: 'CallsFail', after: '8m' },
    fires: calls(97, 3, 'request_failed'),
    quiet: calls(999, 1, 'request_failed'),
  },
  { alert: 'Overloaded', after: '8m', fires: calls(90, 10, 'busy'), quiet: calls(99, 1, 'busy') },
  { alert: 'OrdersSlow', after: '11m', fires: orders('1'), quiet: orders('0.01') },
  {
    ...{ alert: 'SignInsRefused', after: '11m' },
    fires: grows('candor_calls_total', 60, 'call="POST user/login",outcome="login_wrong",way="http"'),
    quiet: {
      ...grows('candor_calls_total', 6, 'call="POST user/login",outcome="login_wrong",way="http"'),
      ...grows('candor_calls_total', 600, 'call="POST user/login",outcome="ok",way="http"'),
    },
  },
  {
    ...{ alert: 'CustodyShort', after: '2m' },
    fires: house({ custody: 99, claims: 100 }),
    quiet: house({ custody: 100, claims: 100 }),
  },
  { alert: 'HouseNearlyEmpty', after: '6m', fires: house({ free: -1 }), quiet: house({ free: 1 }) },
  {
    ...{ alert: 'CasesOverdue', after: '6m' },
    fires: gauge('candor_cases_waiting', 1, 'kind="withdrawal",state="overdue"'),
    quiet: gauge('candor_cases_waiting', 9, 'kind="withdrawal",state="waiting"'),
  },
  {
    ...{ alert: 'OutboxStuck', after: '11m' },
    fires: gauge('candor_outbox_waiting', 21, 'kind="mail"'),
    quiet: gauge('candor_outbox_waiting', 3, 'kind="mail"'),
  },
  {
    ...{ alert: 'PayoutsStuck', after: '11m' },
    fires: gauge('candor_outbox_waiting', 1, 'kind="payout"'),
    quiet: gauge('candor_outbox_waiting', 0, 'kind="payout"'),
  },
  {
    ...{ alert: 'LogStopped', after: '2m' },
    fires: { ...gauge('candor_log_checkpoint_age_seconds', 9), ...gauge('candor_log_sources_stuck', 1) },
    quiet: { ...gauge('candor_log_checkpoint_age_seconds', 9), ...gauge('candor_log_sources_stuck', 0) },
  },
  {
    ...{ alert: 'LiabilitiesOld', after: '11m' },
    fires: gauge('candor_liabilities_age_seconds', 7201),
    quiet: gauge('candor_liabilities_age_seconds', 3700),
  },
  {
    ...{ alert: 'BatchesFail', after: '11m' },
    fires: grows('candor_batch_failures_total', 20, 'lane="customers",code="lost"'),
    quiet: grows('candor_batch_failures_total', 1, 'lane="customers",code="40001"'),
  },
  {
    ...{ alert: 'MemoryGrows', after: '11m' },
    fires: gauge('candor_process_resident_memory_bytes', 2.1e9),
    quiet: gauge('candor_process_resident_memory_bytes', 4e8),
  },
  {
    ...{ alert: 'DiskFillsUp', after: '95m' },
    fires: { [`candor_database_bytes{${SERVER}}`]: '10000000000+20000000x600' },
    quiet: { [`candor_database_bytes{${SERVER}}`]: '10000000000+20000x600' },
  },
];

function run(cases: readonly Case[], which: 'fires' | 'quiet'): void {
  const found = findPromtool();
  if (!('path' in found)) throw new Error(found.sentence);
  const folder = mkdtempSync(join(tmpdir(), 'candor-alerts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const tests = cases.map(({ alert, after, [which]: series }) => ({
    interval: '10s',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: `min(ALERTS{alertname="${alert}",alertstate="firing"})`,
        eval_time: after,
        exp_samples: which === 'fires' ? [{ labels: '{}', value: 1 }] : [],
      },
    ],
  }));
  const path = join(folder, 'alerts.test.yml');
  writeFileSync(path, JSON.stringify({ rule_files: [RULES], evaluation_interval: '10s', tests }));
  execFileSync(found.path, ['test', 'rules', path], { encoding: 'utf8', stdio: 'pipe' });
}

describe('the alerts', () => {
  const written = [...readFileSync(RULES, 'utf8').matchAll(/alert: (\w+)/g)].map((match) => match[1]);

  test('each have a test case', () => {
    expect(CASES.map(({ alert }) => alert)).toEqual(written);
  });

  test.for(CASES)('$alert fires', (one) => run([one], 'fires'));

  test('do not fire on the figures of an ordinary day', () => run(CASES, 'quiet'));

  test('link to a section of the runbooks', () => {
    const runbooks = readFileSync(join(ROOT, 'docs/runbooks.md'), 'utf8');
    const sections = [...runbooks.matchAll(/^## (.+)$/gm)].map((match) =>
      (match[1] ?? '')
        .toLowerCase()
        .replaceAll(/[^a-z0-9 ]/g, '')
        .replaceAll(' ', '-'),
    );
    const named = [...readFileSync(RULES, 'utf8').matchAll(/runbook: 'docs\/runbooks\.md#([a-z-]+)'/g)];
    expect(named.length).toBe(written.length);
    for (const [, anchor] of named) expect(sections).toContain(anchor);
  });
});

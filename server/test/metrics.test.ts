import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { STORED_FIGURES } from '../src/app/stored-figures.ts';

let server: WholeServer;

beforeAll(async () => {
  server = await openWholeServer({ apart: true });
});
afterAll(() => server.stop());

async function figures(): Promise<readonly string[]> {
  const response = await fetch(server.metricsUrl);
  expect(response.status).toBe(200);
  return (await response.text()).split('\n');
}

/** Returns the values of a metric, by its labels. */
function valuesOf(lines: readonly string[], name: string): Map<string, number> {
  const found = lines.flatMap((line) => {
    const parts = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line);
    return parts?.[1] === name ? [[sorted(parts[2] ?? ''), Number(parts[3])] as const] : [];
  });
  return new Map(found);
}

/** Sorts the labels, because the library changes their order once the market's process has reported. */
function sorted(labels: string): string {
  return labels.split(',').toSorted().join(',');
}

test('counts calls by outcome, and measures their duration', async () => {
  const token = await server.login();
  await server.call('POST user/login', { fields: { account: 'lena', password: 'not hers' } });
  await server.call('GET coin/list', { token });
  const lines = await figures();
  const calls = valuesOf(lines, 'candor_calls_total');
  const of = (call: string, outcome: string) =>
    calls.get(`call="${call}",outcome="${outcome}",process="server",way="http"`);
  expect(of('POST user/login', 'ok')).toBe(1);
  expect(of('POST user/login', 'login_wrong')).toBe(1);
  expect(of('GET coin/list', 'ok')).toBe(1);
  const counted = valuesOf(lines, 'candor_call_duration_seconds_count');
  expect(counted.get('call="POST user/login",process="server"')).toBe(2);
});

test('counts batches, and the commands in them', async () => {
  const before = valuesOf(await figures(), 'candor_batch_commands_sum');
  const token = await server.login();
  const fields = { symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: '0.02' };
  const { body } = await server.call('POST coin/trade', { fields, token, key: 'for-the-figures-of-a-batch' });
  expect(body.type).toBe('ok');
  const after = valuesOf(await figures(), 'candor_batch_commands_sum');
  const label = 'lane="customers",process="server"';
  expect((after.get(label) ?? 0) - (before.get(label) ?? 0)).toBeGreaterThanOrEqual(1);
});

test('returns the metrics of the market process', async () => {
  await expect
    .poll(async () => valuesOf(await figures(), 'candor_leads').get('process="market"'), { timeout: 10_000 })
    .toBe(1);
  const lines = await figures();
  expect(
    valuesOf(lines, 'candor_tape_entries_total').get('process="market",symbol="BTC/USDT"'),
  ).toBeGreaterThan(0);
  expect(
    valuesOf(lines, 'candor_trigger_lag_seconds').get('process="market",symbol="BTC/USDT"'),
  ).toBeLessThan(5);
});

test('returns every metric that comes from the database', async () => {
  await expect
    .poll(async () => valuesOf(await figures(), 'candor_liabilities_age_seconds').size, {
      timeout: 20_000,
      interval: 500,
    })
    .toBe(1);
  const lines = await figures();
  const never = new Set(['candor_guard_run_age_seconds']);
  for (const { name } of STORED_FIGURES) {
    if (!never.has(name)) expect(valuesOf(lines, name).size, name).toBeGreaterThan(0);
  }
  expect(
    valuesOf(lines, 'candor_house_amount').get('currency="USDT",figure="claims",process="server"'),
  ).toBeGreaterThan(0);
  expect(
    valuesOf(lines, 'candor_cases_waiting').get('kind="deposit",process="server",state="waiting"'),
  ).toBeGreaterThanOrEqual(0);
  expect(server.logLines.filter((line) => line.startsWith('metrics:'))).toEqual([]);
});

test('returns every metric that the alerts and the dashboard use', async () => {
  const exposed = new Set((await figures()).flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []));
  const named = ['prometheus/alerts.yml', 'grafana/candor.json'].flatMap(
    (file) =>
      readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8').match(
        /candor_[a-z_]+(?=[^a-z_.])/g,
      ) ?? [],
  );
  expect(named.length).toBeGreaterThan(30);
  for (const name of named) expect(exposed, name).toContain(name.replace(/_(bucket|sum|count)$/, ''));
});

test('serves only the metrics, and only on a separate port', async () => {
  const url = new URL(server.metricsUrl);
  expect((await fetch(new URL('/', url))).status).toBe(404);
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
  for (const origin of [server.origin, server.consoleOrigin]) {
    const response = await fetch(`${origin}/metrics`, { headers: { accept: 'text/plain' } });
    expect(await response.text()).not.toContain('candor_calls_total');
  }
});

/** Reports a mistake in the options in one sentence, before anything is started or created. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { replayViolation } from './quotes/feeds/replay-violation.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const HISTORY = 'time_unix_seconds,open,high,low,close,volume\n';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'candor main-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

test('reports a missing replay file in one sentence before anything starts', async () => {
  const data = join(folder(), 'data');
  const args = [MAIN, '--data', data, '--feed', 'replay', '--replay-file', 'BTC/USDT=/nowhere/btc.csv'];
  const ended = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, args, (error, stdout, stderr) =>
      resolve({ code: error?.code, output: stdout + stderr }),
    );
  });
  expect(ended).toEqual({
    code: 2,
    output: '--replay-file BTC/USDT=/nowhere/btc.csv: there is no file /nowhere/btc.csv.\n',
  });
  expect(existsSync(data)).toBe(false);
});

test('reports every missing requirement of live mode before anything starts', async () => {
  const data = join(folder(), 'data');
  const ended = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, [MAIN, '--data', data, '--mode', 'live'], (error, stdout, stderr) =>
      resolve({ code: error?.code, output: stdout + stderr }),
    );
  });
  expect(ended.code).toBe(2);
  expect(ended.output.split('\n')[0]).toBe('Live mode does not start, because it lacks:');
  expect([...ended.output.matchAll(/^ {2}(\w+): /gm)].map(([, code]) => code)).toEqual([
    ...['legal_entity', 'licence', 'register', 'invite_code', 'log_witnesses', 'live_prices'],
    ...[
      'instruments',
      'email',
      'deposit_ways',
      'fund_tiers',
      'jurisdiction',
      'origin',
      'public_origins',
      'trusted_proxies',
    ],
    'vault_key',
  ]);
  expect(existsSync(data)).toBe(false);
});

test('reports a problem with a file by its option and its name', () => {
  const made = folder();
  const at = (name: string): string => join(made, name);
  writeFileSync(at('good.csv'), HISTORY);
  writeFileSync(at('bid.csv'), HISTORY);
  writeFileSync(at('trades.csv'), 'trade_time_unix_ms,trade_id,price,quantity\n');
  writeFileSync(at('list.csv'), 'time,price\n');
  const violation = (...files: [string, string][]) =>
    replayViolation(files.map(([symbol, name]) => ({ symbol, path: at(name) })));
  expect(violation(['BTC/USDT', 'good.csv'], ['ETHUSDT', 'trades.csv'])).toBeUndefined();
  expect(violation(['XXX', 'good.csv'])).toMatch(
    /XXX=.*good\.csv: there is no instrument XXX; BTC\/USDT is one\.$/,
  );
  expect(violation(['BTC/USDT', 'good.csv'], ['BTCUSDT', 'good.csv'])).toMatch(/BTC\/USDT is named twice/);
  expect(violation(['BTC/USDT', '.'])).toMatch(/is a folder\.$/);
  expect(violation(['BTC/USDT', 'list.csv'])).toMatch(/list\.csv is no history: its first line must be/);
  expect(violation(['EUR/USD', '{bid,ask}.csv'])).toMatch(/: there is no file .*ask\.csv\.$/);
  writeFileSync(at('ask.csv'), 'trade_time_unix_ms,trade_id,price,quantity\n');
  expect(violation(['EUR/USD', '{bid,ask}.csv'])).toMatch(/ask\.csv is no history/);
});

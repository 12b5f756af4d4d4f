/**
 * The public list of fills of a running server, as a stranger reads it with the command line and the watch: every check
 * passes, until the house fills orders late whenever that costs their customers money.
 */
import { execFile } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { nodeSignatures } from '../../verifier/src/cli/node-signatures.ts';
import { watchedPlatform } from '../../verifier/src/cli/watched-platform.ts';
import { readPolicy } from '../../verifier/src/tlog/policy.ts';
import { Watch } from '../../verifier/src/watch/watch.ts';

const BIN = fileURLToPath(new URL('../../verifier/bin/candor-verify.mjs', import.meta.url));
const SOON = { timeout: 60_000, interval: 500 };
let server: WholeServer;
let owner: pg.Client;
let token: string;

/**
 * Records a batch with refused orders of today in a minute that is long past, so that the test need not wait for the log.
 * The database would refuse it as late.
 */
async function recordRefused(texts: readonly string[]): Promise<void> {
  await owner.query('begin; set local session_replication_role = replica');
  await owner.query(
    `insert into command_record (at_ms, market_ms, commands, packed, refused) values (1700000040000, market_now_ms(), 9, 'x', $1)`,
    [texts],
  );
  await owner.query('commit');
}
const BUY = 'spot|BTC/USDT|buy|price_moved';

beforeAll(async () => {
  server = await openWholeServer({ tlog: { origin: undefined, witnesses: 'own', quorum: 2 } });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  token = await server.login(0);
  await recordRefused([BUY, 'option|ETH/USDT|up|stake_below_minimum', BUY]);
}, 60_000);
afterAll(async () => {
  await owner.end();
  await server.stop();
});

async function ask<Message>(
  name: string,
  fields: Record<string, unknown> = {},
  key?: string,
): Promise<Message> {
  const { body } = await server.call(name, { fields, token, ...(key === undefined ? {} : { key }) });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as Message;
}

async function trade(name: string, times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    const side = at % 2 === 0 ? 'buy' : 'sell';
    await ask(
      'POST coin/trade',
      { symbol: 'BTC/USDT', side, type: 'market', quantity: '0.002' },
      `${name}-${at}`,
    );
  }
}

const fillsListed = async (least: number): Promise<void> => {
  await vi.waitFor(async () => {
    const { fills } = await ask<CallOutput<'GET transparency/own_fills'>>('GET transparency/own_fills');
    expect(fills.length).toBeGreaterThanOrEqual(least);
  }, SOON);
};

function verify(): Promise<{ readonly code: number; readonly printed: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [BIN, '--fills', '--url', server.origin], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), printed: stdout + stderr });
    });
  });
}

async function watch(): Promise<readonly string[]> {
  const platform = watchedPlatform(server.origin);
  const policy = readPolicy(new TextDecoder().decode(await platform.file('/log/policy')));
  if ('violation' in policy) throw new Error(policy.violation);
  const timing = { nowMs: Date.now, random: randomInt, lateMaxMs: 60_000, graceMs: 0, pagesAgain: 10 };
  const found = await new Watch({ platform, policy, verify: nodeSignatures(), ...timing }).round();
  return found.map(({ kind }) => kind).filter((kind) => kind !== 'app_unlogged');
}

test('the list names no customer, but customers can recognise their own lines', async () => {
  await trade('honest', 6);
  await fillsListed(6);
  const { fills } = await ask<CallOutput<'GET transparency/own_fills'>>('GET transparency/own_fills');
  const { lists } = await ask<CallOutput<'GET transparency/fills'>>('GET transparency/fills');
  for (const { root, line, salt, opening } of fills) {
    expect(lists.find((list) => list.root === root)?.lines).toContain(line);
    const id = createHash('sha256').update(Buffer.from(salt, 'hex')).update(opening).digest('hex');
    expect(line.startsWith(`${id}|spot|BTC/USDT|`)).toBe(true);
  }
  const { body } = await server.call('GET transparency/own_fills');
  expect(body.type).not.toBe('ok');
});

test('the command line verifies the list and its statistics', async () => {
  const list = await vi.waitFor(async () => {
    const answer = await ask<CallOutput<'GET transparency/fill_quality'>>('GET transparency/fill_quality');
    expect(answer.rows).toMatchObject([{ product: 'spot', symbol: 'BTC/USDT', against: 'market', fills: 6 }]);
    expect(answer.refused).toHaveLength(2);
    return answer;
  }, SOON);
  expect(list.left_out).toBe(0);
  const { code, printed } = await verify();
  expect(printed).toContain('spot BTC/USDT market: 6 fills, 6 at, 0 better by 0 bp, 0 worse by 0 bp');
  expect(printed).toContain('refused at once price_moved: 2 orders');
  expect([code, printed.trimEnd().split('\n').at(-1)]).toEqual([0, 'Everything holds.']);
  expect(await watch()).toEqual([]);
});

test('reports a house that fills late whenever the price moved against the customer, and uncounted refusals', async () => {
  await recordRefused(['spot|BTC/USDT|sell|liquidity_insufficient']);
  // The list is the house's own statement, hashed into the log. Only the tape contradicts it.
  await owner.query(`
    create function cheat() returns trigger language plpgsql as $$
    declare
      fields text[] := string_to_array(new.line, '|');
      later record;
    begin
      select t.seq, t.time_ms, case fields[4] when 'buy' then t.ask else t.bid end as price into later from tape t
        where t.symbol = fields[3] and t.seq > fields[7]::bigint and not t.gap order by t.seq limit 1;
      if (case fields[4] when 'buy' then later.price > fields[14]::numeric else later.price < fields[14]::numeric end) then
        fields[12] := later.seq; fields[13] := later.time_ms; fields[14] := trim_scale(later.price);
        new.line := array_to_string(fields, '|');
      end if;
      return new;
    end $$;
    create trigger cheat before insert on public_fill for each row execute function cheat()`);
  await trade('cheated', 10);
  await fillsListed(16);
  await owner.query('drop trigger cheat on public_fill');
  await vi.waitFor(async () => {
    const answer = await ask<CallOutput<'GET transparency/fill_quality'>>('GET transparency/fill_quality');
    expect(answer.refused).toHaveLength(3);
  }, SOON);
  const { code, printed } = await verify();
  expect(code).toBe(1);
  const unlogged =
    'refused at once, spot|BTC/USDT|sell|liquidity_insufficient: the log has a different count';
  expect(printed).toContain(unlogged);
  expect(printed).toMatch(/fill_late: spot BTC\/USDT: filled at entry \d+, and the rule gives entry \d+\./);
  expect(printed).toMatch(/0 of \d+ waited when the price moved for them, [1-9]\d* of \d+ when against/);
  expect(await watch()).toContain('fills_differ');
});

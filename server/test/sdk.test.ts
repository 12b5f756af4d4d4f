/** The developers' client as a stranger gets it: packed, unpacked elsewhere, and its examples run word for word against a demo. */
import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { checkReceipt } from '../../sdk/src/receipt.ts';
import { sdkCalls } from '../../tools/sdk-calls.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const examples = join(root, 'sdk/examples');
let server: WholeServer;
let folder: string;
let token: string;

beforeAll(async () => {
  server = await openWholeServer();
  token = await server.login();
  folder = mkdtempSync(join(tmpdir(), 'sdk-'));
  execFileSync(process.execPath, [join(root, 'tools/build-sdk.ts')]);
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: join(root, 'sdk'),
  });
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@candor/sdk'), { recursive: true });
  const tarball = join(folder, packed.toString().trim());
  execFileSync('tar', ['-xzf', tarball, '-C', join(modules, '@candor/sdk'), '--strip-components=1']);
  // The client's only dependency, as npm would install it.
  symlinkSync(join(root, 'node_modules/socket.io-client'), join(modules, 'socket.io-client'));
  cpSync(examples, folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
});

async function printed(example: string, more: NodeJS.ProcessEnv = {}): Promise<string[]> {
  const env = { ...process.env, CANDOR_ORIGIN: server.origin, CANDOR_TOKEN: token, ...more };
  const { stdout } = await run(process.execPath, [join(folder, example)], {
    env,
    cwd: folder,
    timeout: 30_000,
  });
  return stdout.trim().split('\n');
}

async function apiKey(): Promise<{ key: string; secret: string }> {
  const fields = {
    ...{ name: 'an example', kind: 'hmac-sha256', scopes: ['read', 'trade'], symbols: [], networks: [] },
    ...{ order_max: '1000', loss_max: '1000', days: 1, current_password: 'Demo-lena-1' },
  };
  const { body } = await server.call('POST api_keys/create', { token, fields });
  expect(body).toMatchObject({ type: 'ok' });
  return body.message as { key: string; secret: string };
}

test('the types of the calls are those of the table (npm run print:sdk)', () => {
  expect(readFileSync(join(root, 'sdk/src/calls.ts'), 'utf8')).toBe(sdkCalls());
});

describe('the example', () => {
  test('first-order places and cancels an order, with a checked receipt', async () => {
    const lines = await printed('first-order.ts');
    expect(lines).toEqual([
      expect.stringMatching(/^Placed order \d+, receipt checked: true$/),
      'Cancelled: true',
    ]);
  });

  test('batch reports which orders were accepted and which were refused', async () => {
    expect(await printed('batch.ts')).toEqual(['2 accepted, 1 refused: 200 404 200']);
  });

  test('socket receives a price, and places and cancels an order', async () => {
    expect(await printed('socket.ts')).toEqual([
      ...['Price of BTC/USDT received', 'Answer 200, receipt checked: true', 'Answer 200'],
    ]);
  });

  test('api-key trades and reads with a signed request', async () => {
    const { key, secret } = await apiKey();
    const lines = await printed('api-key.ts', { CANDOR_KEY: key, CANDOR_SECRET: secret });
    expect(lines).toEqual(['Placed, receipt checked: true', 'Open orders: true']);
    const wrong = await printed('api-key.ts', { CANDOR_KEY: key, CANDOR_SECRET: secret.toUpperCase() });
    expect(wrong).toEqual(['Refused: api_signature_wrong', 'Refused: api_signature_wrong']);
  });

  test('directory contains only the examples tested above', () => {
    expect(readdirSync(examples).toSorted()).toEqual([
      'api-key.ts',
      'batch.ts',
      'first-order.ts',
      'socket.ts',
    ]);
  });
});

test('the package compiles in a stranger’s project, and its types reject a wrong call', async () => {
  const program = (fields: string) => `import { Candor } from '@candor/sdk';
const answer = await new Candor({ origin: '' }).call('POST order/cancel', ${fields});
export const id: string | undefined = answer.ok ? answer.value.id : undefined;\n`;
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--lib',
    'es2024,dom',
  ];
  const compile = (fields: string) => {
    writeFileSync(join(folder, 'stranger.ts'), program(fields));
    return run(process.execPath, [join(root, 'node_modules/.bin/tsc'), ...options, 'stranger.ts'], {
      cwd: folder,
    });
  };
  await expect(compile(`{ id: '7' }`)).resolves.toBeDefined();
  await expect(compile(`{ order: '7' }`)).rejects.toThrow('stranger.ts');
});

test('a receipt about another answer, order or key is rejected', async () => {
  const body = JSON.stringify({
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    quantity: '0.002',
    price: '1000',
  });
  const call = 'POST coin/trade';
  const response = await fetch(`${server.origin}/api/coin/trade`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token, 'idempotency-key': 'sdk-receipt' },
    body,
  });
  const answer = JSON.stringify(((await response.json()) as { message: unknown }).message);
  const keys = (await server.call('GET transparency/keys')).body.message as { public_key: string };
  const receipt = response.headers.get('candor-receipt') ?? '';
  const promised = { call, idempotencyKey: 'sdk-receipt', body, answer };
  await expect(checkReceipt(receipt, promised, keys.public_key)).resolves.toBeUndefined();
  for (const change of [
    { answer: '{}' },
    { body: '{}' },
    { idempotencyKey: 'other' },
    { call: 'POST order/cancel' },
  ]) {
    await expect(checkReceipt(receipt, { ...promised, ...change }, keys.public_key)).rejects.toThrow(
      'receipt is wrong',
    );
  }
  await expect(checkReceipt(receipt, promised, `${keys.public_key.slice(0, -2)}00`)).rejects.toThrow();
});

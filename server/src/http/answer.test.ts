import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuse } from '@candor/domain/outcome.ts';
import { answerEverybody } from './answer.ts';

const long = Array.from({ length: 100 }, (_, at) => ({ symbol: 'BTC/USDT', last: `6424${at}.5`, at }));
const server = createServer((request, response) => {
  if (request.url === '/long') answerEverybody(request, response, { ok: true, value: long });
  else if (request.url === '/short') answerEverybody(request, response, { ok: true, value: '頓' });
  else answerEverybody(request, response, refuse('not_found'));
});
let origin: string;

beforeAll(async () => {
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

describe('a public answer', () => {
  it.each([
    ['gzip', 'gzip'],
    ['br, gzip;q=0.8', 'gzip'],
    ['identity', null],
    ['br', null],
    ['gzip;q=0, br', null],
    ['gzip; q=0.01', 'gzip'],
  ])(
    'that is long is sent to a client that accepts "%s" with the encoding %s, unchanged in content',
    async (takes, encoding) => {
      const answered = await fetch(`${origin}/long`, { headers: { 'accept-encoding': takes } });
      expect(answered.headers.get('content-encoding')).toBe(encoding);
      expect(answered.headers.get('vary')).toBe('accept-encoding');
      expect(await answered.json()).toEqual({ type: 'ok', code: 1, message: long });
    },
  );

  it('that is long is several times shorter when compressed', async () => {
    const plain = await fetch(`${origin}/long`, { headers: { 'accept-encoding': 'identity' } });
    const small = await fetch(`${origin}/long`, { headers: { 'accept-encoding': 'gzip' } });
    const lengthOf = (answered: Response) => Number(answered.headers.get('content-length'));
    expect(lengthOf(small)).toBeLessThan(lengthOf(plain) / 3);
  });

  it.each(['/short', '/nowhere'])('that is short (%s) is sent uncompressed', async (path) => {
    const answered = await fetch(origin + path, { headers: { 'accept-encoding': 'gzip' } });
    expect(answered.headers.get('content-encoding')).toBeNull();
    expect(await answered.json()).toHaveProperty('code');
  });
});

/**
 * Charges for requests other than calls, by the size of the response, on a real server. For example, the public reference has
 * 500 KB.
 */
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { LIMITS } from '../limits.ts';
import { budgetFiles } from './files-budget.ts';
import { mountReference } from './reference-routes.ts';

const WINDOW_OF_MINUTE = 6;
let app: FastifyInstance | undefined;
let nowMs = 1_000_000;

afterEach(async () => {
  await app?.close();
});

async function open(costPerTenSeconds: number): Promise<(path: string) => Promise<Response>> {
  app = fastify();
  budgetFiles(app, { now: () => nowMs, costPerMinute: costPerTenSeconds * WINDOW_OF_MINUTE });
  mountReference(app);
  app.get('/counted', { config: { countsItself: true } }, (_request, reply) => reply.send('counted'));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return (path) => fetch(origin + path);
}

const readAll = async (answered: Response): Promise<number> => {
  await answered.arrayBuffer();
  return answered.status;
};

test('limits a caller of large files much earlier than one of small files, and still answers both callers’ calls', async () => {
  const ask = await open(100);
  const weigh = (await (await ask('/api/openapi.json')).arrayBuffer()).byteLength;
  const times = Math.ceil(100 / (weigh / LIMITS.http.bytesCostingOne));
  expect(times).toBeLessThan(8);
  for (let at = 1; at < times; at += 1) await readAll(await ask('/api/openapi.json'));
  await expect.poll(async () => readAll(await ask('/api/docs.css'))).toBe(429);
  const refused = await ask('/api/docs');
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 10]);
  expect(await readAll(await ask('/counted'))).toBe(200);
  nowMs += 10_000;
  expect(await readAll(await ask('/api/docs'))).toBe(200);
});

test('charges for requests of paths that do not exist', async () => {
  const ask = await open(20);
  const statuses: number[] = [];
  for (let at = 0; at < 30; at += 1) statuses.push(await readAll(await ask(`/nothing/${at}`)));
  const found = statuses.filter((status) => status === 404).length;
  // A response also costs a few bytes for its headers.
  expect([found > 15, found <= 20]).toEqual([true, true]);
  expect(statuses.at(-1)).toBe(429);
});

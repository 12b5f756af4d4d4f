/** Reading from a platform whose responses may be invalid. */
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { UnreadableError, tapeServer } from './server.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function platform(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function saying(status: number, body: string, headers: Record<string, string> = {}): RequestListener {
  return (_, response) => response.writeHead(status, headers).end(body);
}

it('reads the entries and checkpoints of a symbol from a given number', async () => {
  const asked: (string | undefined)[] = [];
  const address = await platform((request, response) => {
    asked.push(request.url);
    const message = request.url?.includes('checkpoints') === true ? { public_key: '', checkpoints: [] } : [];
    response.end(JSON.stringify({ type: 'ok', code: 1, message }));
  });
  const server = tapeServer(`${address}/`, 'BTC/USDT');
  expect(await server.entries(5, 10)).toEqual([]);
  expect(await server.checkpoints(6, 1)).toEqual([]);
  expect(asked).toEqual([
    '/api/tape?symbol=BTC%2FUSDT&from_seq=5&limit=10',
    '/api/tape/checkpoints?symbol=BTC%2FUSDT&from_seq=6&limit=1',
  ]);
});

it.each<[string, RequestListener, RegExp]>([
  [
    'a redirect',
    saying(302, '', { location: 'http://elsewhere.test/' }),
    /redirects to http:\/\/elsewhere.test\/\./,
  ],
  ['an HTML page', saying(200, '<html></html>'), /status 200, but not like a Candor server/],
  ['an error of a gateway', saying(502, 'Bad Gateway'), /status 502, but not like/],
  [
    'a refusal',
    saying(404, '{"type":"error","code":0,"error":"pair_not_found"}'),
    /refused: pair_not_found \(status 404\)/,
  ],
  [
    'an object instead of a list',
    saying(200, '{"type":"ok","message":{"a":1}}'),
    /contains no list of entries/,
  ],
  [
    'a list of numbers instead of objects',
    saying(200, '{"type":"ok","message":[1]}'),
    /contains no list of entries/,
  ],
  [
    'an incomplete response',
    (_, response) => response.writeHead(200, { 'content-length': '99' }).end('{', () => response.destroy()),
    /Failed to read/,
  ],
])('throws UnreadableError with a message about the cause for %s', async (_, answer, sentence) => {
  const server = tapeServer(await platform(answer), 'BTC/USDT');
  const failed = server.entries(1, 1);
  await expect(failed).rejects.toThrow(sentence);
  await expect(failed).rejects.toBeInstanceOf(UnreadableError);
});

it('throws UnreadableError with the cause for an address that refuses the connection', async () => {
  const address = await platform(saying(200, ''));
  const server = servers.splice(0)[0];
  await new Promise((resolve) => server?.close(resolve));
  await expect(tapeServer(address, 'BTC/USDT').head()).rejects.toThrow(
    /^Failed to read .*: connect ECONNREFUSED/,
  );
});

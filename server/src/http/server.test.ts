/** Malformed requests to the server, all of which are answered as declared, never with a 500 or a stack trace. */
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';

let door: IdentityDoor;
let token: string;

beforeAll(async () => {
  door = await openIdentityDoor({ attempts: { loginAddressMax: 10_000 } });
  token = await door.register('doorman');
});
afterAll(() => door.close());

type Raw = {
  status: number;
  body: { type: string; error: string; params: Record<string, string>; message: string };
};

async function send(request: {
  method?: 'GET' | 'POST' | 'PUT' | 'OPTIONS' | 'HEAD';
  url?: string;
  type?: string;
  payload?: string | Buffer;
  headers?: Record<string, string>;
}): Promise<Raw> {
  const { method = 'POST', url = '/api/user/login', type, payload, headers = {} } = request;
  const response = await door.app.inject({
    method,
    url,
    headers: { ...(type === undefined ? {} : { 'content-type': type }), ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, body: JSON.parse(response.body) as Raw['body'] };
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const good = JSON.stringify({ account: 'doorman', password: 'x7!kqz-ok' });

describe('a request body', () => {
  it.each([
    ['JSON', JSON_TYPE, good],
    ['JSON with a charset', 'application/json; charset=utf-8', good],
    ['a form', FORM_TYPE, 'account=doorman&password=x7%21kqz-ok&lang=es'],
    ['JSON with unknown fields', JSON_TYPE, good.replace('}', ',"status":"active","is_admin":true}')],
  ])('is accepted: %s', async (_, type, payload) => {
    expect((await send({ type, payload })).body.type).toBe('ok');
  });

  it.each([
    ['an empty body', JSON_TYPE, '', 400, 'parameter_missing'],
    ['an array', JSON_TYPE, '["a"]', 400, 'request_illegal'],
    ['truncated JSON', JSON_TYPE, '{"account":', 400, 'request_illegal'],
    ['a field twice', JSON_TYPE, '{"account":"a","account":"b","password":"c"}', 400, 'request_illegal'],
    ['a form field twice', FORM_TYPE, 'account=a&account=b&password=c', 400, 'parameter_wrong'],
    ['invalid UTF-8', JSON_TYPE, Buffer.from('{"account":"\xff"}', 'latin1'), 400, 'request_illegal'],
    ['invalid UTF-8 in a form', FORM_TYPE, 'account=%ff&password=c', 400, 'request_illegal'],
    [
      'JSON nested 10,000 deep',
      JSON_TYPE,
      `{"account":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
      400,
      'request_illegal',
    ],
    ['XML', 'application/xml', '<account/>', 400, 'request_illegal'],
    ['an invalid content type', 'nonsense', 'x', 400, 'request_illegal'],
    [
      'an object instead of a text',
      JSON_TYPE,
      '{"account":{"$ne":""},"password":"c"}',
      400,
      'parameter_wrong',
    ],
    ['a number instead of a text', JSON_TYPE, '{"account":1,"password":"c"}', 400, 'parameter_wrong'],
    [
      'a prototype instead of a text',
      JSON_TYPE,
      '{"__proto__":{"account":"a"},"password":"c"}',
      400,
      'parameter_missing',
    ],
    ['a body of 10 MB', JSON_TYPE, `{"account":"${'a'.repeat(10_000_000)}"}`, 413, 'body_too_big'],
  ])('is rejected: %s', async (_, type, payload, status, code) => {
    const answer = await send({ type, payload });
    expect([answer.status, answer.body.error]).toEqual([status, code]);
    expect(JSON.stringify(answer.body)).not.toMatch(/ at |node_modules|\.ts/);
  });

  it('is rejected without a required field, with the field’s name in a Chinese message and in a parameter', async () => {
    const { body } = await send({ type: JSON_TYPE, payload: '{"account":"a"}' });
    expect(body).toMatchObject({
      message: '缺少内容：password。请填写后重试。',
      params: { field: 'password' },
    });
  });
});

describe('a URL', () => {
  it.each([
    ['GET', '/api/user/login'],
    ['PUT', '/api/user/login'],
    ['OPTIONS', '/api/user/login'],
    ['GET', '/api/debug'],
    ['GET', '/.git/config'],
    ['GET', '/.env'],
    ['GET', '/api/../../etc/passwd'],
    ['GET', '/api/tape/BTC%2FUSDT/nothing'],
  ] as const)('gets "not found" if no call has its method and path: %s %s', async (method, url) => {
    const { status, body } = await send({ method, url });
    expect([status, body.error]).toEqual([404, 'not_found']);
  });

  it('is rejected if it cannot be decoded', async () => {
    const { status, body } = await send({ method: 'GET', url: '/api/%zz' });
    expect([status, body.error]).toEqual([400, 'request_illegal']);
  });

  it('is rejected if a field occurs twice', async () => {
    const { status, body } = await send({ method: 'GET', url: '/api/demo/mailbox?email=a&email=b' });
    expect([status, body.error, body.params]).toEqual([400, 'parameter_wrong', { field: 'email' }]);
  });
});

describe('request headers', () => {
  it('give no other origin access', async () => {
    const response = await door.app.inject({
      method: 'POST',
      url: '/api/user/login',
      headers: { origin: 'https://elsewhere.example' },
      payload: { account: 'doorman', password: 'x7!kqz-ok' },
    });
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    // The only cookie is sent only from our own pages, and grants no rights.
    expect(response.headers['set-cookie']).toMatch(/^candor_device=.*; HttpOnly; SameSite=Strict$/);
  });

  it.each(['two keys', 'a, b', 'x'.repeat(101), 'ключ'])(
    'are rejected with the idempotency key %j',
    async (key) => {
      const { body } = await send({
        url: '/api/set/lang',
        type: JSON_TYPE,
        payload: '{"language":"en"}',
        headers: { authorization: token, 'idempotency-key': key },
      });
      expect(body).toMatchObject({ error: 'parameter_wrong', params: { field: 'Idempotency-Key' } });
    },
  );

  it('are accepted with or without Bearer before the token', async () => {
    for (const authorization of [token, `Bearer ${token}`]) {
      const { body } = await send({ method: 'GET', url: '/api/user/info', headers: { authorization } });
      expect(body.type).toBe('ok');
    }
  });
});

describe('raw bytes on a socket', () => {
  async function speak(bytes: string): Promise<string> {
    if (!door.app.server.listening) await door.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = door.app.server.address() as AddressInfo;
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      let heard = '';
      socket.on('data', (chunk) => (heard += chunk.toString()));
      socket.on('close', () => resolve(heard));
      socket.on('error', reject);
      setTimeout(() => socket.destroy(), 1500).unref();
    });
  }

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a header without end', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`],
    [
      'two lengths',
      'POST /api/user/login HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
    ],
  ])('get exactly one refusal: %s', async (_, bytes) => {
    expect(await speak(bytes)).toMatch(/^HTTP\/1\.1 4\d\d .*request_illegal/s);
  });

  it('get an answer if they form a valid request', async () => {
    const heard = await speak('GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    expect(heard).toMatch(/^HTTP\/1\.1 200 OK.*ok\n$/s);
  });
});

it('compresses only public answers, because the length of a customer’s answer would reveal its content', async () => {
  const headers = { 'accept-encoding': 'gzip', authorization: token };
  const everybodys = await door.app.inject({ method: 'GET', url: '/api/demo', headers });
  expect(everybodys.headers['vary']).toBe('accept-encoding');
  const own = await door.app.inject({ method: 'GET', url: '/api/user/info', headers });
  expect(own.json()).toMatchObject({ type: 'ok' });
  expect(own.headers).not.toHaveProperty('vary');
});

it('serves the reference as a page and as JSON', async () => {
  for (const [url, type] of [
    ['/api/openapi.json', 'application/json'],
    ['/api/docs', 'text/html'],
    ['/api/docs/start.js', 'text/javascript'],
    ['/api/docs/library.js', 'text/javascript'],
    ['/api/docs/plain', 'text/html'],
    ['/api/docs.css', 'text/css'],
  ] as const) {
    const response = await door.app.inject({ method: 'GET', url });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toContain(type);
    const policy = String(response.headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    // The library makes style elements.
    const styles = url === '/api/docs' ? " 'unsafe-inline'" : '';
    expect(policy).toContain(`style-src 'self'${styles};`);
  }
  expect((await door.app.inject({ method: 'GET', url: '/readyz' })).statusCode).toBe(200);
});

it('reports no internal error in any of these requests', () => {
  expect(door.errors).toEqual([]);
});

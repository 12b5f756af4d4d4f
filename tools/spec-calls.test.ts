/**
 * Each call that the specification lists exists with its method and path, requires a token exactly for the calls for which the specification does, and answers
 * over HTTP in the specification's envelope: with and without a login, in every language, in JSON and as a form.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, refusals } from '@candor/protocol/features.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import type { CallRow } from '@candor/protocol/call.ts';
import { languages } from '@candor/protocol/languages.ts';
import { join, knock } from '@candor/testing/front-door.ts';
import type { Heard } from '@candor/testing/front-door.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';

const listed = readFileSync(new URL('../testing/src/spec-calls.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '') as CallName[];

/**
 * These calls need no token; all others do. Where two paragraphs of the specification differ, the product decides. A text message
 * costs the platform money, so it is sent only to customers.
 */
const WITHOUT_TOKEN: ReadonlySet<string> = new Set([
  'POST user/login',
  'POST user/register',
  'POST user/addressreg',
  'POST sms_mail',
  'GET getareacode',
  'POST user/forget',
  'GET currency/quotation_new',
  'GET currency/new_timeshar',
  'GET currency/whlist',
  'GET currency/whkdata',
  'GET currency/whtrade',
  'GET lh/wh_bzhl_list',
  'POST news/list',
  'POST news/detail',
  'GET news/getkf',
  'GET news_articles/list',
]);

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let server: WholeServer;
let token: string;

beforeAll(async () => {
  server = await openWholeServer({ midweek: true });
  token = (await join(server.origin, 'spec-walker')).token;
});
afterAll(() => server.stop());

it('lists sixty-eight calls, each of which is in the table', () => {
  expect(new Set(listed).size).toBe(68);
  expect(listed.filter((name) => !Object.hasOwn(calls, name))).toEqual([]);
  expect([...WITHOUT_TOKEN].filter((name) => !listed.includes(name as CallName))).toEqual([]);
});

/** Returns how an answer violates the specification's rules, if it does. */
function wrongIn({ status, body }: Heard): string | undefined {
  if (body.type === 'ok') {
    return status === 200 && body.code === 1 && 'message' in body ? undefined : `${status} ${body.code}`;
  }
  const { type, code, error, message, params } = body;
  const isFitting = status === refusals[error]?.status && (type === '999') === (status === 401);
  // The text of a refusal is Chinese whatever the language; the client shows its own text for the code.
  const isSaid = /\p{Script=Han}/u.test(message) && typeof params === 'object';
  return isFitting && isSaid && code === 0 ? undefined : `${status} ${JSON.stringify(body)}`;
}

/** The call with only a language, with each kind of body in turn. */
async function answers(name: CallName, lang: string, caller?: string): Promise<readonly Heard[]> {
  const whose = caller === undefined ? {} : { token: caller };
  const plain = await knock(server.origin, name, { fields: { lang }, ...whose });
  if (name.startsWith('GET ')) return [plain];
  const raw = new URLSearchParams({ lang }).toString();
  return [plain, await knock(server.origin, name, { raw, headers: FORM, ...whose })];
}

describe.each(listed)('%s', (name) => {
  const row: CallRow = calls[name];

  it('requires a token exactly for the calls for which the specification does', () => {
    expect(row.who).toBe(WITHOUT_TOKEN.has(name) ? 'visitor' : 'customer');
  });

  it('answers in the envelope, with and without a login, in every language and kind of body', async () => {
    const found = await Promise.all(
      languages.map(async (language) => {
        const [out, inside] = await Promise.all([answers(name, language), answers(name, language, token)]);
        const ended = out.map(({ body }) => body.type === '999');
        expect(ended, `${name} without a token`).toEqual(ended.map(() => row.who === 'customer'));
        expect(inside.map(({ body }) => body.type)).not.toContain('999');
        return [...out, ...inside].map(wrongIn).filter((wrong) => wrong !== undefined);
      }),
    );
    expect(found.flat()).toEqual([]);
  });
});

/** Languages that do not exist. A language is never used as a file name, so none of them has an effect. */
const NO_LANGUAGES = [
  '',
  'xx',
  'EN',
  'en ',
  'en-US',
  '../../x',
  '..%2f..%2fx',
  '../../../../etc/passwd',
  'zh/../../x',
  'zh\u0000',
  '__proto__',
  'constructor',
  'toString',
  '{lang}',
  '<script>alert(1)</script>',
  'z'.repeat(10_000),
];

describe('an unknown language', () => {
  it.each(NO_LANGUAGES.map((lang) => [JSON.stringify(lang).slice(0, 40), lang]))(
    'falls back to English if it is %s',
    async (_, lang) => {
      const read = async (name: CallName, language: string) =>
        (await answers(name, language)).map(({ status, body }) => ({ status, body }));
      for (const name of ['POST news/list', 'GET news_articles/list'] as const) {
        expect(await read(name, lang)).toEqual(await read(name, 'en'));
      }
      const [refused] = await read('POST user/login', lang);
      expect(refused?.body).toMatchObject({ type: 'error', error: 'parameter_missing' });
    },
  );

  it('is not stored as a customer’s language', async () => {
    for (const lang of NO_LANGUAGES) {
      const { status, body } = await knock(server.origin, 'POST set/lang', { fields: { lang }, token });
      expect([status, body.type], lang.slice(0, 40)).toEqual([400, 'error']);
    }
    const { body } = await knock(server.origin, 'GET user/info', { token });
    expect(body).toMatchObject({ type: 'ok', message: { language: 'en' } });
  });

  it.each([
    ['an array', 'lang=en&lang=zh'],
    ['an object', 'lang[x]=zh'],
  ])('is ignored as %s', async (_, raw) => {
    const heard = await knock(server.origin, 'POST news/list', { raw, headers: FORM });
    expect(heard.status).toBeLessThan(500);
    expect(wrongIn(heard)).toBeUndefined();
  });
});

it('causes no internal error', () => {
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
});

/** Consents to agreements: by registering, by a call, and in plain SQL as the serving role. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { ConsoleRequest } from '@candor/protocol/console/console-calls.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { breaches } from '../../app/breaches.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { writtenHash } from './articles.ts';

let server: WholeServer;
let pool: Pool;
let ada: ConsoleLine;
let ines: ConsoleLine;
let token: string;

beforeAll(async () => {
  server = await openWholeServer();
  pool = createPool(server.url, { max: 2 });
  ada = await openConsoleLine(server, 'ada');
  ines = await openConsoleLine(server, 'ines');
  token = await server.login(0);
});
afterAll(async () => {
  expect(await breaches(pool)).toEqual([]);
  await pool.end();
  await server.stop();
});

async function release(slug: string, body: string, seen: number | null): Promise<void> {
  const english = { title: 'Terms of use', summary: 'What applies.', body };
  const save: ConsoleRequest<'POST article_save'> = {
    ...{ slug, kind: 'page', topic: 'legal', picture: null, banner: false },
    ...{ texts: [{ language: 'en', ...english }], seen_version: seen, reason: 'a new rule' },
  };
  await ada.done('POST article_save', save);
  const { version } = await ada.done('GET article', { slug });
  const texts = { en: writtenHash(english).toString('hex') };
  const reason = 'read it';
  await ines.done('POST article_release', {
    slug,
    verdict: 'released',
    texts,
    seen_version: version,
    reason,
  });
}

async function termsOf(): Promise<CallOutput<'GET agreements'>[number] | undefined> {
  const { body } = await server.call('GET agreements', { token });
  if (body.type !== 'ok') throw new Error(body.error);
  return (body.message as CallOutput<'GET agreements'>).find(({ id }) => id === 'terms');
}

async function consent(version: number, key: string): Promise<string> {
  const fields = { id: 'terms', version: String(version) };
  const { body } = await server.call('POST agreements/consent', { token, fields, key });
  return body.type === 'ok' ? 'ok' : body.error;
}

describe('a customer', () => {
  test('has consented to the texts in force by registering', async () => {
    expect(await termsOf()).toMatchObject({ version: 0, consented_version: 0, changed_at: null });
    const { rows } = await pool.query(
      `select count(*)::int as n from customer c where c.id <> 0
        and (select count(distinct agreement) from consent where book = c.id and abs(given_ms - c.registered_ms) < 60000) <> 3`,
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('is asked again after a release, and can consent only to the released version', async () => {
    await release('terms', 'Second.', 0);
    expect(await termsOf()).toMatchObject({ version: 1, consented_version: 0 });
    expect(await consent(0, 'old')).toBe('case_changed');
    expect(await consent(2, 'later')).toBe('case_changed');
    expect(await consent(1, 'new')).toBe('ok');
    expect(await consent(1, 'new')).toBe('ok');
    expect(await termsOf()).toMatchObject({ version: 1, consented_version: 1 });
    const { rows } = await pool.query(
      `select count(*)::int as n from consent where agreement = 'terms' and version = 1`,
    );
    expect(rows).toEqual([{ n: 1 }]);
  });
});

describe('the serving role', () => {
  const write = (agreement: string, version: number, givenMs: string): Promise<unknown> =>
    pool.query(
      `insert into consent (book, id, agreement, version, given_ms)
        select c.id, nextval('row_id'), $1, $2, ${givenMs} from customer c where c.account = 'lena'`,
      [agreement, version],
    );
  const NOW = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';

  test.each([
    ['in the name of a customer who did nothing', 'terms', 1, NOW, /session|acted|lena|customer/],
    ['to a version that is not in force', 'terms', 2, NOW, /not in force/],
    ['to a replaced version', 'terms', 0, NOW, /not in force/],
    ['of another time', 'terms', 1, '1', /not in force/],
    ['to a page that is not an agreement', 'fees', 0, NOW, /check constraint/],
  ])('can’t write a consent %s', async (_name, agreement, version, givenMs, refusal) => {
    if (version === 0 && agreement === 'terms')
      // A replaced text can still be consented to for ten seconds, so the test waits until they have passed.
      await pool.query('select pg_sleep(11)');
    await expect(write(agreement, version, givenMs)).rejects.toThrow(refusal);
  });

  test('can’t change or delete a consent', async () => {
    await expect(pool.query('update consent set version = 9')).rejects.toThrow(/permission denied/);
    await expect(pool.query('delete from consent')).rejects.toThrow(/permission denied/);
  });
});

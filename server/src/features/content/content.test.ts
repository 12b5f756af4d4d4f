/** News and help end to end over HTTP: reading, publishing, and permissions. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { ConsoleRequest } from '@candor/protocol/console/console-calls.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { knock } from '@candor/testing/front-door.ts';
import { photo } from '@candor/testing/pictures.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { breaches } from '../../app/breaches.ts';
import { LIMITS } from '../../limits.ts';
import { Articles, writtenHash } from './articles.ts';
import { newestRecords, verifyAudit } from '../../operators/audit.ts';

let server: WholeServer;
let pool: Pool;
let sam: ConsoleLine;
let ada: ConsoleLine;
let ines: ConsoleLine;

beforeAll(async () => {
  server = await openWholeServer();
  pool = createPool(server.url, { max: 2 });
  sam = await openConsoleLine(server, 'sam');
  ada = await openConsoleLine(server, 'ada');
  ines = await openConsoleLine(server, 'ines');
});
afterAll(async () => {
  expect(await breaches(pool)).toEqual([]);
  expect(await verifyAudit(pool)).toMatchObject({ violation: undefined });
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
  await pool.end();
  await server.stop();
});

type Detail = CallOutput<'POST news/detail'>;
type News = CallOutput<'POST news/list'>;
type Help = CallOutput<'GET news_articles/list'>;
type Save = ConsoleRequest<'POST article_save'>;

const read = async (id: string, lang = 'en'): Promise<Detail | string> => {
  const { body } = await server.call('POST news/detail', { fields: { id, lang } });
  return body.type === 'ok' ? (body.message as Detail) : body.error;
};
const help = async (fields: Record<string, string>): Promise<Help['items']> => {
  const { body } = await server.call('GET news_articles/list', { fields });
  return (body.type === 'ok' ? (body.message as Help) : { items: [] }).items;
};
const news = async (fields: Record<string, unknown> = {}): Promise<News> => {
  const { body } = await server.call('POST news/list', { fields });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as News;
};
const text = (language: 'en' | 'zh' | 'hk' | 'es', body: string, title = 'A title') => ({
  ...{ language, title, summary: 'A summary.', body },
});
/** A new page. Each test uses a different slug. */
const page = (slug: string, changes: Partial<Save> = {}): Save => ({
  ...{ slug, kind: 'page', topic: 'start', picture: null, banner: false },
  ...{ texts: [text('en', 'First text.')], seen_version: null, reason: 'a new page' },
  ...changes,
});
/** Returns a colleague's verdict on the pending texts, with the hashes that the console showed. */
const judging = async (
  line: ConsoleLine,
  slug: string,
  verdict: 'released' | 'refused' = 'released',
): Promise<ConsoleRequest<'POST article_release'>> => {
  const { version, waiting } = await line.done('GET article', { slug });
  const texts = (waiting?.texts ?? []).map(({ language, now }) => [
    language,
    writtenHash(now).toString('hex'),
  ]);
  const seen = { slug, seen_version: version, texts: Object.fromEntries(texts) as Record<string, string> };
  return { ...seen, verdict, reason: 'read and found right' };
};
const release = async (slug: string, by: ConsoleLine): Promise<void> => {
  await by.done('POST article_release', await judging(by, slug));
};
/** Publishes an article: one operator writes it and another releases it, as every public text requires. */
const publish = async (by: ConsoleLine, save: Save): Promise<void> => {
  await by.done('POST article_save', save);
  await release(save.slug, by === ada ? ines : ada);
};
const refused = async (line: ConsoleLine, save: Save): Promise<string> => {
  const { body } = await line.ask('POST article_save', save);
  return body.type === 'ok' ? 'ok' : body.error;
};

describe('the public content calls', () => {
  test('return banners, and news in pages from newest to oldest', async () => {
    const all = await news();
    expect(all.banners.length).toBeGreaterThan(0);
    expect(all.items.map(({ time }) => time)).toEqual(
      all.items.map(({ time }) => time).toSorted((a, b) => b - a),
    );
    expect((await news({ kind: 'banner' })).items).toEqual([]);
    expect((await news({ kind: 'news' })).banners).toEqual([]);
    const first = await news({ limit: 2 });
    const second = await news({ limit: 2, cursor: first.next });
    expect([...first.items, ...second.items]).toEqual(all.items.slice(0, 4));
    expect(second.banners).toEqual([]);
    const { body } = await server.call('POST news/list', { fields: { cursor: '1-2' } });
    expect(body).toMatchObject({ error: 'parameter_wrong' });
  });

  test('return a page in the requested language, or in English', async () => {
    expect(await read('fees', 'zh')).toMatchObject({
      id: 'fees',
      kind: 'page',
      topic: 'money',
      language: 'zh',
      version: 0,
      changed_at: null,
      time: null,
    });
    for (const lang of ['../../x', 'xx', 'en\u0000', '__proto__', '{{7*7}}', '']) {
      expect(await read('fees', lang)).toMatchObject({ language: 'en' });
    }
  });

  test.each(['nothing', 'licence-live', '../../package', 'fees.md', '__proto__', 'constructor', ''])(
    'refuse the article id %j',
    async (id) => {
      expect(await read(id)).toMatch(/^(not_found|parameter_wrong|parameter_missing)$/);
    },
  );

  test("return the demo's licence page without placeholders", async () => {
    const licence = await read('licence');
    expect(licence).toMatchObject({ id: 'licence', topic: 'legal' });
    expect((licence as Detail).body).not.toContain('{');
  });

  test('return help pages by topic and by search', async () => {
    const topics = (await help({})).map(({ topic }) => topic);
    const order = ['start', 'trading', 'money', 'safety', 'legal'];
    expect([...new Set(topics)]).toEqual(order);
    expect((await help({ topic: 'money' })).every(({ topic }) => topic === 'money')).toBe(true);
    const [found] = await help({ search: 'withdrawl', topic: 'money' });
    expect(found).toMatchObject({ id: 'withdrawals' });
    expect(found?.excerpt?.some(({ hit }) => hit)).toBe(true);
    expect(await help({ search: 'x'.repeat(101) })).toEqual([]);
  });

  test('report support as offline while no console is connected', async () => {
    const { body } = await server.call('GET news/getkf');
    expect(body).toMatchObject({
      message: { online: false, hours: null, email: null, answers_within_minutes: 10 },
    });
  });

  test('serve a drawing as an image with scripts disabled', async () => {
    const [banner] = (await news()).banners;
    const answer = await fetch(`${server.origin}${banner?.picture}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; sandbox");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    for (const name of [
      'none.svg',
      'clock.jpg',
      'clock',
      '..%2f..%2fpackage.json',
      '%00.svg',
      'photo-x.jpg',
    ]) {
      expect((await fetch(`${server.origin}/api/content/pictures/${name}`)).status).toBe(404);
    }
  });
});

describe('publishing', () => {
  test("replaces a file's text in one language immediately, and keeps its other languages", async () => {
    const before = (await ada.done('GET article', { slug: 'security' })).texts;
    expect(before.every(({ version, file }) => version === 0 && file === null)).toBe(true);
    await publish(sam, {
      ...{ slug: 'security', kind: 'page', topic: 'safety', picture: null, banner: false },
      ...{ texts: [text('en', 'The **new** text of security.')], seen_version: 0, reason: 'clearer words' },
    });
    expect(await read('security')).toMatchObject({
      body: 'The **new** text of security.',
      version: 1,
      language: 'en',
      changed_at: expect.any(Number) as number,
    });
    expect(await read('security', 'zh')).toMatchObject({ version: 0, language: 'zh' });
    expect((await help({ search: 'the new text of security' })).map(({ id }) => id)).toContain('security');
    const after = await ada.done('GET article', { slug: 'security' });
    const english = after.texts.find(({ language }) => language === 'en');
    expect(english).toMatchObject({
      version: 1,
      file_changed: false,
      file: { title: 'Keeping your account safe' },
    });
    expect(after.versions).toMatchObject([
      { version: 1, by: 'sam', role: 'support', reason: 'clearer words', languages: ['en'] },
    ]);
    const version = await ada.done('GET article_version', { slug: 'security', version: 1 });
    expect(version.texts).toMatchObject([
      {
        language: 'en',
        now: { body: 'The **new** text of security.' },
        before: { title: 'Keeping your account safe' },
      },
    ]);
    const [released, record] = await newestRecords(pool, 2);
    expect(released).toMatchObject({
      ...{ operator: 'ada', action: 'publication.released', subject: 'article:security' },
      approval: expect.stringContaining('seen_version') as string,
    });
    expect(record).toMatchObject({
      operator: 'sam',
      action: 'article.save',
      subject: 'article:security',
      reason: 'clearer words',
    });
    expect(record?.after).toContain('"texts":{"en":"');
  });

  test('creates a page in English and returns it to readers of other languages', async () => {
    await publish(sam, page('a-new-page'));
    expect(await read('a-new-page', 'hk')).toMatchObject({ language: 'en', version: 1 });
    const listed = (await sam.done('GET articles')).find(({ slug }) => slug === 'a-new-page');
    expect(listed?.missing).toEqual(['zh', 'es', 'it', 'jp', 'ko', 'pt', 'hk', 'vn']);
    const hk = page('a-new-page', { texts: [text('hk', '新文。', '新頁')], seen_version: 1 });
    await publish(sam, hk);
    expect(await read('a-new-page', 'hk')).toMatchObject({ title: '新頁', language: 'hk', version: 2 });
    expect(await read('a-new-page', 'zh')).toMatchObject({ language: 'en', version: 1 });
  });

  test('dates news at the moment of publication and shows a banner if requested', async () => {
    const save = page('some-news', { kind: 'news', topic: null, banner: true, picture: 'clock' });
    await publish(sam, save);
    const { banners, items } = await news({ search: 'first text' });
    expect(banners.map(({ id }) => id)).toContain('some-news');
    expect(items[0]).toMatchObject({ id: 'some-news', picture: '/api/content/pictures/clock.svg' });
    expect((await news()).items[0]?.id).toBe('some-news');
  });

  test('hides scheduled news from lists and search until its publication time', async () => {
    const appears_at = Math.ceil(Date.now() / 1000) + 3;
    const body = 'A word like thunderstorm.';
    const save = page('news-of-later', { kind: 'news', topic: null, texts: [text('en', body)], appears_at });
    await publish(sam, save);
    const listed = async () => (await news()).items.map(({ id }) => id);
    const found = async () => (await news({ search: 'thunderstorm' })).items.map(({ id }) => id);
    expect([await read('news-of-later'), await listed(), await found()]).toEqual([
      'not_found',
      expect.not.arrayContaining(['news-of-later']) as string[],
      [],
    ]);
    const known = (await sam.done('GET articles')).find(({ slug }) => slug === 'news-of-later');
    expect(known).toMatchObject({ state: 'published', published_at: appears_at });
    await vi.waitFor(async () => expect(await read('news-of-later')).toMatchObject({ time: appears_at }), {
      timeout: 6000,
      interval: 200,
    });
    expect(Date.now()).toBeGreaterThanOrEqual(appears_at * 1000);
    expect([(await listed())[0], await found()]).toEqual(['news-of-later', ['news-of-later']]);
    const moved = { ...save, seen_version: 1, appears_at: appears_at + 60 };
    expect((await sam.ask('POST article_save', moved)).body).toMatchObject({
      error: 'parameter_wrong',
      params: { field: 'appears_at' },
    });
  });

  test('refuses a save that is not based on the newest version, and accepts one of several concurrent saves', async () => {
    await publish(sam, page('two-at-once'));
    const change = (body: string) => page('two-at-once', { texts: [text('en', body)], seen_version: 1 });
    const done = await Promise.all(['one', 'two', 'three'].map((body) => refused(sam, change(body))));
    expect(done.toSorted()).toEqual(['case_changed', 'case_changed', 'ok']);
    expect(await refused(ada, page('two-at-once'))).toBe('case_changed');
  });

  test('saves an article once per idempotency key', async () => {
    const save = page('sent-twice');
    const key = { headers: { 'idempotency-key': 'k1' } };
    await sam.done('POST article_save', save, key);
    await sam.done('POST article_save', save, key);
    const other = await sam.ask('POST article_save', { ...save, reason: 'something else' }, key);
    expect(other.body).toMatchObject({ error: 'key_reused' });
    expect((await sam.done('GET article', { slug: 'sent-twice' })).version).toBe(1);
  });

  test('withdraws and restores an article, and keeps every version', async () => {
    await publish(sam, page('comes-and-goes'));
    await sam.done('POST article_withdraw', { slug: 'comes-and-goes', seen_version: 1, reason: 'was wrong' });
    expect(await read('comes-and-goes')).toBe('not_found');
    expect((await help({})).map(({ id }) => id)).not.toContain('comes-and-goes');
    const again = { slug: 'comes-and-goes', seen_version: 1, reason: 'was right' };
    expect((await sam.ask('POST article_restore', again)).body).toMatchObject({ error: 'case_changed' });
    await sam.done('POST article_restore', { ...again, seen_version: 2 });
    expect(await read('comes-and-goes')).toBe('not_found');
    await release('comes-and-goes', ada);
    expect(await read('comes-and-goes')).toMatchObject({ body: 'First text.', version: 1 });
    const { versions } = await sam.done('GET article', { slug: 'comes-and-goes' });
    expect(versions.map(({ version, state }) => [version, state])).toEqual([
      [3, 'published'],
      [2, 'withdrawn'],
      [1, 'published'],
    ]);
  });

  test('re-encodes an uploaded photo, and stores identical photos once', async () => {
    const data = (await photo(7)).toString('base64');
    const { picture } = await sam.done('POST article_picture', { data });
    expect((await sam.done('POST article_picture', { data })).picture).toBe(picture);
    await publish(sam, page('with-a-photo', { kind: 'news', topic: null, picture }));
    const detail = (await read('with-a-photo')) as Detail;
    const answer = await fetch(`${server.origin}${detail.picture}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400, immutable');
    expect(Buffer.from(await answer.arrayBuffer()).includes('Exif')).toBe(false);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64');
    for (const [bad, code] of [
      [svg, 'file_type_wrong'],
      ['AAAA', 'file_type_wrong'],
      ['!!!', 'upload_failed'],
    ] as const) {
      expect((await sam.ask('POST article_picture', { data: bad })).body).toMatchObject({ error: code });
    }
    expect(await refused(sam, page('no-photo', { picture: 'photo-0000' }))).toBe('file_not_found');
  });

  test('serves a photo to the public only while an article with the photo is published', async () => {
    const data = (await photo(11)).toString('base64');
    const { picture } = await sam.done('POST article_picture', { data });
    const fetched = async (origin: string) => {
      const answer = await fetch(`${origin}/api/content/pictures/${picture}.jpg`);
      return [answer.status, answer.headers.get('cache-control')];
    };
    const inPublic = () => fetched(server.origin);
    const hidden = [404, 'no-store'];
    expect([await inPublic(), await fetched(server.consoleOrigin)]).toEqual([hidden, hidden]);
    const slug = 'a-kept-photo';
    await sam.done('POST article_save', page(slug, { kind: 'news', topic: null, picture }));
    expect(await inPublic()).toEqual(hidden);
    const { mime, base64 } = await ines.done('GET article_photo', { picture });
    expect([mime, Buffer.from(base64, 'base64').subarray(0, 2).toString('hex')]).toEqual([
      'image/jpeg',
      'ffd8',
    ]);
    expect((await ada.ask('GET article_photo', { picture: 'photo-0000' })).body).toMatchObject({
      error: 'file_not_found',
    });
    await release(slug, ada);
    expect(await inPublic()).toEqual([200, 'public, max-age=86400, immutable']);
    await sam.done('POST article_withdraw', { slug, seen_version: 1, reason: 'not ours to show' });
    expect(await inPublic()).toEqual(hidden);
  });

  test('hides the photo of scheduled news until it is published', async () => {
    const { picture } = await sam.done('POST article_picture', {
      data: (await photo(13)).toString('base64'),
    });
    const appears_at = Math.floor(Date.now() / 1000) + 3600;
    await publish(sam, page('later-photo', { kind: 'news', topic: null, picture, appears_at }));
    expect((await fetch(`${server.origin}/api/content/pictures/${picture}.jpg`)).status).toBe(404);
  });
});

describe('the server', () => {
  test.each(['service-agreement', 'terms', 'privacy', 'licence', 'risk'])(
    'lets only an admin change %s, and audits the denied attempt',
    async (slug) => {
      const { kind, topic, version } = await sam.done('GET article', { slug });
      const save = page(slug, {
        kind,
        topic,
        seen_version: version,
        texts: [text('en', 'Another agreement.')],
      });
      expect(await refused(sam, save)).toBe('unauthorized');
      expect((await newestRecords(pool, 1))[0]).toMatchObject({
        operator: 'sam',
        action: 'denied',
        subject: 'call:POST article_save',
      });
      expect(await refused(sam, { ...save, topic: 'start' })).toBe('unauthorized');
      expect(await refused(ada, save)).toBe('ok');
      const withdraw = { slug, seen_version: version + 1, reason: 'not wanted' };
      expect((await ada.ask('POST article_withdraw', withdraw)).body).toMatchObject({
        error: 'state_abnormal',
      });
      expect((await sam.ask('POST article_withdraw', withdraw)).body).toMatchObject({
        error: 'unauthorized',
      });
    },
  );

  test("refuses to save a page with an agreement's topic for an operator whose role is support", async () => {
    expect(await refused(sam, page('a-small-law', { topic: 'legal' }))).toBe('unauthorized');
  });

  test('rejects a change by SQL without an audit record of the same action, operator and role', async () => {
    const insert = `insert into article_version (slug, version, kind, topic, banner, state, made_by, role, reason, time_ms)
      values ($1, $2, 'page', $3, false, 'published', $4, $5, 'a test', 1)`;
    const record = `insert into audit (time_ms, operator, role, action, subject, before, after, reason)
      values (1, $2, $3, 'article.save', 'article:' || $1, '{}', '{}', 'a test')`;
    const attempt = async (recorded: string[] | undefined, row: unknown[]): Promise<string> => {
      const connection = await pool.connect();
      try {
        await connection.query('begin');
        if (recorded !== undefined) await connection.query(record, recorded);
        await connection.query(insert, row);
        return 'ok';
      } catch (error) {
        return (error as { constraint?: string }).constraint ?? (error as Error).message;
      } finally {
        await connection.query('rollback');
        connection.release();
      }
    };
    const [x, by] = ['by-hand', ['by-hand', 'sam', 'support']];
    expect(await attempt(by, [x, 1, 'start', 'sam', 'support'])).toBe('ok');
    expect(await attempt(undefined, [x, 1, 'start', 'sam', 'support'])).toBe('article_version_record');
    expect(await attempt(by, [x, 1, 'start', 'ada', 'admin'])).toBe('article_version_record');
    expect(await attempt(['other', 'sam', 'support'], [x, 1, 'start', 'sam', 'support'])).toBe(
      'article_version_record',
    );
    expect(await attempt(by, [x, 1, 'start', 'sam', 'admin'])).toBe('article_version_record');
    expect(await attempt([x, 'rosa', 'reviewer'], [x, 1, 'start', 'rosa', 'reviewer'])).toBe(
      'article_version_role',
    );
    expect(await attempt(by, [x, 1, 'legal', 'sam', 'support'])).toBe('article_version_role');
    expect(await attempt(['terms', 'sam', 'support'], ['terms', 1, 'start', 'sam', 'support'])).toBe(
      'article_version_role',
    );
    expect(await attempt(by, [x, 2, 'start', 'sam', 'support'])).toBe('article_version_follows');
  });

  test.each(['article_version', 'article_text', 'article_picture'])(
    'rejects updates and deletions in %s by the serving role',
    async (table) => {
      for (const sql of [
        `update ${table} set ${table === 'article_picture' ? 'name' : 'slug'} = 'x'`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ]) {
        await expect(pool.query(sql)).rejects.toThrow(/permission denied|append-only|never/i);
      }
    },
  );
});

describe('the server, for agreements,', () => {
  type Inbox = CallOutput<'GET user/usermessage'>;
  const inbox = async (token: string): Promise<Inbox> => {
    const { body } = await server.call('GET user/usermessage', { token });
    if (body.type !== 'ok') throw new Error(JSON.stringify(body));
    return body.message as Inbox;
  };
  const about = ({ items }: Inbox, article: string) =>
    items.filter(({ kind, params }) => kind === 'agreement_changed' && params['article'] === article);
  const begin = (changes: Partial<Save> = {}): Save => page('house-rules', { topic: 'legal', ...changes });

  test('notifies every customer of a change once, in the app only, and offers no choice to mute the notice', async () => {
    const [lena, wei] = [await server.login(0), await server.login(1)];
    const before = await inbox(lena);
    await publish(ada, begin({ texts: [text('en', 'First.'), text('zh', '一。')] }));
    const after = await inbox(lena);
    expect(about(after, 'house-rules')).toMatchObject([{ read: false, params: { article: 'house-rules' } }]);
    expect(after.unread).toBe(before.unread + 1);
    expect(about(await inbox(wei), 'house-rules')).toHaveLength(1);
    const { body } = await server.call('GET user/notice_choices', { token: lena });
    expect(body.type === 'ok' && body.message).toContainEqual({
      ...{ topic: 'agreements', channel: 'in_app', enabled: true, fixed: true },
    });
    const mute = { topic: 'agreements', channel: 'in_app', enabled: false };
    expect((await server.call('POST user/notice_choice', { token: lena, fields: mute })).body.type).toBe(
      'error',
    );
    // Marking the notice as read for one customer leaves it unread for the other.
    const id = about(after, 'house-rules')[0]?.id;
    const marked = await server.call('POST user/message_read', { token: lena, fields: { id } });
    expect(marked.body).toMatchObject({ message: { unread: before.unread } });
    expect(about(await inbox(lena), 'house-rules')).toMatchObject([{ id, read: true }]);
    expect(about(await inbox(wei), 'house-rules')).toMatchObject([{ id, read: false }]);
    const alone = await server.call('GET user/usermessage', { token: wei, fields: { id } });
    expect(alone.body).toMatchObject({ message: { items: [{ id, read: false }] } });
    const rows = await pool.query(
      `select (select count(*)::int from notice where kind = 'agreement_changed') as notices,
        (select count(*)::int from mail where kind = 'agreement_changed') as mails`,
    );
    expect(rows.rows).toEqual([{ notices: 0, mails: 0 }]);
  });

  test('sends no notification if only the image changed, or for a page that is not an agreement', async () => {
    const wei = await server.login(1);
    const before = await inbox(wei);
    const same = { texts: [text('en', 'First.')], seen_version: 1, picture: 'clock' };
    await publish(ada, begin(same));
    await publish(sam, page('no-agreement'));
    expect((await inbox(wei)).unread).toBe(before.unread);
  });

  test('keeps former texts readable without a login, and returns the period in which each was in force', async () => {
    const at = (version: number | string, lang = 'en') =>
      server.call('POST news/detail', { fields: { id: 'house-rules', version, lang } });
    const now = { texts: [text('en', 'Second.')], seen_version: 2, picture: 'clock' };
    await publish(ada, begin(now));
    const current = (await read('house-rules')) as Detail;
    expect(current).toMatchObject({ body: 'Second.', version: 3, agreement: true, former_version: 1 });
    expect([current.counted_until, current.english_newer_at]).toEqual([null, null]);
    expect((await at(1)).body).toMatchObject({
      message: { body: 'First.', version: 1, counted_until: current.changed_at, former_version: null },
    });
    // The outdated translation states that the English text is newer.
    expect(await read('house-rules', 'zh')).toMatchObject({
      ...{ body: '一。', version: 1, counted_until: null, english_newer_at: current.changed_at },
    });
    for (const version of [0, 2, 4, '999999999999999999'])
      expect((await at(version)).body).toMatchObject({ error: 'not_found', params: { field: 'version' } });
    for (const version of [-1, 'x', 1.5])
      expect((await at(version)).body).toMatchObject({ error: 'parameter_wrong' });
  });

  test("keeps the software's text as a former text, and returns no former text of a page that is not an agreement", async () => {
    const { version } = await ada.done('GET article', { slug: 'privacy' });
    const fresh = { topic: 'legal' as const, texts: [text('es', 'Otro texto.')] };
    await publish(ada, page('privacy', { ...fresh, seen_version: version }));
    expect(await read('privacy', 'es')).toMatchObject({ body: 'Otro texto.', former_version: 0 });
    const former = await server.call('POST news/detail', {
      fields: { id: 'privacy', version: 0, lang: 'es' },
    });
    expect(former.body).toMatchObject({
      message: { version: 0, changed_at: null, counted_until: expect.any(Number) as number },
    });
    const other = await server.call('POST news/detail', { fields: { id: 'security', version: 0 } });
    expect(other.body).toMatchObject({ error: 'not_found' });
    expect(await read('security')).toMatchObject({ agreement: false, former_version: null });
  });

  test('rejects a notice that the serving role inserts directly', async () => {
    await expect(
      pool.query(`insert into agreement_notice (slug, version, time_ms) values ('house-rules', 2, 1)`),
    ).rejects.toThrow(/permission denied/);
    await expect(pool.query('delete from agreement_notice_read')).rejects.toThrow(/permission denied/);
  });

  test('refuses a licence page text that lacks a placeholder', async () => {
    const { version, kind, topic } = await ada.done('GET article', { slug: 'licence-live' });
    const save = (body: string) =>
      page('licence-live', { kind, topic, seen_version: version, texts: [text('en', body)] });
    const { body } = await ada.ask('POST article_save', save('Licensed: {legal_entity} {licence_number}.'));
    expect(body).toMatchObject({ error: 'parameter_missing', params: { field: '{register_url}' } });
  });
});

describe('the call that saves an article', () => {
  test.each([
    ['<script>alert(1)</script>', 'article_text_wrong'],
    ['a\n\n[x](javascript:alert(1))', 'article_text_wrong'],
    ['[x](data:text/html,<b>)', 'article_text_wrong'],
    ['![x](https://example.org/x.png)', 'article_text_wrong'],
    ['pay\u202Elap', 'article_text_wrong'],
    ['a'.repeat(60_001), 'parameter_wrong'],
    ['a'.repeat(1024 * 1024), 'parameter_wrong'],
    ['a'.repeat(6 * 1024 * 1024), 'body_too_big'],
    ['', 'parameter_missing'],
    ['a\u0000b', 'article_text_wrong'],
  ])('rejects a hostile text (%#)', async (body, code) => {
    const answer = await sam.ask('POST article_save', page('hostile', { texts: [text('en', body)] })).catch(
      // A body beyond the limit is rejected while it is still being sent.
      () => ({ body: { type: 'error', error: 'body_too_big' } as const }),
    );
    expect(answer.body).toMatchObject({ error: code });
  });

  test('reports the language and line of a violation', async () => {
    const save = page('hostile', { texts: [text('en', 'Good.'), text('zh', '好。\n\n<b>不好</b>')] });
    const { body } = await sam.ask('POST article_save', save);
    expect(body).toMatchObject({
      error: 'article_text_wrong',
      params: { language: 'zh', line: '3', found: '<b>不好</b>' },
    });
  });

  test('keeps markup in a title as plain text', async () => {
    const title = '"><img src=x onerror=alert(1)>{{7*7}}${7*7}';
    await publish(sam, page('title-of-marks', { texts: [text('en', 'Text.', title)] }));
    expect(await read('title-of-marks')).toMatchObject({ title });
    const { headers } = await knock(server.origin, 'POST news/detail', { fields: { id: 'title-of-marks' } });
    expect(headers['content-type']).toMatch(/^application\/json/);
  });

  test('returns 404 to an outside address without reading the body', async () => {
    const raw = 'a'.repeat(LIMITS.console.bigBodyBytesMax + 1);
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const { status } = await knock(server.origin, 'POST console/article_save', { headers, fields: {} });
    expect(status).toBe(404);
    const heard = await knock(server.origin, 'POST console/article_save', { headers, raw }).catch(() => ({
      status: 404,
    }));
    expect(heard.status).toBe(404);
  });
});

test('reports a text changed by the table owner as a violation', async () => {
  await publish(sam, page('to-be-bent'));
  const owner = createPool(server.ownerUrl, { max: 1 });
  const bend = (body: string) =>
    owner.query(`begin; alter table article_text disable trigger all;
      update article_text set body = '${body}' where slug = 'to-be-bent';
      alter table article_text enable trigger all; commit`);
  await bend('Another text.');
  expect(await breaches(pool)).toMatchObject([{ detail: 'en of to-be-bent, version 1' }]);
  await bend('First text.');
  expect(await breaches(pool)).toEqual([]);
  await owner.end();
});

test('picks up a publication made by another process on the same database', async () => {
  const other = new Articles({
    pool,
    own: new Map(),
    onError: (error) => server.logLines.push(`${error.message} failed`),
  });
  await other.start();
  await publish(sam, page('heard-elsewhere'));
  await vi.waitUntil(() => other.all().has('heard-elsewhere'), { timeout: 20_000 });
  await other.stop();
});

test('serves a shipped page with the title and body of its file', async () => {
  const file = readFileSync(new URL('../../../../content/en/pages/fees.md', import.meta.url), 'utf8');
  const detail = (await read('fees')) as Detail;
  expect(file).toContain(`title: ${detail.title}\n`);
  expect(file.trim().endsWith(detail.body)).toBe(true);
});

/** Dual approval of public texts: over HTTP, and by plain SQL as the serving role. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ConsoleRequest } from '@candor/protocol/console/console-calls.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { appendSigned } from '@candor/testing/signing.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { breaches } from '../../app/breaches.ts';
import { verifyAudit } from '../../operators/audit.ts';
import { writtenHash } from './articles.ts';

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
  await pool.end();
  await server.stop();
});

type Save = ConsoleRequest<'POST article_save'>;
type Release = ConsoleRequest<'POST article_release'>;

const words = (body: string) => ({ title: 'A title', summary: 'A summary.', body });
const page = (slug: string, changes: Partial<Save> = {}): Save => ({
  ...{ slug, kind: 'page', topic: 'start', picture: null, banner: false },
  ...{ texts: [{ language: 'en', ...words('First.') }], seen_version: null, reason: 'a new page' },
  ...changes,
});
const english = (body: string, seen_version: number): Partial<Save> => ({
  ...{ texts: [{ language: 'en', ...words(body) }], seen_version },
});
const judging = async (slug: string, verdict: 'released' | 'refused' = 'released'): Promise<Release> => {
  const { version, waiting } = await ada.done('GET article', { slug });
  const hashes = (waiting?.texts ?? []).map(({ language, now }) => [
    language,
    writtenHash(now).toString('hex'),
  ]);
  const texts = Object.fromEntries(hashes) as Release['texts'];
  return { slug, verdict, texts, seen_version: version, reason: 'read it' };
};
const verdict = async (line: ConsoleLine, sent: Release): Promise<string> => {
  const { body } = await line.ask('POST article_release', sent);
  return body.type === 'ok' ? 'ok' : body.error;
};
const body = async (id: string): Promise<string> => {
  const { body: heard } = await server.call('POST news/detail', { fields: { id, lang: 'en' } });
  return heard.type === 'ok' ? (heard.message as { body: string }).body : heard.error;
};

describe('a text written by an operator', () => {
  test("stays hidden until a colleague releases it, and can't be released by its author", async () => {
    await sam.done('POST article_save', page('needs-two'));
    expect(await body('needs-two')).toBe('not_found');
    const listed = (await server.call('GET news_articles/list')).body;
    expect(JSON.stringify(listed)).not.toContain('needs-two');
    expect(await verdict(sam, await judging('needs-two'))).toBe('second_person_needed');
    expect(await body('needs-two')).toBe('not_found');
    expect(await verdict(ada, await judging('needs-two'))).toBe('ok');
    expect(await body('needs-two')).toBe('First.');
    expect(await verdict(ines, await judging('needs-two'))).toBe('state_abnormal');
  });

  test('stays pending while readers keep the published version, and is released with all its changes', async () => {
    await sam.done('POST article_save', page('grows'));
    await ada.done('POST article_release', await judging('grows'));
    await sam.done('POST article_save', page('grows', english('Second.', 1)));
    await ada.done('POST article_save', page('grows', english('Third.', 2)));
    expect(await body('grows')).toBe('First.');
    const { waiting, public: isPublic } = await sam.done('GET article', { slug: 'grows' });
    expect([waiting?.by, isPublic]).toEqual([['ada', 'sam'], true]);
    expect(waiting?.texts).toMatchObject([{ now: { body: 'Third.' }, before: { body: 'First.' } }]);
    // Sam and Ada are both authors of the pending text.
    expect(await verdict(sam, await judging('grows'))).toBe('second_person_needed');
    expect(await verdict(ada, await judging('grows'))).toBe('second_person_needed');
    expect(await verdict(ines, await judging('grows'))).toBe('ok');
    expect(await body('grows')).toBe('Third.');
    const { versions } = await sam.done('GET article', { slug: 'grows' });
    expect(versions.map(({ judged }) => judged?.by)).toEqual(['ines', 'ines', 'ada']);
  });

  test('is not released when it differs from the text that the approver saw', async () => {
    await sam.done('POST article_save', page('moves'));
    const seen = await judging('moves');
    expect(await verdict(ada, { ...seen, texts: { en: '0'.repeat(64) } })).toBe('case_changed');
    await sam.done('POST article_save', page('moves', english('Something worse.', 1)));
    expect(await verdict(ada, seen)).toBe('case_changed');
    expect(await verdict(ada, { ...seen, seen_version: 2 })).toBe('case_changed');
    expect(await body('moves')).toBe('not_found');
  });

  test('is not published after its rejection, not even with a later version', async () => {
    await sam.done('POST article_save', page('refused-page'));
    await ada.done('POST article_release', await judging('refused-page'));
    const zh = [{ language: 'zh' as const, ...words('坏。') }];
    await sam.done('POST article_save', page('refused-page', { texts: zh, seen_version: 1 }));
    expect(await verdict(sam, await judging('refused-page', 'refused'))).toBe('ok');
    await sam.done('POST article_save', page('refused-page', english('Good.', 2)));
    await ada.done('POST article_release', await judging('refused-page'));
    const { body: heard } = await server.call('POST news/detail', {
      fields: { id: 'refused-page', lang: 'zh' },
    });
    expect(heard).toMatchObject({ message: { language: 'en', body: 'Good.', version: 3 } });
  });

  test('is withdrawn immediately by a single operator, even its author, and restored only by two', async () => {
    await sam.done('POST article_save', page('goes'));
    await ada.done('POST article_release', await judging('goes'));
    await sam.done('POST article_withdraw', { slug: 'goes', seen_version: 1, reason: 'was wrong' });
    expect(await body('goes')).toBe('not_found');
    await sam.done('POST article_restore', { slug: 'goes', seen_version: 2, reason: 'was right' });
    expect(await body('goes')).toBe('not_found');
    expect(await verdict(sam, await judging('goes'))).toBe('second_person_needed');
    expect(await verdict(ada, await judging('goes'))).toBe('ok');
    expect(await body('goes')).toBe('First.');
  });

  test('appears at its scheduled time, or on release if that is later', async () => {
    const appears_at = Math.ceil(Date.now() / 1000) + 2;
    const save = page('later', { kind: 'news', topic: null, appears_at });
    await sam.done('POST article_save', save);
    await sam.done('POST article_save', { ...save, slug: 'later-still' });
    await ada.done('POST article_release', await judging('later'));
    expect(await body('later')).toBe('not_found');
    await vi.waitFor(async () => expect(await body('later')).toBe('First.'), {
      timeout: 6000,
      interval: 200,
    });
    expect(await body('later-still')).toBe('not_found');
    await ada.done('POST article_release', await judging('later-still'));
    const { body: heard } = await server.call('POST news/detail', { fields: { id: 'later-still' } });
    const { time } = (heard as { message: { time: number } }).message;
    expect(time).toBeGreaterThanOrEqual(appears_at);
  });
});

describe('an agreement', () => {
  test('is released only by a second admin, and customers are notified on release', async () => {
    const told = async (): Promise<number> => {
      const found = await pool.query<{ n: number }>(
        `select count(*)::int as n from agreement_notice where slug = 'rules-of-two'`,
      );
      return found.rows[0]?.n ?? 0;
    };
    await ada.done('POST article_save', page('rules-of-two', { topic: 'legal' }));
    expect(await told()).toBe(0);
    const release = await judging('rules-of-two');
    expect(await verdict(sam, release)).toBe('unauthorized');
    expect(await verdict(ada, release)).toBe('second_person_needed');
    expect(await verdict(ines, release)).toBe('ok');
    expect(await told()).toBe(1);
  });

  test('stays an agreement while a change of its topic is pending', async () => {
    await ada.done('POST article_save', page('rules-in-disguise', { topic: 'legal' }));
    await ines.done('POST article_release', await judging('rules-in-disguise'));
    await ada.done('POST article_save', page('rules-in-disguise', english('First.', 1)));
    const gone = { slug: 'rules-in-disguise', seen_version: 2, reason: 'be gone' };
    expect((await ada.ask('POST article_withdraw', gone)).body).toMatchObject({ error: 'state_abnormal' });
    expect((await sam.ask('POST article_withdraw', gone)).body).toMatchObject({ error: 'unauthorized' });
    expect(await verdict(sam, await judging('rules-in-disguise'))).toBe('unauthorized');
    expect(await body('rules-in-disguise')).toBe('First.');
  });
});

describe('when the serving role sends plain SQL,', () => {
  type Attempt = {
    readonly by: string;
    readonly role?: string;
    readonly recordedBy?: string | undefined;
    readonly signed?: Record<string, unknown>;
    readonly version?: number;
    readonly slug?: string;
  };
  const attempt = async ({
    by,
    role = 'admin',
    recordedBy = by,
    signed,
    ...of
  }: Attempt): Promise<string> => {
    const { version = 1, slug = 'by-hand' } = of;
    const { texts } = await judging(slug);
    const connection = await pool.connect();
    try {
      await connection.query('begin');
      if (recordedBy !== '') {
        const record = { action: 'publication.released', subject: `article:${slug}` };
        await appendSigned(
          connection,
          { ...record, body: { slug, seen_version: version, texts, ...signed } },
          { account: recordedBy, nowMs: Date.now() },
        );
      }
      await connection.query(
        `insert into article_release (slug, version, verdict, made_by, role, reason, time_ms)
          values ($1, $2, 'released', $3, $4, 'by hand', 1)`,
        [slug, version, by, role],
      );
      return 'ok';
    } catch (error) {
      return (error as { constraint?: string }).constraint ?? (error as Error).message;
    } finally {
      await connection.query('rollback');
      connection.release();
    }
  };

  beforeAll(async () => {
    await sam.done('POST article_save', page('by-hand'));
    await ada.done('POST article_save', page('law-by-hand', { topic: 'legal' }));
  });

  test.each<[string, Attempt, string]>([
    ['accepts a valid release', { by: 'ada' }, 'ok'],
    ['rejects a release without a record', { by: 'ada', recordedBy: '' }, 'article_release_record'],
    [
      "rejects a release in another operator's name",
      { by: 'ines', recordedBy: 'ada' },
      'article_release_record',
    ],
    [
      'rejects a release by the system',
      { by: 'system', role: 'system', recordedBy: '' },
      'article_release_record',
    ],
    ['rejects a release by the author', { by: 'sam', role: 'support' }, 'article_release_two_persons'],
    ['rejects a release of a different version', { by: 'ada', version: 2 }, 'article_release_waits'],
    [
      'rejects a release of texts other than those signed',
      { by: 'ada', signed: { texts: {} } },
      'article_release_signed',
    ],
    [
      'rejects a release that was signed for a different article',
      { by: 'ada', signed: { slug: 'x' } },
      'article_release_signed',
    ],
    [
      'rejects a release by a role without the permission',
      { by: 'rosa', role: 'reviewer' },
      'article_release_role',
    ],
    [
      'rejects a release of an agreement by support',
      { by: 'sam', role: 'support', slug: 'law-by-hand' },
      'article_release_role',
    ],
    [
      'rejects a release of an agreement by its author',
      { by: 'ada', slug: 'law-by-hand' },
      'article_release_two_persons',
    ],
  ])('the database %s', async (_, given, outcome) => {
    expect(await attempt(given)).toBe(outcome);
  });

  test('the database rejects an unsigned record of a release, and any change to a stored verdict', async () => {
    await expect(
      pool.query(`insert into audit (time_ms, operator, role, action, subject, before, after, reason)
        values (1, 'ada', 'admin', 'publication.released', 'article:by-hand', '{}', '{}', 'x')`),
    ).rejects.toMatchObject({ constraint: 'audit_approval_missing' });
    for (const sql of [
      `update article_release set verdict = 'released'`,
      'delete from article_release',
      'truncate article_release cascade',
    ])
      await expect(pool.query(sql)).rejects.toThrow(/permission denied|append-only|never/i);
  });
});

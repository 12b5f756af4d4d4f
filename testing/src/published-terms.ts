/** For tests: terms that were approved a while ago, so that no test waits for the minute between publication and effect. */
import pg from 'pg';
import { usualTermsOf } from '../../server/src/app/open-terms.ts';
import { writeUsualTerms } from '../../server/src/terms/usual-rows.ts';
import type { TermsBody } from '../../server/src/terms/usual-terms.ts';

/**
 * Takes one connection, or a pool of one. No operator published these terms, so the invariant that each version has two operators
 * (L22) reports them.
 */
export async function publishedBefore(
  owner: Pick<pg.Client | pg.Pool, 'query'>,
  subject: string,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const id = String(Math.floor(Math.random() * 1e9));
  await owner.query('begin');
  for (const table of ['proposal', 'terms']) await owner.query(`alter table ${table} disable trigger user`);
  await owner.query(
    `insert into proposal (book, id, kind, body, reason, status, proposed_by, proposed_ms, decided_by, decided_ms)
      values (0, $1, 'terms', '{}', 'x', 'done', 'theo', 0, 'ada', 0)`,
    [id],
  );
  await owner.query(
    `insert into terms (subject, version, effective_ms, body, published_ms, proposal)
      values ($1, 1 + (select count(*) from terms where subject = $1), $2, $3, 0, $4)`,
    [subject, Date.now() - 1000, JSON.stringify(body), id],
  );
  for (const table of ['proposal', 'terms']) await owner.query(`alter table ${table} enable trigger user`);
  await owner.query('commit');
}

/**
 * Sets the usual terms of a test's platform for some subjects in the table that its guards read; all others keep the demo's
 * terms.
 */
export async function publishUsual(
  { ownerUrl }: { readonly ownerUrl: string },
  own: Iterable<readonly [subject: string, body: TermsBody]>,
): Promise<void> {
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 });
  try {
    const usual = new Map([...usualTermsOf({ mode: 'demo', house: undefined }), ...own]);
    await writeUsualTerms(owner, usual);
  } finally {
    await owner.end();
  }
}

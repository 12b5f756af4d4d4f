/** Writes the initial terms to the tables that the database's guards read. */
import type { Pool } from '../db/pool.ts';
import type { TermsBody } from './usual-terms.ts';

/** Makes the rows match the given ones. Needs the owner's connection, because no other role may write them. */
export async function writeUsualTerms(
  owner: Pick<Pool, 'query'>,
  usual: ReadonlyMap<string, TermsBody>,
): Promise<void> {
  await owner.query(
    `with given as (select * from unnest($1::text[], $2::jsonb[]) as g (subject, body)),
      gone as (delete from usual_terms u where u.subject not in (select g.subject from given g))
    insert into usual_terms (subject, body) select g.subject, g.body from given g
    on conflict (subject) do update set body = excluded.body where usual_terms.body <> excluded.body`,
    [[...usual.keys()], [...usual.values()].map((body) => JSON.stringify(body))],
  );
}

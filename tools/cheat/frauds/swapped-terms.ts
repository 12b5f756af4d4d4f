/** Inserts terms that pretend to have been published a day ago. */
import type { Fraud } from '../crime.ts';

const DAY_MS = 86_400_000;

export const swappedTerms: Fraud = {
  name: 'swapped-terms',
  says: 'Publishes a new version of an instrument’s terms that pretends to be a day old, so that it applies to earlier orders.',
  foundBy: ['terms_backdated', 'terms_conflict'],
  commit: async ({ sql }) => {
    await sql(
      `insert into terms (subject, version, effective_ms, body, published_ms, proposal)
        select u.subject, 1 + coalesce((select max(t.version) from terms t where t.subject = u.subject), 0),
          $1::bigint - $2 / 2, u.body::text, $1::bigint - $2, 1 + coalesce((select max(t.proposal) from terms t), 0)
        from usual_terms u order by u.subject limit 1`,
      [Date.now(), DAY_MS],
    );
  },
};

/** Invariants of articles: every version has an audit record, and every text matches the hash in it. */
import type { Invariant } from '../../ledger/invariants.ts';

export const contentInvariants: readonly Invariant[] = [
  {
    invariant: 'L21: each version of an article is on record, by who made it, and none is missing',
    sql: `select format('version %s of %s', v.version, v.slug) from article_version v
      where not exists (select from audit a where a.subject = 'article:' || v.slug and a.operator = v.made_by
          and a.action in ('article.save', 'article.withdraw', 'article.restore')
          and (a.after::jsonb ->> 'version')::int = v.version)
        or (v.version > 1 and not exists (select from article_version w where w.slug = v.slug and w.version = v.version - 1))`,
  },
  {
    invariant: 'L21: each text of an article is the one whose hash its record has',
    sql: `select format('%s of %s, version %s', t.lang, t.slug, t.version) from article_text t
      where not exists (select from audit a where a.subject = 'article:' || t.slug and a.action = 'article.save'
          and (a.after::jsonb ->> 'version')::int = t.version and a.after::jsonb -> 'texts' ->> t.lang
            = encode(sha256(convert_to(t.title || E'\\n' || t.summary || E'\\n' || t.body, 'UTF8')), 'hex'))`,
  },
  {
    invariant: 'L21: everybody is told of each text of an agreement, and of none that there is not',
    sql: `select format('version %s of %s', v.version, v.slug) from article_version v
        left join article_release r on r.slug = v.slug and r.version = v.version and r.verdict = 'released'
        left join agreement_notice n on n.slug = v.slug and n.version = v.version and n.time_ms = r.time_ms
      where (n.id is not null) <> (r.slug is not null and article_is_agreement(v.slug, v.topic)
          and exists (select from article_counting_text t join article_judged j using (slug, version)
            where t.slug = v.slug and j.judged_with = v.version))`,
  },
  {
    invariant: 'L21: each release of an article is on record, by somebody who wrote none of it',
    sql: `select format('release of version %s of %s', r.version, r.slug) from article_release r
      where r.made_by <> 'system' and (
        not exists (select from audit a where a.subject = 'article:' || r.slug and a.operator = r.made_by and a.time_ms = r.time_ms
          and a.action = 'publication.' || r.verdict
          and (a.after::jsonb ->> 'version')::int = r.version)
        or (r.verdict = 'released' and exists (select from article_judged j join operator o on o.account = j.made_by
          where j.slug = r.slug and j.judged_with = r.version and j.state = 'published'
            and o.person = (select p.person from operator p where p.account = r.made_by))))`,
  },
  {
    invariant: 'L21: each consent is to a text of an agreement that was in force',
    sql: `select format('consent %s of book %s to version %s of %s', c.id, c.book, c.version, c.agreement) from consent c
      where (c.version > 0 and not exists (select from article_counting a where a.slug = c.agreement and a.version = c.version
          and a.time_ms <= c.given_ms + 10000))
        or exists (select from article_counting a where a.slug = c.agreement and a.version > c.version and a.time_ms < c.given_ms - 20000)`,
  },
];

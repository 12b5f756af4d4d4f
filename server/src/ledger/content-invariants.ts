/** What must be true of articles: each version is on record, and each text is the one that its record vouches for. */
export const contentInvariants: readonly { readonly invariant: string; readonly sql: string }[] = [
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
        left join agreement_notice n on n.slug = v.slug and n.version = v.version and n.time_ms = v.time_ms
      where (n.id is not null) <> (v.state = 'published' and article_is_agreement(v.slug, v.topic)
          and exists (select from article_text t where t.slug = v.slug and t.version = v.version))`,
  },
];

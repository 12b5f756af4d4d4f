-- News, help and agreements: versions, texts and images, released with dual approval, and notices of changed agreements. Versions
-- supplement the built-in texts, which are version 0. Each version is written by one recorded action of an operator and never
-- changes. Times are wall-clock milliseconds.
create table article_version (
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  version int not null check (version >= 1),
  kind text not null check (kind in ('news', 'page')),
  topic text check (topic in ('start', 'trading', 'money', 'safety', 'legal')),
  -- The name of a built-in drawing, or the id of a row of article_picture.
  picture text,
  banner boolean not null,
  state text not null check (state in ('published', 'withdrawn')),
  made_by text not null references operator,
  role text not null,
  reason text not null check (length(reason) between 3 and 500),
  time_ms bigint not null,
  -- When a news article was published; null for a page.
  published_ms bigint,
  primary key (slug, version),
  check ((kind = 'page') = (topic is not null)),
  check ((kind = 'news') = (published_ms is not null)),
  check (kind = 'news' or not banner)
);
create trigger article_version_append_only before update or delete or truncate on article_version
  for each statement execute function refuse_change();

-- The texts of a version, one per language. A language that the version omits keeps its previous text.
create table article_text (
  slug text not null,
  version int not null,
  lang text not null check (lang in ('zh', 'en', 'es', 'it', 'jp', 'ko', 'pt', 'hk', 'vn')),
  title text not null check (length(title) between 1 and 140),
  summary text not null check (length(summary) between 1 and 400),
  body text not null check (length(body) between 1 and 60000),
  -- The SHA-256 of the built-in text that this text replaces; null if there is none.
  file_hash bytea check (octet_length(file_hash) = 32),
  primary key (slug, version, lang),
  foreign key (slug, version) references article_version
);
create trigger article_text_append_only before update or delete or truncate on article_text
  for each statement execute function refuse_change();

-- Images of articles, re-encoded from an operator's upload. The id is the hash of the stored bytes.
create table article_picture (
  name text primary key check (name = 'photo-' || left(encode(sha256(bytes), 'hex'), 32)),
  bytes bytea not null,
  width int not null check (width > 0),
  height int not null check (height > 0),
  made_by text not null references operator,
  time_ms bigint not null
);
alter table article_picture alter column bytes set storage external;
create trigger article_picture_append_only before update or delete or truncate on article_picture
  for each statement execute function refuse_change();

create table agreement_notice (
  -- Numbered from the same sequence as `notice`, so that ids are unique among all messages.
  id bigint primary key default nextval('row_id'),
  slug text not null,
  version int not null,
  time_ms bigint not null,
  unique (slug, version),
  foreign key (slug, version) references article_version
);
create index agreement_notice_newest on agreement_notice (time_ms, id);
create trigger agreement_notice_append_only before update or delete or truncate on agreement_notice
  for each statement execute function refuse_change();

create table agreement_notice_read (
  book bigint not null references customer,
  id bigint not null references agreement_notice,
  read_ms bigint not null,
  primary key (book, id)
);

-- Decisions about versions. Public text takes dual approval: readers see a version only after an operator who is not among its
-- authors has released it. Withdrawing an article takes one operator and has immediate effect. Built-in versions, and those
-- published before this rule, were released by the system.
create table article_release (
  slug text not null,
  -- The newest version at the time of the decision, which also covers all waiting versions below it.
  version int not null,
  verdict text not null check (verdict in ('released', 'refused')),
  -- An operator's account, or 'system'.
  made_by text not null,
  role text not null,
  reason text not null check (length(reason) between 3 and 500),
  time_ms bigint not null,
  primary key (slug, version),
  foreign key (slug, version) references article_version
);
create trigger article_release_append_only before update or delete or truncate on article_release
  for each statement execute function refuse_change();

-- Whether a text is an agreement of customers, or must be available by law. The listed slugs are such texts regardless of
-- their topic.
create function article_is_agreement(of_slug text, of_topic text) returns boolean language sql immutable parallel safe
  return of_topic = 'legal' or of_slug in ('service-agreement', 'terms', 'privacy', 'licence', 'licence-live');

-- The record of a version is written before the version and locks the log until the transaction ends, so versions are
-- sequential. A refused version does not count as the previous version. Who may edit an article also depends on its published
-- version; otherwise one admin could change the topic of an agreement without a release, and then withdraw the agreement.
create function article_version_recorded() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  former article_judged;
  last_version int;
  counting article_counting;
  actor operator;
  act text;
begin
  select max(v.version) into last_version from article_version v where v.slug = new.slug;
  select * into former from article_judged j where j.slug = new.slug
    order by j.verdict is not distinct from 'refused', j.version desc limit 1;
  select * into counting from article_counting c where c.slug = new.slug order by c.version desc limit 1;
  act := case
    when coalesce(former.state, 'published') = new.state then 'article.save'
    when new.state = 'withdrawn' then 'article.withdraw'
    else 'article.restore' end;
  select * into actor from operator o where o.account = audit_by('article:' || new.slug, act);
  if actor.account is null or actor.account <> new.made_by or actor.role <> new.role then
    raise exception 'version % of article % has no record', new.version, new.slug
      using errcode = 'check_violation', constraint = 'article_version_record';
  end if;
  if actor.role <> 'admin' and (actor.role <> 'support' or article_is_agreement(new.slug, new.topic)
    or article_is_agreement(new.slug, former.topic) or article_is_agreement(new.slug, counting.topic))
  then
    raise exception 'article % cannot be changed by the role %', new.slug, actor.role
      using errcode = 'check_violation', constraint = 'article_version_role';
  end if;
  if new.version <> coalesce(last_version, 0) + 1
    or (former.version is not null and (former.kind, former.published_ms) is distinct from (new.kind, new.published_ms))
    or (new.state = 'withdrawn'
      and (article_is_agreement(new.slug, new.topic) or article_is_agreement(new.slug, counting.topic)))
  then
    raise exception 'version % of article % does not follow the newest one', new.version, new.slug
      using errcode = 'check_violation', constraint = 'article_version_follows';
  end if;
  return new;
end
$$;
create trigger article_version_recorded before insert on article_version for each row
  execute function article_version_recorded();

-- A text belongs to a version written in the same transaction.
create function article_text_recorded() returns trigger language plpgsql as
$$
begin
  if not exists (
    select from article_version v where v.slug = new.slug and v.version = new.version
      and audit_by('article:' || new.slug, 'article.save') = v.made_by
      and v.version = (select max(w.version) from article_version w where w.slug = new.slug)
  ) then
    raise exception 'text of article % has no record', new.slug
      using errcode = 'check_violation', constraint = 'article_text_record';
  end if;
  return new;
end
$$;
create trigger article_text_recorded before insert on article_text for each row execute function article_text_recorded();

create function article_picture_recorded() returns trigger language plpgsql as
$$
begin
  if audit_by('picture:' || new.name, 'article.picture') is distinct from new.made_by then
    raise exception 'picture % has no record', new.name
      using errcode = 'check_violation', constraint = 'article_picture_record';
  end if;
  return new;
end
$$;
create trigger article_picture_recorded before insert on article_picture for each row
  execute function article_picture_recorded();

-- The database itself creates the notice of a changed agreement, in the transaction of the release, so that the publishing
-- operator can neither omit it nor send one without a change.
create function agreement_told() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  heard bigint;
begin
  with told as (
    insert into agreement_notice (slug, version, time_ms)
      select new.slug, new.version, new.time_ms from article_version v
        where v.slug = new.slug and v.version = new.version and new.verdict = 'released'
          and article_is_agreement(v.slug, v.topic)
          and exists (select from article_counting_text t join article_judged j using (slug, version)
            where t.slug = new.slug and j.judged_with = new.version)
      on conflict (slug, version) do nothing
      returning id
  )
  -- Customer 0 stands for all.
  select count(pg_notify('notice', '0 ' || told.id)) into heard from told;
  return null;
end
$$;
create trigger agreement_told after insert on article_release for each row execute function agreement_told();

-- Returns the SHA-256 of each text that a decision would cover; the operator signs these hashes.
create function article_waiting_hashes(of_slug text) returns jsonb language sql stable set search_path = public, pg_temp as
$$
  select coalesce(jsonb_object_agg(w.lang, encode(sha256(convert_to(
    w.title || E'\n' || w.summary || E'\n' || w.body, 'UTF8')), 'hex')), '{}')
  from (select distinct on (t.lang) t.* from article_text t join article_waiting using (slug, version)
    where t.slug = of_slug order by t.lang, t.version desc) w
$$;

create function article_release_guard() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  subject text := 'article:' || new.slug;
  act text := 'publication.' || new.verdict;
  newest article_version;
  actor operator;
  signed jsonb;
begin
  select * into newest from article_version v where v.slug = new.slug order by v.version desc limit 1;
  select * into actor from operator o where o.account = audit_by(subject, act);
  if actor.account is null or actor.account <> new.made_by or actor.role <> new.role then
    raise exception 'the release of version % of article % has no record', new.version, new.slug
      using errcode = 'check_violation', constraint = 'article_release_record';
  end if;
  if newest.version is distinct from new.version
    or not exists (select from article_waiting w where w.slug = new.slug and w.version = new.version)
  then
    raise exception 'version % of article % is not waiting for a release', new.version, new.slug
      using errcode = 'check_violation', constraint = 'article_release_waits';
  end if;
  if actor.role <> 'admin' and (actor.role <> 'support' or exists (
    select from article_judged j where j.slug = new.slug and j.verdict is distinct from 'refused'
      and article_is_agreement(j.slug, j.topic)
      and j.version >= coalesce((select max(c.version) from article_counting c where c.slug = new.slug), 0)))
  then
    raise exception 'article % cannot be changed by the role %', new.slug, actor.role
      using errcode = 'check_violation', constraint = 'article_release_role';
  end if;
  -- Whoever was disabled since is the same person still.
  if new.verdict = 'released' and exists (
    select from article_waiting w join operator o on o.account = w.made_by
      where w.slug = new.slug and o.person = actor.person)
  then
    raise exception 'version % of article % cannot be released by its author', new.version, new.slug
      using errcode = 'check_violation', constraint = 'article_release_two_persons';
  end if;
  signed := approved_body(subject, act, new.made_by, null);
  if (signed ->> 'slug', signed ->> 'seen_version', signed -> 'texts')
    is distinct from (new.slug, new.version::text, article_waiting_hashes(new.slug))
  then
    raise exception 'version % of article % does not match its signed approval', new.version, new.slug
      using errcode = 'check_violation', constraint = 'article_release_signed';
  end if;
  return new;
end
$$;
create trigger article_release_guard before insert on article_release for each row execute function article_release_guard();

-- Each version with its outcome, which is that of the first decision about this or a later version; null while the version
-- waits.
create view article_judged as
  select v.slug, v.version, v.kind, v.topic, v.picture, v.banner, v.state, v.made_by, v.role, v.reason, v.time_ms, v.published_ms,
    r.verdict, r.version as judged_with, r.made_by as judged_by, r.time_ms as judged_ms
  from article_version v left join lateral (
    select * from article_release a where a.slug = v.slug and a.version >= v.version order by a.version limit 1) r on true;

-- The version that readers see, and the time since which they see it. News is published at its first release, or at the time
-- given for it if that is later.
create view article_counting as
  select j.slug, j.version, j.kind, j.topic, j.picture, j.banner, j.state, j.made_by, j.role, j.reason,
    case j.state when 'withdrawn' then j.time_ms else j.judged_ms end as time_ms,
    greatest(j.published_ms, case when j.published_ms is not null then
      (select min(a.time_ms) from article_release a where a.slug = j.slug and a.verdict = 'released') end) as published_ms
  from article_judged j where j.state = 'withdrawn' or j.verdict = 'released';

-- The texts that readers see or saw. If several versions were released together, only the newest text of each language.
create view article_counting_text as
  select distinct on (t.slug, j.judged_with, t.lang)
    t.slug, t.version, t.lang, t.title, t.summary, t.body, t.file_hash, j.judged_ms as time_ms
  from article_text t join article_judged j using (slug, version)
  where j.verdict = 'released' order by t.slug, j.judged_with, t.lang, t.version desc;

-- The waiting versions of an article; none while the article is withdrawn, since no decision would publish them.
create view article_waiting as
  select j.slug, j.version, j.made_by, j.time_ms from article_judged j
  where j.verdict is null and j.state = 'published'
    and 'published' = (select v.state from article_version v where v.slug = j.slug order by v.version desc limit 1);

-- Customers' consents to agreements. Registering with the form, which names the current texts, is a consent to them. Each later
-- text, and every text after a registration by wallet, needs a consent by a call. A consent is only evidence: nothing is
-- permitted or refused because of it.
create table consent (
  book bigint not null references customer (id),
  id bigint not null,
  agreement text not null check (agreement in ('service-agreement', 'terms', 'privacy')),
  -- The version in force; 0 for the built-in text.
  version int not null check (version >= 0),
  -- By the house's time.
  given_ms bigint not null,
  primary key (book, id)
);
comment on table consent is 'written by commands';
create trigger consent_append_only before update or delete or truncate on consent
  for each statement execute function refuse_change();
create trigger begun_in_session after insert on consent referencing new table as added
  for each statement execute function begun_in_session();

create function consent_at_registration() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  insert into consent (book, id, agreement, version, given_ms)
    select a.id, nextval('row_id'), t.agreement,
        coalesce((select max(c.version) from article_counting c where c.slug = t.agreement), 0), floor(extract(epoch from house_clock()) * 1000)
      from added a cross join (values ('service-agreement'), ('terms'), ('privacy')) t (agreement)
      where a.id <> 0 and a.wallet_address is null;
  return null;
end
$$;
create trigger consent_at_registration after insert on customer referencing new table as added
  for each statement execute function consent_at_registration();

-- A customer who has read a text may still consent to it for ten seconds after it is replaced.
create function consent_current() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if not is_wall_now(new.given_ms) or not exists (
    select from (values (new.given_ms), (new.given_ms - 10000)) at (ms)
    where new.version = coalesce((select max(c.version) from article_counting c where c.slug = new.agreement and c.time_ms <= at.ms), 0))
  then
    raise exception 'version % of % is not in force', new.version, new.agreement
      using errcode = 'check_violation', constraint = 'consent_current';
  end if;
  return new;
end
$$;
-- Rows that the trigger of registrations inserts are not checked.
create trigger consent_current before insert on consent for each row when (pg_trigger_depth() = 0)
  execute function consent_current();

insert into unsigned_action values ('article.save'), ('article.withdraw'), ('article.restore'), ('article.picture');
insert into mail_kind (kind) values
  ('agreement_changed');

grant select on agreement_notice, article_judged, article_counting, article_counting_text, article_waiting to candor_app;
grant select, insert on article_version, article_text, article_picture, agreement_notice_read, article_release to candor_app;
grant select, insert on consent to candor_app;
revoke execute on function agreement_told, consent_at_registration, consent_current from public;

-- Read by the invariants, which the guard evaluates.
grant select on agreement_notice, article_counting, article_counting_text, article_judged, article_release, article_text, article_version,
  consent to candor_guard;

-- What the house writes for everybody: versions of articles above the texts that come with the software, which are version 0.
-- A version is one act of an operator, on record, and nothing of it ever changes. Times are wall-clock milliseconds.

create table article_version (
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  version int not null check (version >= 1),
  kind text not null check (kind in ('news', 'page')),
  topic text check (topic in ('start', 'trading', 'money', 'safety', 'legal')),
  -- A drawing of the software's, or a row of article_picture.
  picture text,
  banner boolean not null,
  state text not null check (state in ('published', 'withdrawn')),
  made_by text not null references operator,
  role text not null,
  reason text not null check (length(reason) between 3 and 500),
  time_ms bigint not null,
  -- When news came out; a page is not of a day.
  published_ms bigint,
  primary key (slug, version),
  check ((kind = 'page') = (topic is not null)),
  check ((kind = 'news') = (published_ms is not null)),
  check (kind = 'news' or not banner)
);

-- What a version wrote: one text a language. A language that it left out keeps the one that it had.
create table article_text (
  slug text not null,
  version int not null,
  lang text not null check (lang in ('zh', 'en', 'es', 'it', 'jp', 'ko', 'pt', 'hk', 'vn')),
  title text not null check (length(title) between 1 and 140),
  summary text not null check (length(summary) between 1 and 400),
  body text not null check (length(body) between 1 and 60000),
  -- SHA-256 of the software's text that this one replaced; null where there was none.
  file_hash bytea check (octet_length(file_hash) = 32),
  primary key (slug, version, lang),
  foreign key (slug, version) references article_version
);

-- Pictures of articles as they are shown: drawn anew from what an operator handed in, and called by their own hash.
create table article_picture (
  name text primary key check (name = 'photo-' || left(encode(sha256(bytes), 'hex'), 32)),
  bytes bytea not null,
  width int not null check (width > 0),
  height int not null check (height > 0),
  made_by text not null references operator,
  time_ms bigint not null
);
-- A JPEG does not grow smaller.
alter table article_picture alter column bytes set storage external;

-- What customers agree to, or the law wants to be read. Whatever the topic, these slugs are of that kind.
create function article_is_agreement(of_slug text, of_topic text) returns boolean language sql immutable parallel safe
  return of_topic = 'legal' or of_slug in ('service-agreement', 'terms', 'privacy', 'licence', 'licence-live');

-- A record comes before its version and holds the log until the transaction ends, so versions follow one another.
create function article_version_recorded() returns trigger language plpgsql as
$$
declare
  former article_version;
  actor operator;
  act text;
begin
  select * into former from article_version v where v.slug = new.slug order by v.version desc limit 1;
  act := case
    when coalesce(former.state, 'published') = new.state then 'article.save'
    when new.state = 'withdrawn' then 'article.withdraw'
    else 'article.restore' end;
  select * into actor from operator o where o.account = audit_by('article:' || new.slug, act);
  if actor.account is null or actor.account <> new.made_by or actor.role <> new.role then
    raise exception 'version % of article % has no record', new.version, new.slug
      using errcode = 'check_violation', constraint = 'article_version_record';
  end if;
  if actor.role <> 'admin' and (actor.role <> 'support'
    or article_is_agreement(new.slug, new.topic) or article_is_agreement(new.slug, former.topic))
  then
    raise exception 'article % is not for the role %', new.slug, actor.role
      using errcode = 'check_violation', constraint = 'article_version_role';
  end if;
  if new.version <> coalesce(former.version, 0) + 1
    or (former.version is not null and (former.kind, former.published_ms) is distinct from (new.kind, new.published_ms))
    or (new.state = 'withdrawn' and article_is_agreement(new.slug, new.topic))
  then
    raise exception 'version % of article % does not follow', new.version, new.slug
      using errcode = 'check_violation', constraint = 'article_version_follows';
  end if;
  return new;
end
$$;
create trigger article_version_recorded before insert on article_version for each row
  execute function article_version_recorded();

-- A text belongs to the version that this very transaction wrote.
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

create trigger article_version_append_only before update or delete or truncate on article_version
  for each statement execute function refuse_change();
create trigger article_text_append_only before update or delete or truncate on article_text
  for each statement execute function refuse_change();
create trigger article_picture_append_only before update or delete or truncate on article_picture
  for each statement execute function refuse_change();

grant select, insert on article_version, article_text, article_picture to candor_app;

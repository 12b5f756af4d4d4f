-- What customers agree to never changes behind their backs: a version that writes a text of an agreement is told to everybody. One row
-- is, not one a customer; who was registered by then finds it among their messages, and only who read it leaves a row of their own.
insert into mail_kind (kind) values ('agreement_changed') on conflict do nothing;

create table agreement_notice (
  -- Of the same numbers as `notice`, so that a message has one number.
  id bigint primary key default nextval('row_id'),
  slug text not null,
  version int not null,
  time_ms bigint not null,
  unique (slug, version),
  foreign key (slug, version) references article_version
);
create index agreement_notice_newest on agreement_notice (time_ms, id);

create table agreement_notice_read (
  book bigint not null references customer,
  id bigint not null references agreement_notice,
  read_ms bigint not null,
  primary key (book, id)
);

-- The database tells it by itself, with the text and in its transaction: whoever publishes can neither leave it out nor tell it of nothing.
create function agreement_told() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  heard bigint;
begin
  with told as (
    insert into agreement_notice (slug, version, time_ms)
      select v.slug, v.version, v.time_ms from article_version v
        where v.slug = new.slug and v.version = new.version and v.state = 'published'
          and article_is_agreement(v.slug, v.topic)
      on conflict (slug, version) do nothing
      returning id
  )
  -- Customer 0 stands for all.
  select count(pg_notify('notice', '0 ' || told.id)) into heard from told;
  return null;
end
$$;
revoke execute on function agreement_told() from public;
create trigger agreement_told after insert on article_text for each row execute function agreement_told();

-- What was published before anybody was told.
insert into agreement_notice (slug, version, time_ms)
  select v.slug, v.version, v.time_ms from article_version v
    where article_is_agreement(v.slug, v.topic) and v.state = 'published'
      and exists (select from article_text t where t.slug = v.slug and t.version = v.version)
    order by v.time_ms, v.slug, v.version;

create trigger agreement_notice_append_only before update or delete or truncate on agreement_notice
  for each statement execute function refuse_change();

grant select on agreement_notice to candor_app;
grant select, insert on agreement_notice_read to candor_app;

-- The log's entries about a customer's journals state how many of the customer's device keys precede them in the log.
create or replace function tlog_due_books(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql volatile set search_path = public, pg_temp as
$$
  select j.book::text, j.seq, j.book, 'candor-book-v2|' || j.book || '|' || j.seq || '|' || encode(j.hash, 'hex') || '|'
    || greatest(tlog_reached('device_key', j.book::text), 0)
  from (select coalesce((select s.number from tlog_entry e join journal_seal s on s.book = e.book and s.seq = e.position
      where e.kind = 'book' order by e.index desc limit 1), 0) as reached) r
    cross join journal_seal j
  where j.number > r.reached and j.number < coalesce(
    (select l.number from journal_seal l where l.number > r.reached order by l.number, l.book offset at_most limit 1), 9223372036854775807)
  order by j.number, gen_random_uuid()
$$;

-- The statement of a bank that pays late still shows amounts that left the books long before, so at most the amount in the books
-- counts as held.
create or replace view reserve as
  select s.currency, least(sum(s.amount), coalesce(max(h.held), 0))::numeric(38,8) as amount,
    coalesce(sum(s.amount) filter (where s.age_ms < 86400000), 0)::numeric(38,8) as fresh,
    min(s.as_of_ms) filter (where s.age_ms < 86400000) as fresh_since_ms,
    coalesce(max(h.held), 0)::numeric(38,8) as held
  from (select distinct on (c.currency, c.source) c.currency, c.amount, c.evidence, c.as_of_ms,
      extract(epoch from clock_timestamp()) * 1000 - c.as_of_ms as age_ms
    from custody_statement c order by c.currency, c.source, c.as_of_ms desc, c.id desc) s
    left join (select b.currency, -sum(b.amount) as held from house_balance b where b.account = 'custody' group by b.currency) h using (currency)
  where is_live_house() and s.evidence is not null and s.age_ms >= 0 and s.age_ms < 3024000000
  group by s.currency
  union all
  select h.currency, -sum(h.amount)::numeric(38,8), -sum(h.amount)::numeric(38,8), null, -sum(h.amount)::numeric(38,8) from house_balance h
  where h.account = 'custody' and not is_live_house() group by h.currency;
create or replace view capital_standing as
  select b.id as book, 0::bigint as id, coalesce(n.as_of_ms, 0) as as_of_ms,
    coalesce((select json_agg(json_build_object('currency', f.currency, 'free', f.free::text) order by f.currency)
      from (select currency, (least(coalesce(r.fresh, 0) - coalesce(o.amount, 0), coalesce(r.held, 0)) - coalesce(t.sum, 0) * 0.00000001)::numeric(38,8) as free
        from reserve r left join left_since_evidence o using (currency)
          full join (select * from liability_tree l where l.statement = n.number) t using (currency)) f), '[]') as free
  from book b left join lateral (select * from liability_statement s order by s.number desc limit 1) n on true
  where b.id = 0;

-- Files of the app that were served before newer ones can be served again only with a public reason.
alter table tlog_manifest add column reason text constraint tlog_manifest_reason_check check (char_length(reason) between 10 and 500 and reason !~ '[[:cntrl:]]');
create function tlog_manifest_newer() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if (new.reason is not null) is distinct from exists (select from tlog_manifest m where m.hash = new.hash) then
    raise exception 'files of the app that were served before come back with a reason, and new ones without'
      using errcode = 'check_violation', constraint = 'tlog_manifest_newer';
  end if;
  return new;
end
$$;
create trigger tlog_manifest_newer before insert on tlog_manifest for each row execute function tlog_manifest_newer();
create or replace function tlog_due_manifests(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql stable set search_path = public, pg_temp as
$$
  select '', m.number, null::bigint, case when m.reason is null then 'candor-app-v1|' || encode(m.hash, 'hex')
    else 'candor-app-rollback-v1|' || encode(m.hash, 'hex') || '|' || m.time_ms || '|' || m.reason end
  from tlog_manifest m where not exists (select from tlog_entry e where e.kind = 'app' and e.key = '' and e.position = m.number)
  order by m.number limit at_most
$$;
revoke execute on function tlog_manifest_newer from public;

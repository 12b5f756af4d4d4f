-- What a withdrawal moves and how far it has come stand together or not at all; asked at commit, when both are written. The
-- version of a row whose journals are asked for is this transaction's own, so what ended earlier moves nothing any more.
create function withdrawal_journal() returns trigger language plpgsql as
$$
begin
  if not exists (
    select from withdrawal w where w.book = new.book and w.xmin = pg_current_xact_id()::xid
      and w.id = case when new.ref ~ '^withdrawal:\d{1,18}$' then substr(new.ref, 12)::bigint end
      and case new.kind when 'withdrawal_pay' then w.status = 'success' when 'withdrawal_release' then w.status = 'failed'
        else true end
      and (select bool_and(p.currency = w.currency)
          and sum(p.amount) filter (where p.account = 'spot_frozen')
            = case new.kind when 'withdrawal_hold' then w.amount else -w.amount end
          and coalesce(sum(p.amount) filter (where p.account = 'custody'), 0)
            = case new.kind when 'withdrawal_pay' then w.amount - w.fee else 0 end
        from posting p where p.book = new.book and p.seq = new.seq)
  ) or exists (
    -- A batch has few journals of one book, so another of this transaction has a number near by.
    select from journal j where j.book = new.book and j.seq between new.seq - 300 and new.seq + 300 and j.seq <> new.seq
      and j.kind = new.kind and j.ref = new.ref
  ) then
    raise exception 'journal %/% has no withdrawal', new.book, new.seq
      using errcode = 'check_violation', constraint = 'withdrawal_journal';
  end if;
  return null;
end
$$;
create constraint trigger withdrawal_journal after insert on journal deferrable initially deferred for each row
  when (new.kind in ('withdrawal_hold', 'withdrawal_release', 'withdrawal_pay')) execute function withdrawal_journal();

create function withdrawal_moved() returns trigger language plpgsql as
$$
begin
  if not exists (
    select from journal j where j.book = new.book and j.ref = 'withdrawal:' || new.id
      and j.kind = case new.status when 'success' then 'withdrawal_pay' when 'failed' then 'withdrawal_release'
        else 'withdrawal_hold' end
      and j.seq > (select b.seq from book b where b.id = new.book) - 300
  ) then
    raise exception 'withdrawal % became % without its journal', new.id, new.status
      using errcode = 'check_violation', constraint = 'withdrawal_moved';
  end if;
  return null;
end
$$;
create constraint trigger withdrawal_held after insert on withdrawal deferrable initially deferred for each row
  execute function withdrawal_moved();
create constraint trigger withdrawal_ended after update on withdrawal deferrable initially deferred for each row
  when (new.status in ('success', 'failed')) execute function withdrawal_moved();

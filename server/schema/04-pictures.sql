-- Images that customers uploaded.

-- Images, re-encoded and encrypted. The digest is a keyed hash of the uploaded bytes.
create table stored_file (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  customer bigint not null references customer,
  purpose text not null check (purpose in ('kyc', 'voucher', 'loan', 'chat')),
  digest bytea not null,
  sealed bytea not null,
  mime text not null check (mime in ('image/jpeg', 'image/png', 'image/webp')),
  width int not null,
  height int not null,
  stored_ms bigint not null,
  -- Whether an application, deposit, loan or message uses the image; unused images are removed after a day.
  attached boolean not null default false,
  -- Whether the verification, deposit or loan that used the image was rejected, so that it may be submitted again.
  released boolean not null default false
);
alter table stored_file alter column sealed set storage external;
create unique index stored_file_once on stored_file (customer, purpose, digest) where not released;
create index stored_file_loose on stored_file (stored_ms) where not attached;
create index stored_file_of_customer on stored_file (customer, stored_ms);

-- An image may be removed once its verification, deposit or loan has ended; other images in use cannot be released.
create function file_given_back() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and (old.attached > new.attached or (new.released
    and not exists (select from kyc_application k where k.book = new.customer and new.id in (k.front, k.back) and k.status = 'rejected')
    and not exists (select from deposit d where d.book = new.customer and d.voucher = new.id and d.status = 'failed')
    and not exists (select from loan l where l.book = new.customer and new.id in (l.house, l.income, l.bank, l.identity)
      and l.status in ('settled', 'failed'))))
  then
    raise exception 'file % must be kept', new.id using errcode = 'check_violation', constraint = 'file_given_back';
  end if;
  return null;
end
$$;
create constraint trigger file_given_back after update on stored_file deferrable initially deferred for each row
  when (old.attached and (not new.attached or old.released < new.released)) execute function file_given_back();

grant select, insert, delete, update (attached, released) on stored_file to candor_app;
revoke execute on function file_given_back from public;

-- Customers' lists of instruments. All lists of a customer have one version, so that two devices can't overwrite each other's change.
create table watchlists (
  customer bigint primary key references customer (id),
  version int not null check (version > 0)
);
comment on table watchlists is 'written by the door';

create table watchlist (
  customer bigint not null references watchlists on delete cascade,
  -- The order of the lists; with it, a customer has at most 20.
  place smallint not null check (place between 0 and 19),
  -- Empty for the favourites, which the app names in the customer's language.
  name text not null check (char_length(name) <= 30),
  symbols text[] not null check (cardinality(symbols) <= 100),
  primary key (customer, place),
  unique (customer, name)
);
comment on table watchlist is 'written by the door';

-- The instruments that a customer watched reveal something about the customer and prove nothing, so they are deleted
-- once the account is closed.
create function watchlists_of_closed() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  delete from watchlists w where w.customer = new.id;
  return null;
end
$$;
create trigger watchlists_of_closed after update of status on customer for each row
  when (new.status = 'closed' and old.status <> 'closed') execute function watchlists_of_closed();

grant select, insert, update, delete on watchlists, watchlist to candor_app;
revoke execute on function watchlists_of_closed from public;

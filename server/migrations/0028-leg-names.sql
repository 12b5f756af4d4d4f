-- Lets a customer name both levels of an OCO order.
alter table spot_order add column limit_client_order_id text, add column stop_client_order_id text,
  add constraint spot_order_leg_names check (coalesce(limit_client_order_id, stop_client_order_id) is null or type = 'oco');
create unique index spot_order_limit_client on spot_order (book, limit_client_order_id)
  where status = 'open' and limit_client_order_id is not null;
create unique index spot_order_stop_client on spot_order (book, stop_client_order_id)
  where status = 'open' and stop_client_order_id is not null;
create trigger spot_order_keeps_leg_names before update of limit_client_order_id, stop_client_order_id on spot_order for each row
  when ((old.limit_client_order_id, old.stop_client_order_id) is distinct from (new.limit_client_order_id, new.stop_client_order_id))
  execute function refuse_change();

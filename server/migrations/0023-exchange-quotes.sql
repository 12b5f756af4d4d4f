-- A firm price that is asked for and let go is a small option for nothing, so how many of them somebody may have within an hour
-- is published. Here are the instants (wall clock, a JSON list, oldest first) at which the customer's quotes of the last hour
-- were given that were not carried out; what is older goes with the next quote, so that the row does not grow.
alter table exchange_quote add column unused_ms text not null default '[]'
  constraint exchange_quote_unused check (unused_ms is json array and json_array_length(unused_ms::json) <= 360);

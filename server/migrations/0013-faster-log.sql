-- The function calls only immutable functions, so that it is computed inside the query that calls it. The database's encoding is
-- UTF-8.
create or replace function audit_field(value text) returns text language sql immutable parallel safe
  return coalesce(octet_length(value)::text || ':' || value || ',', '-,');

-- `is json` exists only from PostgreSQL 16 on.
create function json_keys_unique(value json) returns boolean language sql immutable parallel safe as
$$
  select case json_typeof(value)
    when 'object' then (select count(*) = count(distinct e.key) and coalesce(bool_and(json_keys_unique(e.value)), true) from json_each(value) e)
    when 'array' then (select coalesce(bool_and(json_keys_unique(e.value)), true) from json_array_elements(value) e)
    else true end
$$;

alter table notice drop constraint notice_params_check, add constraint notice_params_check check (json_typeof(params::json) = 'object');
alter table audit drop constraint audit_before_check, add constraint audit_before_check check (json_typeof(before::json) <> ''),
  drop constraint audit_after_check, add constraint audit_after_check check (json_typeof(after::json) <> ''),
  drop constraint audit_approval_check,
  add constraint audit_approval_check check (json_typeof(approval::json) = 'object' and json_keys_unique(approval::json));
alter table proposal drop constraint proposal_body_check, add constraint proposal_body_check check (json_typeof(body::json) = 'object');
alter table terms drop constraint terms_body_check, add constraint terms_body_check check (json_typeof(body::json) = 'object');
alter table exchange_quote drop constraint exchange_quote_legs_check,
  add constraint exchange_quote_legs_check check (json_typeof(legs::json) = 'array'),
  drop constraint exchange_quote_unused,
  add constraint exchange_quote_unused check (json_typeof(unused_ms::json) = 'array' and json_array_length(unused_ms::json) <= 360);
alter table exchange drop constraint exchange_legs_check, add constraint exchange_legs_check check (json_typeof(legs::json) = 'array');
alter table lever_application drop constraint lever_application_answers_check,
  add constraint lever_application_answers_check check (json_typeof(answers::json) = 'object');
alter table chat_evidence drop constraint chat_evidence_body_check, add constraint chat_evidence_body_check check (json_typeof(body::json) = 'object');
alter table bank_card drop constraint bank_card_shown_check, add constraint bank_card_shown_check check (json_typeof(shown::json) = 'object');

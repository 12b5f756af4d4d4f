-- Customers are notified of the outcome of their orders, positions, options and fund orders.
insert into mail_kind (kind) values
  ('order_bought'), ('order_sold'), ('order_took_profit'), ('order_stopped'), ('order_expired'), ('order_refused'),
  ('position_opened_long'), ('position_opened_short'), ('position_took_profit'), ('position_stopped'), ('position_locked'),
  ('position_trailed'), ('position_reduced'), ('position_closed_late'),
  ('orders_switched_off'), ('option_won'), ('option_lost'), ('option_tied'), ('fund_income');

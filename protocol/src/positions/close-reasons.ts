/** The reasons why a position was closed, as a plain list, so that a browser can translate them without the schemas. */
export const closeReasons = [
  'customer',
  'close_all',
  'take_profit',
  'stop_loss',
  'profit_lock',
  'trailing',
  'close_out',
  'reduce',
  'start_over',
] as const;

/** The reasons of closings that are explained: the customer did not request them at that moment. */
export const explainedReasons = [
  'close_out',
  'stop_loss',
  'take_profit',
  'profit_lock',
  'trailing',
] as const satisfies readonly (typeof closeReasons)[number][];

/** Why a position was closed: a plain list, so that a browser can translate it without the schemas. */
export const closeReasons = [
  'customer',
  'close_all',
  'take_profit',
  'stop_loss',
  'profit_lock',
  'trailing',
  'close_out',
  'start_over',
] as const;

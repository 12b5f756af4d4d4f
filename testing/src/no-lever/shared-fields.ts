/** Fields that the calls of several features take. */

/** Proofs that the customer is present. */
export const CONFIRMING = 'totp passkey current_password message sign';

export const ORDER_TO_OPEN =
  'symbol side type quantity leverage price worst_price fee_rate financing_rate take_profit stop_loss trailing collateral time_in_force expires_at post_only client_order_id';

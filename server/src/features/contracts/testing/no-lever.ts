/** The no-lever allowlist of the feature `contracts`: each name with its justification. */
import { ORDER_TO_OPEN } from '@candor/testing/no-lever/shared-fields.ts';
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'POST lever/deal': ['own', 'symbol'],
    'GET lever/explained': ['own', 'id'],
    'POST lever/my_trade': ['own', 'status symbol client_order_id cursor limit kind from to'],
    'POST lever/submit': ['order', ORDER_TO_OPEN],
    'POST lever/setstop': ['order', 'id take_profit stop_loss profit_lock trailing add_margin'],
    'POST lever/close': ['order', 'id quantity'],
    'POST lever/dealall': ['order', 'side symbol product'],
    'POST lever/reduce': ['order', 'symbol side quantity'],
    'POST lever/close_at': ['order', 'id type price quantity expires_at client_order_id'],
    'POST lever/amend': [
      'order',
      'id client_order_id price quantity take_profit stop_loss trailing expires_at',
    ],
    'POST lever/cancel': ['order', 'id client_order_id'],
    'POST lever/cancel_all': ['order', 'symbol product'],
  },
};

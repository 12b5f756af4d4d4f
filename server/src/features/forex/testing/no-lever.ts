/** The no-lever allowlist of the feature `forex`: each name with its justification. */
import { ORDER_TO_OPEN } from '@candor/testing/no-lever/shared-fields.ts';
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET currency/whlist': ['market', ''],
    'GET currency/whkdata': ['market', 'symbol period from to'],
    'GET currency/whtrade': ['market', 'symbol'],
    'GET lh/wh_bzhl_list': ['market', ''],
    'POST lever/my_wh_trade': ['own', 'status symbol client_order_id cursor limit kind from to'],
    'POST lever/whsubmit': ['order', ORDER_TO_OPEN],
    'POST lever/whclose': ['order', 'id quantity'],
  },
};

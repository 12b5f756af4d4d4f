/** The explanation of a closing for operators: figures, the prices around it, and the words that the customer reads. */
import * as v from 'valibot';
import { consoleCall, everyRole } from '../console/console-call.ts';
import { customerId } from '../console/fields.ts';
import { decimalOut } from '../fields.ts';
import { languages } from '../languages.ts';
import { explainedReasons } from './close-reasons.ts';

/** An entry of the price record. Times are in milliseconds of the market clock. */
const entry = v.object({ seq: v.number(), time_ms: v.number(), price: decimalOut });

export const positionsConsoleCalls = {
  'GET explanation': consoleCall({
    roles: everyRole,
    summary:
      'Why a customer’s position was closed by its liquidation or by a level: the figures, the prices of the record around the closing, and the explanation in the customer’s language.',
    shows: 'one',
    input: v.object({ customer: customerId, position: v.pipe(v.string(), v.regex(/^\d{1,18}$/)) }),
    output: v.object({
      reason: v.picklist(explainedReasons),
      symbol: v.string(),
      side: v.picklist(['long', 'short']),
      quantity: decimalOut,
      leverage: v.number(),
      entry,
      /** The entry that reached the level and gave the closing price. */
      close: entry,
      /** The level that was reached; null for a trailing stop, whose level moves. */
      level: v.nullable(decimalOut),
      distance: v.nullable(decimalOut),
      liquidation_price: v.nullable(decimalOut),
      margin: decimalOut,
      initial_margin: decimalOut,
      financing: decimalOut,
      pnl: decimalOut,
      fee: decimalOut,
      /** Margin with profit or loss and without financing, at the closing price; and as a fraction of the initial margin. */
      equity: decimalOut,
      health: decimalOut,
      /** The amount returned to the customer's account, and the part of the loss that Candor covered. */
      paid_back: decimalOut,
      covered: decimalOut,
      /** The prices at which the position could be closed, around the closing, oldest first. */
      path: v.array(entry),
      language: v.picklist(languages),
      text: v.string(),
    }),
    refusals: ['colleague_needed', 'trade_not_found', 'order_state_wrong'],
  }),
};

/** The success messages that the web app shows. The list grows with each feature. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { successes } from '../protocol/src/features.ts';

const WEB = fileURLToPath(new URL('../web/src', import.meta.url));

const reachable = [
  'account_closed',
  'added',
  'cancel_done',
  'cancel_waiting',
  'change_asked',
  'close_order_placed',
  'close_waiting',
  'credit_converted',
  'deleted',
  'deposit_done',
  'exchange_done',
  'limit_pending',
  'limit_set',
  'login_done',
  'logout_done',
  'margin_added',
  'order_filled',
  'order_placed',
  'password_changed',
  'position_closed',
  'position_opened',
  'position_order_changed',
  'position_partly_closed',
  'register_done',
  'saved',
  'session_closed',
  'setup_done',
  'spot_order_amended',
  'started_over',
  'stops_set',
  'submitted_for_review',
  'trading_password_set',
  'transfer_done',
  'withdrawal_applied',
];

it('finds exactly the listed success messages in the web app', () => {
  const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    // The argument of `t` is the name of one of the app's own texts.
    .map((name) => readFileSync(join(WEB, name), 'utf8').replaceAll(/\bt\('\w+'/g, ''))
    .join('\n');
  const shown = Object.keys(successes).filter((code) => sources.includes(`'${code}'`));
  expect(shown.toSorted()).toEqual(reachable);
});

/** API calls for contracts. */
import * as contracts from './schemas.ts';
import * as positions from '../positions/schemas.ts';
import { closingRefusals, openingRefusals } from '../positions/position-refusals.ts';
import { call } from '../call.ts';

export const contractsCalls = {
  'POST lever/deal': call({
    who: 'customer',
    summary:
      'What the leveraged ticket of an instrument needs: quote, bounds, costs, money and open positions.',
    input: contracts.dealInput,
    output: contracts.dealOutput,
    refusals: ['pair_not_found', 'pair_not_active'],
    idempotent: false,
    whenFrozen: true,
    reads: ['positions', 'offers'],
  }),
  'POST lever/submit': call({
    who: 'customer',
    summary: 'Opens a contract position at market, or places a limit order for one.',
    input: positions.submitInput,
    output: positions.submitOutput,
    refusals: openingRefusals,
    idempotent: true,
    touches: ['positions', 'wallets'],
  }),
  'POST lever/my_trade': call({
    who: 'customer',
    summary: 'Contract orders and positions with their closings, newest first.',
    input: positions.positionListInput,
    output: positions.positionList,
    refusals: [],
    idempotent: false,
    whenFrozen: true,
    reads: ['positions'],
  }),
  'POST lever/setstop': call({
    who: 'customer',
    summary:
      'Sets, moves or removes take-profit, stop and trailing stop of a position or resting order, or adds margin.',
    input: positions.setStopInput,
    output: positions.position,
    refusals: [
      'trade_not_found',
      'position_not_open',
      'position_closing',
      'change_waiting',
      'trading_closed',
      'price_above_maximum',
      'price_off_tick',
      'take_profit_wrong',
      'stop_loss_wrong',
      'profit_lock_wrong',
      'trailing_wrong',
      'self_excluded',
      'timed_out',
      'amount_wrong',
      'margin_insufficient',
      'credit_insufficient',
      'own_limit_reached',
    ],
    idempotent: true,
    sets: { unless: 'add_margin' },
    whenFrozen: true,
    touches: ['positions', 'wallets'],
  }),
  'POST lever/close': call({
    who: 'customer',
    summary: 'Closes a contract position or a part of it at the quote, at any equity.',
    input: positions.closeInput,
    output: positions.closeOutput,
    refusals: closingRefusals,
    idempotent: true,
    whenFrozen: true,
    touches: ['positions', 'wallets'],
  }),
  'POST lever/dealall': call({
    who: 'customer',
    summary:
      'Closes every position, or those of one side, instrument or product; says of each what became of it.',
    input: positions.closeAllInput,
    output: positions.closeAllOutput,
    refusals: [],
    idempotent: true,
    sets: true,
    whenFrozen: true,
    touches: ['positions', 'wallets'],
  }),
  'POST lever/cancel': call({
    who: 'customer',
    summary:
      'Cancels a resting leveraged order and frees what it froze, at once or at the first price from then on.',
    input: positions.cancelInput,
    output: positions.cancelOutput,
    refusals: ['trade_not_found', 'order_not_cancellable'],
    idempotent: true,
    whenFrozen: true,
    touches: ['positions', 'wallets'],
  }),
  'POST lever/cancel_all': call({
    who: 'customer',
    summary:
      'Cancels every resting leveraged order, or those of one instrument or product, each at once or at the first price from then on.',
    input: positions.cancelAllInput,
    output: positions.cancelAllOutput,
    refusals: [],
    idempotent: true,
    sets: true,
    whenFrozen: true,
    touches: ['positions', 'wallets'],
  }),
};

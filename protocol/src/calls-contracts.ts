/** The rows of leveraged trading: contracts, and forex and metals, which share orders, positions and refusals. */
import { call } from './call.ts';
import * as contracts from './schemas/contracts.ts';
import * as positions from './schemas/positions.ts';

/** What an order to open may be refused for, in the order in which it is looked at. */
const openingRefusals = [
  'pair_not_found',
  'pair_not_active',
  'lever_not_enabled',
  'bank_card_missing',
  'leverage_not_offered',
  'market_closed_until',
  'trading_closed',
  'price_moved',
  'quantity_below_minimum',
  'quantity_above_maximum',
  'quantity_off_step',
  'price_above_maximum',
  'price_off_tick',
  'limit_sell_below_price',
  'take_profit_wrong',
  'stop_loss_wrong',
  'trailing_wrong',
  'margin_insufficient',
  'credit_insufficient',
  'positions_too_many',
  'liquidity_insufficient',
] as const;
const closingRefusals = [
  'trade_not_found',
  'position_not_open',
  'position_closing',
  'market_closed_until',
  'trading_closed',
  'quantity_below_minimum',
  'quantity_above_maximum',
  'quantity_off_step',
] as const;

export const contractCalls = {
  'POST lever/deal': call({
    who: 'customer',
    summary:
      'What the leveraged ticket of an instrument needs: quote, bounds, costs, money and open positions.',
    input: contracts.dealInput,
    output: contracts.dealOutput,
    refusals: ['pair_not_found', 'pair_not_active'],
    idempotent: false,
  }),
  'POST lever/submit': call({
    who: 'customer',
    summary: 'Opens a contract position at market, or places a limit order for one.',
    input: positions.submitInput,
    output: positions.submitOutput,
    refusals: openingRefusals,
    idempotent: true,
  }),
  'POST lever/my_trade': call({
    who: 'customer',
    summary: 'Contract orders and positions with their closings, newest first.',
    input: positions.positionListInput,
    output: positions.positionList,
    refusals: [],
    idempotent: false,
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
      'trading_closed',
      'price_above_maximum',
      'price_off_tick',
      'take_profit_wrong',
      'stop_loss_wrong',
      'profit_lock_wrong',
      'trailing_wrong',
      'amount_wrong',
      'margin_insufficient',
      'credit_insufficient',
    ],
    idempotent: true,
  }),
  'POST lever/close': call({
    who: 'customer',
    summary: 'Closes a contract position or a part of it at the quote, at any equity.',
    input: positions.closeInput,
    output: positions.closeOutput,
    refusals: closingRefusals,
    idempotent: true,
  }),
  'POST lever/dealall': call({
    who: 'customer',
    summary:
      'Closes every position, or those of one side, instrument or product; says of each what became of it.',
    input: positions.closeAllInput,
    output: positions.closeAllOutput,
    refusals: [],
    idempotent: true,
  }),
  'POST lever/cancel': call({
    who: 'customer',
    summary: 'Cancels a resting leveraged order and frees what it froze.',
    input: positions.cancelInput,
    output: positions.cancelOutput,
    refusals: ['trade_not_found', 'order_not_cancellable'],
    idempotent: true,
  }),
  'POST lever/cancel_all': call({
    who: 'customer',
    summary: 'Cancels every resting leveraged order, or those of one instrument or product.',
    input: positions.cancelAllInput,
    output: positions.cancelAllOutput,
    refusals: [],
    idempotent: true,
  }),
};

export const forexCalls = {
  'POST lever/whsubmit': call({
    who: 'customer',
    summary: 'Opens a forex or metal position at market, or places a limit order for one.',
    input: positions.submitInput,
    output: positions.submitOutput,
    refusals: openingRefusals,
    idempotent: true,
  }),
  'POST lever/my_wh_trade': call({
    who: 'customer',
    summary: 'Forex and metal orders and positions with their closings, newest first.',
    input: positions.positionListInput,
    output: positions.positionList,
    refusals: [],
    idempotent: false,
  }),
  'POST lever/whclose': call({
    who: 'customer',
    summary:
      'Closes a forex or metal position or a part of it; while the market is closed the whole position waits for the first quote.',
    input: positions.closeInput,
    output: positions.closeOutput,
    refusals: closingRefusals,
    idempotent: true,
  }),
};

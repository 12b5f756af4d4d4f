/** API calls for forex and metals. */
import * as forex from './schemas.ts';
import * as positions from '../positions/schemas.ts';
import { closingRefusals, openingRefusals } from '../positions/position-refusals.ts';
import { none } from '../fields.ts';
import { call } from '../call.ts';

export const forexCalls = {
  'GET currency/whlist': call({
    who: 'visitor',
    reference: { section: 'Prices', title: 'List forex and metals' },
    summary:
      'Forex and metals: every instrument with its latest quote, its 24-hour figures and its limits in lots.',
    input: none,
    output: forex.forexQuotations,
    refusals: [],
    idempotent: false,
  }),
  'GET currency/whkdata': call({
    who: 'visitor',
    reference: {
      section: 'Prices',
      title: 'Get forex and metal candles',
      fields: {
        from: { about: 'The beginning, in seconds since 1970.', like: 1_764_309_600 },
        to: { about: 'The end, in seconds since 1970.', like: 1_764_313_200 },
      },
    },
    summary: 'Candles of a currency pair or metal, oldest first.',
    input: forex.forexCandlesInput,
    output: forex.forexCandles,
    refusals: ['pair_not_found'],
    cost: 5,
    readsMuch: true,
    idempotent: false,
  }),
  'GET currency/whtrade': call({
    who: 'visitor',
    reference: { section: 'Prices', title: 'Get the public ticket of an instrument' },
    summary:
      'The public part of the ticket of an instrument with leverage, such as a coin, a currency pair or a metal: quote, limits, costs and conversion rate.',
    input: forex.forexTicketInput,
    output: forex.forexTicket,
    refusals: ['pair_not_found'],
    idempotent: false,
  }),
  'GET lh/wh_bzhl_list': call({
    who: 'visitor',
    reference: { section: 'Prices', title: 'List conversion rates' },
    summary: 'The rates, published hourly, at which profit in a quote currency becomes USDT.',
    input: none,
    output: forex.conversionRates,
    refusals: [],
    idempotent: false,
  }),
  'POST lever/whsubmit': call({
    who: 'customer',
    reference: { section: 'Forex and metals', title: 'Open a forex or metal position' },
    summary: 'Opens a forex or metal position at market, or places a limit order for one.',
    input: positions.submitInput,
    output: positions.submitOutput,
    refusals: openingRefusals,
    idempotent: true,
    order: true,
    touches: ['positions', 'wallets'],
  }),
  'POST lever/my_wh_trade': call({
    who: 'customer',
    reference: { section: 'Forex and metals', title: 'List forex and metal positions' },
    summary: 'Forex and metal orders and positions with their closings, newest first.',
    input: positions.positionListInput,
    output: positions.positionList,
    refusals: [],
    idempotent: false,
    twice: 'reads',
    whenFrozen: true,
    reads: ['positions'],
  }),
  'POST lever/whclose': call({
    who: 'customer',
    reference: { section: 'Forex and metals', title: 'Close a forex or metal position' },
    summary:
      'Closes a forex or metal position or a part of it. While the market is closed, the whole position waits for the first quote.',
    input: positions.closeInput,
    output: positions.closeOutput,
    refusals: closingRefusals,
    idempotent: true,
    order: true,
    whenFrozen: true,
    touches: ['positions', 'wallets'],
  }),
};

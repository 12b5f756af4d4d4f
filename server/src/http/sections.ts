/**
 * The sections of the API reference in the order in which a newcomer reads them. A test fails if a call of the table is in no
 * section or in two.
 */
import type { Chapter } from './section.ts';
import { ACCOUNT, MONEY, TRANSPARENCY } from './sections-account.ts';

const MARKETS: Chapter = {
  name: 'Markets',
  sections: [
    {
      name: 'Prices',
      about:
        'Instruments, quotes and candles, and the public price record from which everything is filled. No account needed. ' +
        'For live prices, connect a socket.io client to the same address.',
      calls: {
        'GET currency/quotation_new': 'List instruments and quotes',
        'GET currency/new_timeshar': 'Get candles',
        'GET tape': 'Read the price record',
        'GET tape/checkpoints': 'Get signed checkpoints',
        'GET currency/whlist': 'List forex and metals',
        'GET currency/whkdata': 'Get forex and metal candles',
        'GET currency/whtrade': 'Get the public ticket of an instrument',
        'GET lh/wh_bzhl_list': 'List conversion rates',
      },
    },
  ],
};

const TRADING: Chapter = {
  name: 'Trading',
  sections: [
    {
      name: 'Spot',
      about:
        'Buy and sell coins for USDT. A market order fills at the newest price of the record, or at the first one after it if ' +
        'the newest is older than a moment. Every other order waits for its price.',
      calls: {
        'POST coin/trade': 'Place a spot order',
        'GET coin/list': 'List spot orders',
        'POST order/amend': 'Amend a spot order',
        'GET order/amendments': 'List amendments of a spot order',
        'POST order/cancel': 'Cancel a spot order',
        'POST order/cancel_all': 'Cancel all spot orders',
      },
    },
    {
      name: 'Several orders at once',
      about: 'Batches, and ways to end every waiting order, now or if your program stops.',
      calls: {
        'POST orders/batch': 'Send a batch of orders',
        'POST orders/cancel_all': 'Cancel all orders of every product',
        'GET orders/dead_mans_switch': 'Get the dead man’s switch',
        'POST orders/dead_mans_switch': 'Arm the dead man’s switch',
      },
    },
    {
      name: 'Contracts',
      about: 'Leveraged positions in coins. Your loss on a position is limited to its margin.',
      calls: {
        'POST lever/deal': 'Get the ticket of a contract',
        'POST lever/submit': 'Open a position',
        'POST lever/my_trade': 'List orders and positions',
        'POST lever/setstop': 'Set take profit, stop loss or margin',
        'POST lever/close': 'Close a position',
        'POST lever/close_at': 'Close at a limit or stop',
        'POST lever/reduce': 'Reduce positions',
        'POST lever/dealall': 'Close all positions',
        'POST lever/amend': 'Amend a leveraged order',
        'POST lever/cancel': 'Cancel a leveraged order',
        'POST lever/cancel_all': 'Cancel all leveraged orders',
        'GET lever/questionnaire': 'Get the questionnaire',
        'POST lever/apply': 'Apply for leveraged trading',
      },
    },
    {
      name: 'Forex and metals',
      about: 'Leveraged positions in lots, within the hours of their markets.',
      calls: {
        'POST lever/whsubmit': 'Open a forex or metal position',
        'POST lever/my_wh_trade': 'List forex and metal positions',
        'POST lever/whclose': 'Close a forex or metal position',
      },
    },
    {
      name: 'Fixed-time options',
      about:
        'A fixed stake on a price being higher or lower after a fixed time. The strike is the first price made after the order ' +
        'was accepted, so nobody knows it in advance.',
      calls: {
        'GET microtrade/seconds': 'List durations and payouts',
        'GET microtrade/payable_currencies': 'List currencies for stakes',
        'POST microtrade/submit': 'Buy an option on a coin',
        'POST microtrade/whsubmit': 'Buy an option on forex or metals',
        'GET microtrade/lists': 'List options on coins',
        'GET microtrade/whlists': 'List options on forex and metals',
        'GET microtrade/results': 'Get your results',
      },
    },
    {
      name: 'Recurring buys',
      about: 'The same purchase again and again, on a schedule.',
      calls: {
        'GET recurring/plans': 'List plans',
        'GET recurring/purchases': 'List purchases',
        'POST recurring/create': 'Create a plan',
        'POST recurring/change': 'Change a plan',
        'POST recurring/pause': 'Pause a plan',
        'POST recurring/resume': 'Resume a plan',
        'POST recurring/delete': 'End a plan',
      },
    },
    {
      name: 'Conversions',
      about: 'Convert one coin to another at a firm price that you see first.',
      calls: {
        'GET wallet/flashAgainstList': 'List what can be converted',
        'POST wallet/flash_quote': 'Get a firm price',
        'POST wallet/flashAgainst': 'Convert at the quoted price',
        'GET wallet/myFlashAgainstList': 'List conversions',
      },
    },
    {
      name: 'Price alerts',
      about: 'A message when the price reaches a level.',
      calls: {
        'GET price_alerts': 'List price alerts',
        'POST price_alert': 'Create a price alert',
        'POST price_alert_delete': 'Delete a price alert',
      },
    },
  ],
};

const KEYS_AND_RECEIPTS: Chapter = {
  name: 'Programs',
  sections: [
    {
      name: 'API keys',
      about:
        'Keys for programs. A key’s mandate limits what it may do: its instruments, the size of an order, the loss of a day, its ' +
        'networks. A key can’t withdraw, transfer or change a setting. Only you can make and confirm, never a key.',
      calls: {
        'POST api_keys/create': 'Make an API key',
        'GET api_keys': 'List API keys',
        'POST api_keys/revoke': 'Revoke an API key',
        'GET api_keys/waiting': 'List orders that wait for you',
        'POST api_keys/confirm': 'Confirm a waiting order',
        'POST api_keys/decline': 'Decline a waiting order',
      },
    },
    {
      name: 'Webhooks',
      about:
        'Events posted to an address of yours, signed by the Standard Webhooks scheme. A delivery that fails is repeated, and ' +
        'may arrive twice with the same id.',
      calls: {
        'GET webhooks': 'List webhooks',
        'POST webhooks/create': 'Create a webhook',
        'POST webhooks/change': 'Change a webhook',
        'POST webhooks/rotate': 'Rotate the secret of a webhook',
        'POST webhooks/delete': 'Delete a webhook',
        'GET webhooks/deliveries': 'List deliveries',
        'POST webhooks/deliver_again': 'Deliver again',
        'POST webhooks/test': 'Send a test event',
      },
    },
    {
      name: 'Receipts',
      about:
        'Each accepted order is answered with a signed receipt in the header `candor-receipt`: the platform’s promise to put the ' +
        'order into its public log. A device may sign its orders too.',
      calls: {
        'GET receipts/orders': 'List signed orders',
        'GET receipts/batch': 'Find a batch in the log',
        'POST receipts/device_key': 'Register a device key',
        'GET receipts/device_keys': 'List device keys',
      },
    },
  ],
};

export const CHAPTERS: readonly Chapter[] = [
  MARKETS,
  TRADING,
  KEYS_AND_RECEIPTS,
  MONEY,
  ACCOUNT,
  TRANSPARENCY,
];

/** The no-lever allowlist of the feature `exchange`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';
import { exchangeQuotes } from '../tables.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET wallet/myFlashAgainstList': ['own', 'currency cursor from limit to'],
    'GET wallet/flashAgainstList': ['own', ''],
    'POST wallet/flash_quote': ['order', 'from to amount'],
    'POST wallet/flashAgainst': ['order', 'from to amount quote_id'],
  },
  columns: {
    exchange_quote: {
      whose: 'book id number',
      asked: 'from_currency to_currency from_amount',
      terms: 'fee_rate',
      reckoned: 'to_amount fee',
      tape: 'legs',
      state: 'used',
      when: 'quoted_ms expires_ms market_ms unused_ms',
    },
    exchange: {
      whose: 'book id',
      asked: 'from_currency to_currency from_amount',
      terms: 'fee_rate',
      reckoned: 'to_amount fee',
      tape: 'legs',
      money: 'journal_seq',
      when: 'quoted_ms asked_ms time_ms',
    },
  },
  tables: {
    exchange: 'commands',
    exchange_quote: 'commands',
  },
  history: ['exchange'],
  changed: [exchangeQuotes],
  rights: [
    { because: 'history: written once and never changed', may: 'select insert', on: 'exchange' },
    {
      because: 'a customer’s firm price for ten seconds, from the tape and usable once',
      may: 'select insert',
      on: 'exchange_quote',
    },
  ],
  guardReads: 'exchange',
  publicRights: [
    {
      because: 'belongs to a trigger and cannot be called: rates and times of trades',
      may: 'execute',
      on: 'exchange_quote_terms exchange_quote_given exchange_of_its_quote exchange_in_time',
    },
    { because: 'belongs to a trigger and cannot be called', may: 'execute', on: 'exchange_legs' },
  ],
  functions: {
    'definer exchange_quote_recomputed()': 'guards',
    'definer exchange_quote_violation(was, is_now)': 'guards',
    'definer exchange_quote_terms()': 'guards',
    'definer exchange_quote_given()': 'guards',
    'definer exchange_of_its_quote()': 'guards',
    'definer exchange_in_time()': 'guards',
    'exchange_legs()': 'guards',
  },
  triggers: {
    'exchange_quote.exchange_quote_recomputed':
      'a quote follows from its prices, and counts until it is used',
    'exchange.moved_by_its_journal': 'what is exchanged is moved',
    'exchange.exchange_append_only': 'history',
    'exchange.begun_in_session': 'begun in a session of its customer',
    'exchange.accepted_lately': 'the same',
    'exchange_quote.accepted_lately': 'the same for a firm price',
    'exchange_quote.exchange_quote_terms_new': 'the published fee',
    'exchange_quote.exchange_quote_terms': 'the published fee',
    'exchange_quote.exchange_quote_given': 'a quote is given at the newest entries, and stays',
    'exchange.exchange_of_its_quote': 'a quote carries out one exchange, its own',
    'exchange.exchange_in_time': 'an exchange is at entries that were the newest while its quote held',
    'exchange.exchange_legs': 'an exchange is of its own two currencies',
  },
  limits: {
    exchange: [
      'how long a quote is firm and what waits for a price, the same for everybody',
      'quoteMs exchangeWaitMs quoteMarketMs quotesUnusedMs',
    ],
  },
};

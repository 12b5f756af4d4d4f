/**
 * The moves that a person can make in a step. The details are drawn from the step's own random numbers and from what the person
 * sees at that moment.
 */
import { ONE, amount, formatAmount } from '../../domain/src/money/amount.ts';
import type { Amount } from '../../domain/src/money/amount.ts';
import { INSTRUMENTS } from '../market/generated-market.ts';
import { deposits, withdraws } from './money-moves.ts';
import { cents, inSteps, keyOf, shareOf } from './move.ts';
import type { Move } from './move.ts';
import type { Person } from './person.ts';
import { theft } from './thefts.ts';

const COINS = ['BTC', 'ETH', 'SOL'] as const;
/** Contracts have larger steps than coins. */
const CONTRACT_STEPS: Readonly<Record<string, Amount>> = {
  ...{ BTC: amount('0.001'), ETH: amount('0.01'), SOL: amount('0.1') },
};

/** The price that the person sees, from the same call as the app. */
export async function priceOf(person: Person, symbol: string): Promise<number> {
  const rows = (await person.reads('GET currency/quotation_new')) as readonly {
    symbol: string;
    last: string | null;
  }[];
  const last = rows.find((row) => row.symbol === symbol)?.last;
  return last === null || last === undefined
    ? (INSTRUMENTS.find((one) => one.symbol === symbol)?.price ?? 1)
    : Number(last);
}

const buys: Move = async ({ person, chance, step }) => {
  const coin = chance.of(COINS);
  const spent = cents(shareOf(await person.available('USDT'), 0.02 + chance.fraction() * 0.3));
  const order = { symbol: `${coin}/USDT`, side: 'buy', type: 'market', amount: formatAmount(spent) };
  await person.sends(step, 'POST coin/trade', order, { key: keyOf(step) });
};

const sells: Move = async ({ person, chance, step }) => {
  const coin = chance.of(COINS);
  const held = await person.available(coin);
  const quantity = inSteps(coin, shareOf(held, chance.happens(0.3) ? 1 : chance.fraction()));
  const order = { symbol: `${coin}/USDT`, side: 'sell', type: 'market', quantity: formatAmount(quantity) };
  await person.sends(step, 'POST coin/trade', order, { key: keyOf(step) });
};

/** Orders that wait for a price: limits, stops and trailing stops, near and far. */
const rests: Move = async ({ person, chance, step }) => {
  const coin = chance.of(COINS);
  const symbol = `${coin}/USDT`;
  const price = await priceOf(person, symbol);
  const away = 0.0002 + chance.fraction() ** 2 * 0.01;
  const side = chance.happens(0.6) ? 'buy' : 'sell';
  const type = chance.of(['limit', 'limit', 'stop', 'trailing_stop'] as const);
  const up = (side === 'sell') === (type === 'limit');
  const level = (price * (up ? 1 + away : 1 - away)).toFixed(2);
  const money = side === 'buy' ? await person.available('USDT') : await person.available(coin);
  const share = shareOf(money, 0.01 + chance.fraction() * 0.2);
  const quantity = side === 'buy' ? (share * ONE) / amount(price.toFixed(2)) : share;
  const order = {
    ...{ symbol, side, type, quantity: formatAmount(inSteps(coin, quantity)) },
    ...(type === 'limit' && { price: level }),
    ...(type === 'stop' && { stop_price: level }),
    ...(type === 'trailing_stop' && { trailing_bps: chance.integer(10, 200) }),
  };
  await person.sends(step, 'POST coin/trade', order, { key: keyOf(step) });
};

const cancels: Move = async ({ person, chance, step }) => {
  const { items } = (await person.reads('GET coin/list', { status: 'in_transaction' })) as {
    items: readonly { id: string }[];
  };
  const [order] = items.length === 0 ? [] : [chance.of(items)];
  if (order !== undefined)
    await person.sends(step, 'POST order/cancel', { id: order.id }, { key: keyOf(step) });
};

const transfers: Move = async ({ person, chance, step }) => {
  const accounts = ['spot', 'contract', 'option'] as const;
  const from = chance.of(accounts);
  const to = chance.of(accounts.filter((one) => one !== from));
  const moved = shareOf(
    await person.available('USDT', from),
    chance.happens(0.1) ? 1 : chance.fraction() * 0.5,
  );
  const fields = { currency: 'USDT', from, to, amount: formatAmount(moved) };
  await person.sends(step, 'POST wallet/transfer', fields, { key: keyOf(step) });
};

const stakes: Move = async ({ person, chance, step }) => {
  const symbol = chance.of(['BTC/USDT', 'ETH/USDT']);
  const available = await person.available('USDT', 'option');
  if (available < amount('20')) {
    const fields = { currency: 'USDT', from: 'spot', to: 'option', amount: '2000' };
    await person.sends(step, 'POST wallet/transfer', fields, { key: keyOf(step, '-first') });
  }
  const stake = formatAmount(cents(amount('10') + shareOf(available, chance.fraction() * 0.1)));
  const side = chance.of(['up', 'down']);
  const seconds = chance.of([30, 60]);
  await person.sends(
    step,
    'POST microtrade/submit',
    { symbol, side, seconds, stake, currency: 'USDT' },
    { key: keyOf(step) },
  );
};

const opens: Move = async ({ person, chance, step }) => {
  const coin = chance.of(COINS);
  const available = await person.available('USDT', 'contract');
  if (available < amount('500')) {
    const fields = { currency: 'USDT', from: 'spot', to: 'contract', amount: '10000' };
    await person.sends(step, 'POST wallet/transfer', fields, { key: keyOf(step, '-first') });
  }
  const leverage = chance.of([10, 20, 50]);
  const price = await priceOf(person, `${coin}/USDT`);
  const margin = Math.max(20, (Number(available / ONE) || 1000) * chance.fraction() * 0.2);
  const contractStep = CONTRACT_STEPS[coin] ?? ONE;
  const wanted = amount(((margin * leverage) / price).toFixed(5));
  const quantity = formatAmount(wanted < contractStep ? contractStep : wanted - (wanted % contractStep));
  const side = chance.of(['long', 'short']);
  const fields = { symbol: `${coin}/USDT`, side, type: 'market', quantity, leverage };
  await person.sends(step, 'POST lever/submit', fields, { key: keyOf(step) });
};

const closes: Move = async ({ person, chance, step }) => {
  const { items } = (await person.reads('POST lever/my_trade', { status: 'holding' })) as {
    items: readonly { id: string }[];
  };
  const [position] = items.length === 0 ? [] : [chance.of(items)];
  if (position !== undefined)
    await person.sends(step, 'POST lever/close', { id: position.id }, { key: keyOf(step) });
};

const looks: Move = async ({ person }) => {
  await person.reads('GET portfolio/value');
  await person.reads('GET coin/list');
};

export const MOVES = {
  ...{ buys, sells, rests, cancels, transfers, stakes, opens, closes, looks, deposits, withdraws },
  'repeats a key with another body': theft('key with another body'),
  'repeats a key at once': theft('key at once'),
  'races the same balance': theft('race'),
  'sells what is held': theft('held'),
  'cancels what is filled': theft('filled'),
  'asks nonsense amounts': theft('nonsense'),
  'uses the ids of others': theft('others'),
  'trades dust': theft('dust'),
} as const satisfies Readonly<Record<string, Move>>;

export type MoveName = keyof typeof MOVES;

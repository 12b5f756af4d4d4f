/** Reads the actions that a shopper's market and account allow. */
import type { Means } from './plan.ts';
import { ShopError, messageOf } from './wire.ts';
import type { Call } from './wire.ts';

type Instrument = {
  readonly symbol: string;
  readonly bid: string;
  readonly tick_size: string;
  readonly quantity_min: string;
  readonly quantity_step: string;
};

export async function readMeans(call: Call, symbol: string): Promise<Omit<Means, 'opposite'>> {
  const all = messageOf('quotation', await call('GET currency/quotation_new')) as readonly Instrument[];
  const instrument = all.find((one) => one.symbol === symbol);
  if (instrument === undefined) throw new ShopError(`the platform has no ${symbol}`);
  const { bid, tick_size: tick, quantity_min: quantityMin, quantity_step: quantityStep } = instrument;
  const [ticket, position] = [await ticketMeans(call, symbol), await positionMeans(call, symbol)];
  return { symbol, bid, tick, quantityMin, quantityStep, ticket, position };
}

async function ticketMeans(call: Call, symbol: string): Promise<Means['ticket']> {
  const durations = await call('GET microtrade/seconds', { symbol });
  const currencies = await call('GET microtrade/payable_currencies');
  if (!durations.ok || !currencies.ok) return undefined;
  const [shortest] = durations.message as readonly { readonly seconds: number }[];
  const usdt = (
    currencies.message as readonly {
      readonly currency: string;
      readonly available: string;
      readonly min: string | null;
    }[]
  ).find(({ currency }) => currency === 'USDT');
  if (shortest === undefined || usdt === undefined || usdt.min === null) return undefined;
  return { stake: usdt.min, seconds: shortest.seconds, available: usdt.available };
}

async function positionMeans(call: Call, symbol: string): Promise<Means['position']> {
  const deal = await call('POST lever/deal', { symbol });
  if (!deal.ok) return undefined;
  const {
    limits,
    leverages,
    account,
    lever_enabled: isEnabled,
  } = deal.message as {
    readonly limits: { readonly quantity_min: string };
    readonly leverages: readonly number[];
    readonly account: { readonly available: string };
    readonly lever_enabled: boolean;
  };
  const [leverage] = leverages;
  if (!isEnabled || leverage === undefined) return undefined;
  return { quantity: limits.quantity_min, leverage, available: account.available };
}

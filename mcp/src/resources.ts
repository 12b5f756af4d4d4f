/** The resources that an assistant may read without a tool: all instruments, a single instrument, and the published terms. */
import type { Platform } from './platform.ts';

export const RESOURCES = [
  {
    uri: 'candor://instruments',
    name: 'instruments',
    title: 'Instruments',
    description: 'Every instrument with its newest quote, its limits and its fee.',
    mimeType: 'application/json',
  },
  {
    uri: 'candor://fees-and-rules',
    name: 'fees-and-rules',
    title: 'Published terms',
    description: 'All versions of fees, limits and payouts, and when each takes effect.',
    mimeType: 'application/json',
  },
] as const;

export const TEMPLATES = [
  {
    uriTemplate: 'candor://instruments/{symbol}',
    name: 'instrument',
    title: 'One instrument',
    description: 'An instrument with its newest quote, for example candor://instruments/BTC/USDT.',
    mimeType: 'application/json',
  },
] as const;

const ONE = 'candor://instruments/';

/** @throws if there is no such resource, or the platform refuses. */
export async function readResource(platform: Pick<Platform, 'call'>, uri: string): Promise<unknown> {
  if (uri === 'candor://fees-and-rules') return valueOf(platform, 'GET transparency/terms');
  const instruments = (await valueOf(platform, 'GET currency/quotation_new')) as { symbol: string }[];
  if (uri === 'candor://instruments') return instruments;
  const symbol = uri.startsWith(ONE) ? decodeURIComponent(uri.slice(ONE.length)) : '';
  const found = instruments.find((one) => one.symbol === symbol);
  if (found === undefined) throw new Error(`There is no resource ${uri}.`);
  return found;
}

async function valueOf(platform: Pick<Platform, 'call'>, call: string): Promise<unknown> {
  const answer = await platform.call(call, {});
  if (!answer.ok) throw new Error(`${answer.code}: ${answer.text}`);
  return answer.value;
}

/** Where the screens of an instrument are. */
import type { Side } from '@candor/domain/trading/spot.ts';

export function chartLink(symbol: string): string {
  return `/pages/kline/index?${new URLSearchParams({ symbol })}`;
}

export function tradeLink(symbol: string, side?: Side): string {
  return `/pages/index/index?${new URLSearchParams(side === undefined ? { symbol } : { symbol, side })}`;
}

export const marketLink = '/pages/market/index';
export const ordersLink = '/pages/order/trade';
export const convertLink = '/pages/order/convert';

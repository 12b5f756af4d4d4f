/** Where the screens are: of each the first address in the table of screens. */
import type { Side } from '@candor/domain/trading/spot.ts';

export const marketLink = '/pages/market/index';
export const tradeTabLink = '/pages/index/index';
export const ordersLink = '/pages/order/trade';
export const convertLink = '/pages/order/convert';
export const accountLink = '/pages/me/newIndex';
export const settingsLink = '/pages/me/settings';
export const languageLink = '/pages/me/language';
export const passwordLink = '/pages/me/password';
export const registerLink = '/pages/register/index';
export const forgotLink = '/pages/login/forgot';
export const loginPath = '/pages/login/index';

/** The login page; with `back`, which leads there afterwards. */
export function loginLink(back?: string): string {
  return back === undefined ? loginPath : `${loginPath}?${new URLSearchParams({ back })}`;
}

export function chartLink(symbol: string): string {
  return `/pages/kline/index?${new URLSearchParams({ symbol })}`;
}

export function tradeLink(symbol: string, side?: Side): string {
  return `${tradeTabLink}?${new URLSearchParams(side === undefined ? { symbol } : { symbol, side })}`;
}

/** The addresses of the screens. Each is the first address of its row in the table of screens. */
import type { PositionSide } from '@candor/domain/trading/contract.ts';
import type { AskedOrder } from './asked-order.ts';
import type { Side } from '@candor/domain/trading/spot.ts';

export const marketLink = '/pages/market/index';
export const searchLink = '/pages/search/index';
export const tradeTabLink = '/pages/index/index';
export const ordersLink = '/pages/order/trade';
/** The dead man's switch, which cancels all open orders. */
export const switchLink = '/pages/order/switch';
/** A spot order with its receipt. */
export function orderLink(id: string): string {
  return `${ordersLink}?${new URLSearchParams({ tab: 'completed', id })}`;
}
export const contractPositionsLink = '/pages/order/contract';
/** A position with its receipts, or an order for one. */
export function receiptLink(
  product: string | undefined,
  id: string,
  tab: 'holding' | 'completed' = 'completed',
): string {
  const page = product === 'forex' ? forexPositionsLink : contractPositionsLink;
  return `${page}?${new URLSearchParams({ tab, id })}`;
}
export const convertLink = '/pages/order/convert';
export const forexMarketLink = '/pages/walletrade/index';
export const conversionRatesLink = '/pages/walletrade/rates';
export const forexPositionsLink = '/pages/whdetail/order';
export const leverageLink = '/pages/me/leverage';
export const leverageCostsLink = '/pages/me/leverageCosts';
export const accountLink = '/pages/me/newIndex';
export const settingsLink = '/pages/me/settings';
export const languageLink = '/pages/me/language';
export const passwordLink = '/pages/me/password';
export const experienceLink = '/pages/me/experience';
export const exchangeLink = '/pages/me/exchange';
export const depositLink = '/pages/order/charge';
export const voucherLink = '/pages/uploadpayvoucher/index';
export const withdrawLink = '/pages/order/withdraw';
export const addressesLink = '/pages/me/addresses';
export const actsLink = '/pages/me/acts';
export const walletsLink = '/pages/me/wallet';
/** The breakdown of the total value, and its development. */
export const portfolioLink = '/pages/me/portfolio';
export const accumulatedLink = '/pages/me/accumulated';
export const friendLink = '/pages/friend/index';
/** The screens of the fund: the tab, one tier, the customer's orders, and the strategy's record. */
export const fundLink = '/pages/strategy/index2';
export const fundStrategyLink = '/pages/strategy/index';
export function tierLink(id: string): string {
  return `/pages/arbitrage/detail?${new URLSearchParams({ id })}`;
}
export function fundOrdersLink(wish: { readonly tab?: 'finished'; readonly id?: string } = {}): string {
  const query = new URLSearchParams(wish).toString();
  return query === '' ? '/pages/order/strategy' : `/pages/order/strategy?${query}`;
}
/** The loan calculator with the application or the open loan, and the list of loans. */
export const loanLink = '/pages/loan/index';
export const loansLink = '/pages/loan/order';
/** A loan with its repayments. */
export function oneLoanLink(id: string, tab: 'open' | 'finished'): string {
  return `${loansLink}?${new URLSearchParams({ tab, id })}`;
}
export const securityLink = '/pages/me/security';
export const authenticatorLink = '/pages/me/google';
export const passkeysLink = '/pages/me/passkeys';
export const tradingPasswordLink = '/pages/me/paypassword';
export const boundEmailLink = '/pages/me/email';
export const phoneLink = '/pages/me/phone';
export const antiPhishingLink = '/pages/me/antiPhishing';
export const devicesLink = '/pages/me/sessions';
export const loginsLink = '/pages/me/logins';
export const mailboxLink = '/pages/me/mailbox';
export const verificationLink = '/pages/me/kyc';
export const bankLink = '/pages/me/bank';
export const ownLimitsLink = '/pages/me/limits';
export const jurisdictionLink = '/pages/me/jurisdiction';
export const memberLink = '/pages/me/member';
export const creditLink = '/pages/me/credit';
export const noticesLink = '/pages/me/notifications';
/** All messages to the customer, and a single message. */
export const messagesLink = '/pages/me/messages';
export const priceAlertsLink = '/pages/me/priceAlerts';
export function messageLink(id: string): string {
  return `/pages/news/msgdetail?${new URLSearchParams({ id })}`;
}
export const valuationLink = '/pages/me/valuation';
export const closeAccountLink = '/pages/me/close';
export const ownDataLink = '/pages/me/data';
export const priceTapeLink = '/pages/me/priceTape';
export const fillQualityLink = '/pages/me/fillQuality';
export const publishedTermsLink = '/pages/me/terms';
export function openLocationLink(place: { readonly latitude: string; readonly longitude: string }): string {
  return `/open-location?${new URLSearchParams(place)}`;
}
/** Tickets on BTC and ETH, and those on forex and metals. */
export const ticketsLink = '/pages/order/option';
export const forexTicketsLink = '/pages/whdetail/secOrder';
/** A ticket that has ended, with its receipt. */
export function ticketLink(symbol: string, id: string): string {
  const page = symbol.endsWith('/USDT') ? ticketsLink : forexTicketsLink;
  return `${page}?${new URLSearchParams({ tab: 'ended', id })}`;
}
/** News, one article of news or help, the help centre, and the articles with fixed addresses. */
export const newsLink = '/pages/newsList/index';
/** An article or, with a version, that version of an agreement. */
export function articleLink(id: string, version?: number): string {
  const asked = version === undefined ? { id } : { id, version: String(version) };
  return `/pages/news/detail?${new URLSearchParams(asked)}`;
}
export const helpLink = '/pages/news/dc';
export const faqLink = '/pages/me/faq';
/** Support; optionally with a deal whose evidence can be attached, and the number of the fill if it has several. */
export const chatPath = '/pages/me/kefu';
export function chatLink(ticket?: string, fill?: number): string {
  if (ticket === undefined) return chatPath;
  const deal = fill === undefined ? { ticket } : { ticket, fill: String(fill) };
  return `${chatPath}?${new URLSearchParams(deal)}`;
}
export const serviceAgreementLink = '/pages/news/fwxy';
export const licenceLink = '/pages/news/jgpz';
export const registerLink = '/pages/register/index';
export const forgotLink = '/pages/login/forgot';
export const loginPath = '/pages/login/index';

/** The screen for a wallet that gave no address. It opens `back` after the login. */
export const walletTipPath = '/pages/tipWallet/index';
export function walletTipLink(back: string | undefined): string {
  return back === undefined ? walletTipPath : `${walletTipPath}?${new URLSearchParams({ back })}`;
}

/** A page outside the app for a browser without a wallet. The part after the hash is the page's language. */
export function walletJumpPage(language: string): string {
  return `/wallet-jump.html#${language}`;
}

/** The login page, which opens `back` after the login. */
export function loginLink(back?: string): string {
  return back === undefined ? loginPath : `${loginPath}?${new URLSearchParams({ back })}`;
}

/** The chart. It links to spot trading unless a different product is given. */
export function chartLink(symbol: string, product?: 'contract'): string {
  const wish = product === undefined ? { symbol } : { symbol, product };
  return `/pages/kline/index?${new URLSearchParams(wish)}`;
}

/** `order` is filled in on the ticket. */
export function tradeLink(symbol: string, side?: Side, order?: AskedOrder): string {
  return `${tradeTabLink}?${new URLSearchParams({ symbol, ...(side !== undefined && { side }), ...order })}`;
}

/** The Trade tab with contracts on an instrument or, without a symbol, on the instrument traded last. */
export function contractLink(symbol?: string, side?: PositionSide, order?: AskedOrder): string {
  const wish = { ...(symbol !== undefined && { symbol }), ...(side !== undefined && { side }), ...order };
  return `${tradeTabLink}?${new URLSearchParams({ product: 'contract', ...wish })}`;
}

/** The Trade tab with spot trading on the instrument traded last. */
export const spotLink = `${tradeTabLink}?product=spot`;

/** The page of one currency pair or metal: chart, ticket, positions. */
export function forexLink(symbol: string, side?: PositionSide, order?: AskedOrder): string {
  const wish = { symbol, ...(side !== undefined && { side }), ...order };
  return `/pages/whdetail/index?${new URLSearchParams(wish)}`;
}

/** The Trade tab with forex and metals. */
export function forexTicketLink(symbol?: string): string {
  return `${tradeTabLink}?${new URLSearchParams({ product: 'forex', ...(symbol !== undefined && { symbol }) })}`;
}

/** The Trade tab with options. If there is a ticket to buy again, the confirmation opens. */
export function optionLink(
  symbol?: string,
  again?: {
    readonly side: string;
    readonly seconds: number;
    readonly stake: string;
    readonly currency: string;
  },
): string {
  const wish = {
    ...(symbol !== undefined && { symbol }),
    ...(again && {
      side: again.side,
      seconds: again.seconds.toString(),
      stake: again.stake,
      currency: again.currency,
    }),
  };
  return `${tradeTabLink}?${new URLSearchParams({ product: 'option', ...wish })}`;
}

/**
 * A transfer between the customer's accounts, optionally with the currency and the accounts filled in, and leading back to the screen
 * that needs it.
 */
export function transferLink(wish?: {
  readonly currency: string;
  readonly from?: 'spot' | 'contract' | 'option';
  readonly to?: 'spot' | 'contract' | 'option';
  readonly after?: 'back';
}): string {
  const page = '/pages/me/transfer';
  return wish === undefined ? page : `${page}?${new URLSearchParams(wish)}`;
}

/** One wallet: the available amounts, and the frozen amounts with their reasons. */
export function walletLink(currency: string): string {
  return `${walletsLink}?${new URLSearchParams({ currency })}`;
}

/** Financial records, optionally of one currency. */
/** The records of transfers between the customer's own accounts. */
export const transfersLink = '/pages/order/finance?group=transfer';
export function recordsLink(currency?: string): string {
  const page = '/pages/order/finance';
  return currency === undefined ? page : `${page}?${new URLSearchParams({ currency })}`;
}

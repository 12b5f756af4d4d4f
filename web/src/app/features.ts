/** The features of the app. The type of the app's messages includes the texts of all features. */
import { account } from '../features/account/feature.ts';
import { acts } from '../features/staff-activity/feature.ts';
import { addresses } from '../features/addresses/feature.ts';
import { apiKeys } from '../features/api-keys/feature.ts';
import { bankCard } from '../features/bank-card/feature.ts';
import { chat } from '../features/chat/feature.ts';
import { content } from '../features/content/feature.ts';
import { contracts } from '../features/contracts/feature.ts';
import { deadMansSwitch } from '../features/dead-mans-switch/feature.ts';
import { deposits } from '../features/deposits/feature.ts';
import { exchange } from '../features/exchange/feature.ts';
import { experience } from '../features/experience/feature.ts';
import { fillQuality } from '../features/fill-quality/feature.ts';
import { forex } from '../features/forex/feature.ts';
import { fund } from '../features/fund/feature.ts';
import { gallery } from '../features/gallery/feature.ts';
import { home } from '../features/home/feature.ts';
import { leverage } from '../features/leverage/feature.ts';
import { loans } from '../features/loans/feature.ts';
import { location } from '../features/location/feature.ts';
import { market } from '../features/market/feature.ts';
import { notifications } from '../features/notifications/feature.ts';
import { options } from '../features/options/feature.ts';
import { ownLimits } from '../features/own-limits/feature.ts';
import { portfolio } from '../features/portfolio/feature.ts';
import { publishedTerms } from '../features/published-terms/feature.ts';
import { recurring } from '../features/recurring/feature.ts';
import { referral } from '../features/referral/feature.ts';
import { registration } from '../features/registration/feature.ts';
import { search } from '../features/search/feature.ts';
import { security } from '../features/security/feature.ts';
import { session } from '../features/session/feature.ts';
import { settings } from '../features/settings/feature.ts';
import { spot } from '../features/spot/feature.ts';
import { statements } from '../features/statements/feature.ts';
import { transfers } from '../features/transfers/feature.ts';
import { transparency } from '../features/transparency/feature.ts';
import { verification } from '../features/verification/feature.ts';
import { walletSignIn } from '../features/wallet-sign-in/feature.ts';
import { wallets } from '../features/wallets/feature.ts';
import { webview } from '../features/webview/feature.ts';
import { webhooks } from '../features/webhooks/feature.ts';
import { withdrawals } from '../features/withdrawals/feature.ts';
import type shared from '../i18n/messages/en.json';
import type { TextsOf } from '../platform/feature.ts';

// oxfmt-ignore
export const features = [
  account,
  acts,
  addresses,
  apiKeys,
  bankCard,
  chat,
  content,
  contracts,
  deadMansSwitch,
  deposits,
  exchange,
  experience,
  fillQuality,
  forex,
  fund,
  gallery,
  home,
  leverage,
  loans,
  location,
  market,
  notifications,
  options,
  ownLimits,
  portfolio,
  publishedTerms,
  recurring,
  referral,
  registration,
  search,
  security,
  session,
  settings,
  spot,
  statements,
  transfers,
  transparency,
  verification,
  walletSignIn,
  wallets,
  webhooks,
  webview,
  withdrawals,
] as const;

type Both<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

declare module 'use-intl' {
  interface AppConfig {
    Messages: typeof shared & Both<TextsOf<(typeof features)[number]>>;
  }
}

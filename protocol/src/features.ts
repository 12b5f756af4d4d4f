/**
 * Collects the protocol definitions of every feature: one import per feature, and one line in each table to which it
 * contributes. The definitions are in the feature's folder, which has the same name on the server and in the web app, and are
 * exported by the folder's `feature.ts`. The order of the features is that of the reference.
 */
import type { Parts } from './feature.ts';
import * as general from './general.ts';
import { access, desk, figures, house, oversight, proposals, standing } from './console/operators-alone.ts';
import * as acts from './staff-activity/feature.ts';
import * as addresses from './addresses/feature.ts';
import * as apiKeys from './api-keys/feature.ts';
import * as batches from './batches/feature.ts';
import * as bankCard from './bank-card/feature.ts';
import * as chat from './chat/feature.ts';
import * as content from './content/feature.ts';
import * as contracts from './contracts/feature.ts';
import * as deadMansSwitch from './dead-mans-switch/feature.ts';
import * as demo from './demo/feature.ts';
import * as deposits from './deposits/feature.ts';
import * as exchange from './exchange/feature.ts';
import * as experience from './experience/feature.ts';
import * as fillQuality from './fill-quality/feature.ts';
import * as forex from './forex/feature.ts';
import * as fund from './fund/feature.ts';
import * as leverage from './leverage/feature.ts';
import * as loans from './loans/feature.ts';
import * as market from './market/feature.ts';
import * as notifications from './notifications/feature.ts';
import * as options from './options/feature.ts';
import * as ownLimits from './own-limits/feature.ts';
import * as positions from './positions/feature.ts';
import * as priceAlerts from './price-alerts/feature.ts';
import * as push from './push/feature.ts';
import * as receipts from './receipts/feature.ts';
import * as recurring from './recurring/feature.ts';
import * as referral from './referral/feature.ts';
import * as registration from './registration/feature.ts';
import * as security from './security/feature.ts';
import * as session from './session/feature.ts';
import * as settings from './settings/feature.ts';
import * as spot from './spot/feature.ts';
import * as portfolio from './portfolio/feature.ts';
import * as statements from './statements/feature.ts';
import * as stops from './stops/feature.ts';
import * as strategy from './strategy/feature.ts';
import * as transfers from './transfers/feature.ts';
import * as transparency from './transparency/feature.ts';
import * as uploads from './uploads/feature.ts';
import * as verification from './verification/feature.ts';
import * as walletSignIn from './wallet-sign-in/feature.ts';
import * as wallets from './wallets/feature.ts';
import * as watchlists from './watchlists/feature.ts';
import * as webhooks from './webhooks/feature.ts';
import * as withdrawals from './withdrawals/feature.ts';

/** The call table. The server must have a handler for each row and no others. The key of a row is method and path. */
export const calls = {
  ...registration.calls,
  ...session.calls,
  ...walletSignIn.calls,
  ...security.calls,
  ...verification.calls,
  ...bankCard.calls,
  ...uploads.calls,
  ...ownLimits.calls,
  ...settings.calls,
  ...notifications.calls,
  ...priceAlerts.calls,
  ...watchlists.calls,
  ...apiKeys.calls,
  ...webhooks.calls,
  ...deadMansSwitch.calls,
  ...recurring.calls,
  ...push.calls,
  ...receipts.calls,
  ...demo.calls,
  ...market.calls,
  ...wallets.calls,
  ...statements.calls,
  ...portfolio.calls,
  ...acts.calls,
  ...deposits.calls,
  ...withdrawals.calls,
  ...addresses.calls,
  ...exchange.calls,
  ...spot.calls,
  ...contracts.calls,
  ...forex.calls,
  ...batches.calls,
  ...leverage.calls,
  ...transfers.calls,
  ...options.calls,
  ...experience.calls,
  ...fund.calls,
  ...referral.calls,
  ...strategy.calls,
  ...loans.calls,
  ...transparency.calls,
  ...stops.calls,
  ...fillQuality.calls,
  ...chat.calls,
  ...content.calls,
} satisfies Parts['calls'];

/** The call table for operators, at `/api/console/`. */
export const consoleCalls = {
  ...desk.consoleCalls,
  ...access.consoleCalls,
  ...verification.consoleCalls,
  ...leverage.consoleCalls,
  ...positions.consoleCalls,
  ...deposits.consoleCalls,
  ...withdrawals.consoleCalls,
  ...strategy.consoleCalls,
  ...fund.consoleCalls,
  ...loans.consoleCalls,
  ...standing.consoleCalls,
  ...recurring.consoleCalls,
  ...security.consoleCalls,
  ...house.consoleCalls,
  ...proposals.consoleCalls,
  ...demo.consoleCalls,
  ...chat.consoleCalls,
  ...content.consoleCalls,
  ...figures.consoleCalls,
  ...oversight.consoleCalls,
  ...stops.consoleCalls,
} satisfies Parts['consoleCalls'];

export const refusals = {
  ...general.identityRefusals,
  ...general.tradingRefusals,
  ...general.moneyRefusals,
  ...walletSignIn.refusals,
  ...security.refusals,
  ...verification.refusals,
  ...bankCard.refusals,
  ...uploads.refusals,
  ...ownLimits.refusals,
  ...settings.refusals,
  ...priceAlerts.refusals,
  ...watchlists.refusals,
  ...receipts.refusals,
  ...apiKeys.refusals,
  ...webhooks.refusals,
  ...recurring.refusals,
  ...demo.refusals,
  ...wallets.refusals,
  ...statements.refusals,
  ...deposits.refusals,
  ...withdrawals.refusals,
  ...addresses.refusals,
  ...exchange.refusals,
  ...spot.refusals,
  ...positions.refusals,
  ...contracts.refusals,
  ...leverage.refusals,
  ...options.refusals,
  ...experience.refusals,
  ...fund.refusals,
  ...loans.refusals,
  ...stops.refusals,
  ...content.refusals,
  ...house.refusals,
  ...proposals.refusals,
  ...general.operatorRefusals,
  ...general.generalRefusals,
} satisfies Parts['refusals'];

export const successes = {
  ...general.sharedSuccesses,
  ...registration.successes,
  ...security.successes,
  ...ownLimits.successes,
  ...settings.successes,
  ...deposits.successes,
  ...withdrawals.successes,
  ...exchange.successes,
  ...spot.successes,
  ...positions.successes,
  ...transfers.successes,
  ...experience.successes,
} satisfies Parts['successes'];

/** Messages to customers, with the same text in mail, app and push. */
export const notices = {
  ...general.signInNotices,
  ...session.notices,
  ...security.notices,
  ...verification.notices,
  ...bankCard.notices,
  ...ownLimits.notices,
  ...settings.notices,
  ...priceAlerts.notices,
  ...apiKeys.notices,
  ...webhooks.notices,
  ...recurring.notices,
  ...spot.notices,
  ...deadMansSwitch.notices,
  ...deposits.notices,
  ...withdrawals.notices,
  ...addresses.notices,
  ...positions.notices,
  ...leverage.notices,
  ...options.notices,
  ...fund.notices,
  ...referral.notices,
  ...loans.notices,
  ...chat.notices,
  ...content.notices,
  ...standing.notices,
  ...proposals.notices,
} satisfies Parts['notices'];

export const topics = [
  ...acts.topics,
  ...addresses.topics,
  ...priceAlerts.topics,
  ...watchlists.topics,
  ...apiKeys.topics,
  ...webhooks.topics,
  ...bankCard.topics,
  ...settings.topics,
  ...deposits.topics,
  ...exchange.topics,
  ...experience.topics,
  ...fund.topics,
  ...leverage.topics,
  ...ownLimits.topics,
  ...loans.topics,
  ...notifications.topics,
  ...market.topics,
  ...security.topics,
  ...positions.topics,
  ...session.topics,
  ...deadMansSwitch.topics,
  ...recurring.topics,
  ...spot.topics,
  ...options.topics,
  ...verification.topics,
  ...wallets.topics,
  ...withdrawals.topics,
  ...content.topics,
] satisfies Parts['topics'];

/** The topics of messages, and the channels by which they are sent in addition to the app. */
export const noticeTopics = {
  ...security.noticeTopics,
  ...withdrawals.noticeTopics,
  ...positions.noticeTopics,
  ...general.noticeTopics,
  ...spot.noticeTopics,
  ...options.noticeTopics,
  ...fund.noticeTopics,
  ...loans.noticeTopics,
  ...referral.noticeTopics,
  ...priceAlerts.noticeTopics,
  ...apiKeys.noticeTopics,
  ...recurring.noticeTopics,
  ...chat.noticeTopics,
  ...content.noticeTopics,
} satisfies Parts['noticeTopics'];

/**
 * The features, one per line, each with its dependencies on others. This order also applies when they start over, show their
 * sections and queues, and create demo data.
 */
import { actsFeature } from '../features/staff-activity/feature.ts';
import { addressesFeature } from '../features/addresses/feature.ts';
import { apiKeysFeature } from '../features/api-keys/feature.ts';
import { bankCardFeature } from '../features/bank-card/feature.ts';
import { batchesFeature } from '../features/batches/feature.ts';
import { chatAnswersWithinMs, chatFeature } from '../features/chat/feature.ts';
import { contentFeature } from '../features/content/feature.ts';
import { contractsFeature } from '../features/contracts/feature.ts';
import { deadMansSwitchFeature } from '../features/dead-mans-switch/feature.ts';
import { demoFeature, examples } from '../features/demo/feature.ts';
import { depositsFeature } from '../features/deposits/feature.ts';
import { exchangeFeature } from '../features/exchange/feature.ts';
import { experienceFeature } from '../features/experience/feature.ts';
import { fillQualityFeature } from '../features/fill-quality/feature.ts';
import { forexFeature } from '../features/forex/feature.ts';
import { fundFeature } from '../features/fund/feature.ts';
import { leverageFeature } from '../features/leverage/feature.ts';
import { loansFeature } from '../features/loans/feature.ts';
import { marketFeature } from '../features/market/feature.ts';
import { notificationsFeature } from '../features/notifications/feature.ts';
import { optionsFeature } from '../features/options/feature.ts';
import { ownLimitsFeature } from '../features/own-limits/feature.ts';
import { portfolioFeature } from '../features/portfolio/feature.ts';
import { positionsFeature } from '../positions/feature.ts';
import { priceAlertsFeature } from '../features/price-alerts/feature.ts';
import { pushFeature } from '../features/push/feature.ts';
import { receiptsFeature } from '../features/receipts/feature.ts';
import { referralFeature, sharesOf } from '../features/referral/feature.ts';
import { registrationFeature } from '../features/registration/feature.ts';
import { securityFeature } from '../features/security/feature.ts';
import { recurringFeature } from '../features/recurring/feature.ts';
import { sessionFeature } from '../features/session/feature.ts';
import { settingsFeature } from '../features/settings/feature.ts';
import { ordersOf, spotFeature } from '../features/spot/feature.ts';
import { buyAtMarket } from '../features/spot/purchase.ts';
import { statementsFeature } from '../features/statements/feature.ts';
import { stopsFeature } from '../features/stops/feature.ts';
import { strategyFeature } from '../features/strategy/feature.ts';
import { transfersFeature } from '../features/transfers/feature.ts';
import { transparencyFeature } from '../features/transparency/feature.ts';
import { uploadsFeature } from '../features/uploads/feature.ts';
import { verificationFeature, verified } from '../features/verification/feature.ts';
import { walletSignInFeature } from '../features/wallet-sign-in/feature.ts';
import { walletsFeature } from '../features/wallets/feature.ts';
import { watchlistsFeature } from '../features/watchlists/feature.ts';
import { webhooksFeature } from '../features/webhooks/feature.ts';
import { withdrawalsFeature } from '../features/withdrawals/feature.ts';
import { operatorFeatures } from './operator-features.ts';

export const features = [
  demoFeature,
  marketFeature,
  spotFeature,
  strategyFeature,
  positionsFeature,
  contractsFeature,
  forexFeature,
  batchesFeature,
  optionsFeature,
  verificationFeature,
  bankCardFeature,
  depositsFeature(verified),
  addressesFeature,
  withdrawalsFeature(verified),
  leverageFeature,
  fundFeature(sharesOf),
  referralFeature,
  experienceFeature,
  loansFeature(verified),
  priceAlertsFeature,
  watchlistsFeature,
  apiKeysFeature(ordersOf),
  webhooksFeature,
  recurringFeature(buyAtMarket),
  deadMansSwitchFeature,
  ...operatorFeatures,
  chatFeature,
  actsFeature,
  contentFeature(chatAnswersWithinMs),
  exchangeFeature,
  notificationsFeature,
  ownLimitsFeature,
  pushFeature,
  receiptsFeature,
  registrationFeature,
  securityFeature,
  sessionFeature,
  settingsFeature(examples),
  transfersFeature,
  transparencyFeature,
  stopsFeature,
  fillQualityFeature,
  uploadsFeature,
  walletSignInFeature,
  walletsFeature,
  statementsFeature,
  portfolioFeature,
] as const;

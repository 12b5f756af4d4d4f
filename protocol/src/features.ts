/**
 * What every feature adds to the protocol, a line in each table that it has a part in: calls of customers, calls of operators, refusals, successes
 * and notices. The rows themselves stand in the feature's folder, which is named as on the server and in the web app. The order is that of the reference.
 */
import type { CallRow } from './call.ts';
import type { ConsoleRow } from './console/console-call.ts';
import type { Words } from './languages.ts';
import type { NoticeRow } from './notices/notice.ts';
import type { RefusalRow } from './refusals.ts';
import { accessConsoleCalls } from './access/console.ts';
import { actsCalls } from './acts/calls.ts';
import { addressesCalls } from './addresses/calls.ts';
import { addressesNotices } from './addresses/notices.ts';
import { addressesRefusals } from './addresses/refusals.ts';
import { bankCardCalls } from './bank-card/calls.ts';
import { bankCardNotices } from './bank-card/notices.ts';
import { bankCardRefusals } from './bank-card/refusals.ts';
import { chatCalls } from './chat/calls.ts';
import { chatConsoleCalls } from './chat/console.ts';
import { chatNotices } from './chat/notices.ts';
import { contentCalls } from './content/calls.ts';
import { contentConsoleCalls } from './content/console.ts';
import { contentNotices } from './content/notices.ts';
import { contentRefusals } from './content/refusals.ts';
import { contractsCalls } from './contracts/calls.ts';
import { contractsRefusals } from './contracts/refusals.ts';
import { demoCalls } from './demo/calls.ts';
import { demoConsoleCalls } from './demo/console.ts';
import { demoRefusals } from './demo/refusals.ts';
import { depositsCalls } from './deposits/calls.ts';
import { depositsConsoleCalls } from './deposits/console.ts';
import { depositsNotices } from './deposits/notices.ts';
import { depositsRefusals } from './deposits/refusals.ts';
import { depositsSuccesses } from './deposits/successes.ts';
import { deskConsoleCalls } from './desk/console.ts';
import { exchangeCalls } from './exchange/calls.ts';
import { exchangeRefusals } from './exchange/refusals.ts';
import { exchangeSuccesses } from './exchange/successes.ts';
import { experienceCalls } from './experience/calls.ts';
import { experienceRefusals } from './experience/refusals.ts';
import { experienceSuccesses } from './experience/successes.ts';
import { forexCalls } from './forex/calls.ts';
import { fundCalls } from './fund/calls.ts';
import { fundConsoleCalls } from './fund/console.ts';
import { fundNotices } from './fund/notices.ts';
import { fundRefusals } from './fund/refusals.ts';
import { houseConsoleCalls } from './house/console.ts';
import { houseRefusals } from './house/refusals.ts';
import { leverageCalls } from './leverage/calls.ts';
import { leverageConsoleCalls } from './leverage/console.ts';
import { leverageNotices } from './leverage/notices.ts';
import { leverageRefusals } from './leverage/refusals.ts';
import { loansCalls } from './loans/calls.ts';
import { loansConsoleCalls } from './loans/console.ts';
import { loansNotices } from './loans/notices.ts';
import { loansRefusals } from './loans/refusals.ts';
import { marketCalls } from './market/calls.ts';
import { signInNotices } from './notices/sign-in.ts';
import { notificationsCalls } from './notifications/calls.ts';
import { optionsCalls } from './options/calls.ts';
import { optionsNotices } from './options/notices.ts';
import { optionsRefusals } from './options/refusals.ts';
import { oversightConsoleCalls } from './oversight/console.ts';
import { ownLimitsCalls } from './own-limits/calls.ts';
import { ownLimitsNotices } from './own-limits/notices.ts';
import { ownLimitsRefusals } from './own-limits/refusals.ts';
import { ownLimitsSuccesses } from './own-limits/successes.ts';
import { positionsNotices } from './positions/notices.ts';
import { positionsRefusals } from './positions/refusals.ts';
import { positionsSuccesses } from './positions/successes.ts';
import { priceAlertsCalls } from './price-alerts/calls.ts';
import { priceAlertsNotices } from './price-alerts/notices.ts';
import { priceAlertsRefusals } from './price-alerts/refusals.ts';
import { proposalsConsoleCalls } from './proposals/console.ts';
import { proposalsNotices } from './proposals/notices.ts';
import { proposalsRefusals } from './proposals/refusals.ts';
import { pushCalls } from './push/calls.ts';
import { recurringCalls } from './recurring/calls.ts';
import { recurringConsoleCalls } from './recurring/console.ts';
import { recurringNotices } from './recurring/notices.ts';
import { recurringRefusals } from './recurring/refusals.ts';
import { referralCalls } from './referral/calls.ts';
import { referralNotices } from './referral/notices.ts';
import { generalRefusals } from './refusals/any-call.ts';
import { identityRefusals } from './refusals/identity.ts';
import { moneyRefusals } from './refusals/money.ts';
import { operatorRefusals } from './refusals/operators.ts';
import { tradingRefusals } from './refusals/trading.ts';
import { registrationCalls } from './registration/calls.ts';
import { registrationSuccesses } from './registration/successes.ts';
import { securityCalls } from './security/calls.ts';
import { securityConsoleCalls } from './security/console.ts';
import { securityNotices } from './security/notices.ts';
import { securityRefusals } from './security/refusals.ts';
import { securitySuccesses } from './security/successes.ts';
import { sessionCalls } from './session/calls.ts';
import { sessionNotices } from './session/notices.ts';
import { settingsCalls } from './settings/calls.ts';
import { settingsNotices } from './settings/notices.ts';
import { settingsRefusals } from './settings/refusals.ts';
import { settingsSuccesses } from './settings/successes.ts';
import { spotCalls } from './spot/calls.ts';
import { spotRefusals } from './spot/refusals.ts';
import { spotSuccesses } from './spot/successes.ts';
import { standingConsoleCalls } from './standing/console.ts';
import { standingNotices } from './standing/notices.ts';
import { strategyCalls } from './strategy/calls.ts';
import { strategyConsoleCalls } from './strategy/console.ts';
import { sharedSuccesses } from './successes.ts';
import { transfersCalls } from './transfers/calls.ts';
import { transfersSuccesses } from './transfers/successes.ts';
import { transparencyCalls } from './transparency/calls.ts';
import { uploadsCalls } from './uploads/calls.ts';
import { uploadsRefusals } from './uploads/refusals.ts';
import { verificationCalls } from './verification/calls.ts';
import { verificationConsoleCalls } from './verification/console.ts';
import { verificationNotices } from './verification/notices.ts';
import { verificationRefusals } from './verification/refusals.ts';
import { walletSignInCalls } from './wallet-sign-in/calls.ts';
import { walletSignInRefusals } from './wallet-sign-in/refusals.ts';
import { walletsCalls } from './wallets/calls.ts';
import { walletsRefusals } from './wallets/refusals.ts';
import { withdrawalsCalls } from './withdrawals/calls.ts';
import { withdrawalsConsoleCalls } from './withdrawals/console.ts';
import { withdrawalsNotices } from './withdrawals/notices.ts';
import { withdrawalsRefusals } from './withdrawals/refusals.ts';
import { withdrawalsSuccesses } from './withdrawals/successes.ts';

/** A row for every call. The server must supply a handler for exactly these; the key is method and path. */
export const calls = {
  ...registrationCalls,
  ...sessionCalls,
  ...walletSignInCalls,
  ...securityCalls,
  ...verificationCalls,
  ...bankCardCalls,
  ...uploadsCalls,
  ...ownLimitsCalls,
  ...settingsCalls,
  ...notificationsCalls,
  ...priceAlertsCalls,
  ...recurringCalls,
  ...pushCalls,
  ...demoCalls,
  ...marketCalls,
  ...walletsCalls,
  ...actsCalls,
  ...depositsCalls,
  ...withdrawalsCalls,
  ...addressesCalls,
  ...exchangeCalls,
  ...spotCalls,
  ...contractsCalls,
  ...forexCalls,
  ...leverageCalls,
  ...transfersCalls,
  ...optionsCalls,
  ...experienceCalls,
  ...fundCalls,
  ...referralCalls,
  ...strategyCalls,
  ...loansCalls,
  ...transparencyCalls,
  ...chatCalls,
  ...contentCalls,
} satisfies Record<`${'GET' | 'POST' | 'DELETE'} ${string}`, CallRow>;

/** The same for operators, at `/api/console/`. */
export const consoleCalls = {
  ...deskConsoleCalls,
  ...accessConsoleCalls,
  ...verificationConsoleCalls,
  ...leverageConsoleCalls,
  ...depositsConsoleCalls,
  ...withdrawalsConsoleCalls,
  ...strategyConsoleCalls,
  ...fundConsoleCalls,
  ...loansConsoleCalls,
  ...standingConsoleCalls,
  ...recurringConsoleCalls,
  ...securityConsoleCalls,
  ...houseConsoleCalls,
  ...proposalsConsoleCalls,
  ...demoConsoleCalls,
  ...chatConsoleCalls,
  ...contentConsoleCalls,
  ...oversightConsoleCalls,
} satisfies Record<`${'GET' | 'POST'} ${string}`, ConsoleRow>;

/** Every message by which the server refuses, by its stable code. */
export const refusals = {
  ...identityRefusals,
  ...tradingRefusals,
  ...moneyRefusals,
  ...walletSignInRefusals,
  ...securityRefusals,
  ...verificationRefusals,
  ...bankCardRefusals,
  ...uploadsRefusals,
  ...ownLimitsRefusals,
  ...settingsRefusals,
  ...priceAlertsRefusals,
  ...recurringRefusals,
  ...demoRefusals,
  ...walletsRefusals,
  ...depositsRefusals,
  ...withdrawalsRefusals,
  ...addressesRefusals,
  ...exchangeRefusals,
  ...spotRefusals,
  ...positionsRefusals,
  ...contractsRefusals,
  ...leverageRefusals,
  ...optionsRefusals,
  ...experienceRefusals,
  ...fundRefusals,
  ...loansRefusals,
  ...contentRefusals,
  ...houseRefusals,
  ...proposalsRefusals,
  ...operatorRefusals,
  ...generalRefusals,
} satisfies Record<string, RefusalRow>;

/** What the app says after something succeeded. */
export const successes = {
  ...sharedSuccesses,
  ...registrationSuccesses,
  ...securitySuccesses,
  ...ownLimitsSuccesses,
  ...settingsSuccesses,
  ...depositsSuccesses,
  ...withdrawalsSuccesses,
  ...exchangeSuccesses,
  ...spotSuccesses,
  ...positionsSuccesses,
  ...transfersSuccesses,
  ...experienceSuccesses,
} satisfies Record<string, Words>;

/** What customers are told. Mail, app and push say the same. */
export const notices = {
  ...signInNotices,
  ...sessionNotices,
  ...securityNotices,
  ...verificationNotices,
  ...bankCardNotices,
  ...ownLimitsNotices,
  ...settingsNotices,
  ...priceAlertsNotices,
  ...recurringNotices,
  ...depositsNotices,
  ...withdrawalsNotices,
  ...addressesNotices,
  ...positionsNotices,
  ...leverageNotices,
  ...optionsNotices,
  ...fundNotices,
  ...referralNotices,
  ...loansNotices,
  ...chatNotices,
  ...contentNotices,
  ...standingNotices,
  ...proposalsNotices,
} satisfies Record<string, NoticeRow>;

/** Every feature, handed what it stands on, and their handlers as the door wants them. */
import type { InstrumentAt } from '@candor/domain/market/instrument.ts';
import { worth } from '@candor/domain/ledger/valuation.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { of } from './commands/command.ts';
import type { Submit } from './commands/submit.ts';
import type { Config } from './config.ts';
import type { Pool } from './db/pool.ts';
import { actsHandlers } from './features/acts/handlers.ts';
import { addressesHandlers } from './features/addresses/handlers.ts';
import { keptAddresses } from './features/addresses/kept.ts';
import { bankCardHandlers } from './features/bank-card/handlers.ts';
import { keptCard } from './features/bank-card/kept.ts';
import { chatHandlers } from './features/chat/handlers.ts';
import type { ChatDeps } from './features/chat/handlers.ts';
import { keptChat } from './features/chat/kept.ts';
import { contentHandlers } from './features/content/handlers.ts';
import { contractsHandlers } from './features/contracts/handlers.ts';
import { demoHandlers } from './features/demo/handlers.ts';
import { demoCustomers } from './features/demo/seed.ts';
import { depositsHandlers } from './features/deposits/handlers.ts';
import { keptDeposits } from './features/deposits/kept.ts';
import { deposits } from './features/deposits/tables.ts';
import { exchangeHandlers } from './features/exchange/handlers.ts';
import { experienceHandlers } from './features/experience/handlers.ts';
import { forexHandlers } from './features/forex/handlers.ts';
import { fundHandlers } from './features/fund/handlers.ts';
import { fundStartOver } from './features/fund/registration.ts';
import { leverageHandlers } from './features/leverage/handlers.ts';
import { loansHandlers } from './features/loans/handlers.ts';
import { keptLoans } from './features/loans/kept.ts';
import { loansStartOver } from './features/loans/registration.ts';
import { notificationsHandlers } from './features/notifications/handlers.ts';
import { pushHandlers } from './features/push/handlers.ts';
import type { PushDeps } from './features/push/handlers.ts';
import { priceAlertsHandlers } from './features/price-alerts/handlers.ts';
import { optionsHandlers } from './features/options/handlers.ts';
import { optionsCreditStakes, optionsStartOver } from './features/options/registration.ts';
import { ownLimitsHandlers } from './features/own-limits/handlers.ts';
import { referralHandlers } from './features/referral/handlers.ts';
import { registrationHandlers } from './features/registration/handlers.ts';
import { securityHandlers } from './features/security/handlers.ts';
import { sessionHandlers } from './features/session/handlers.ts';
import { settingsHandlers } from './features/settings/handlers.ts';
import { spotHandlers } from './features/spot/handlers.ts';
import { spotStartOver } from './features/spot/registration.ts';
import { strategyHandlers } from './features/strategy/handlers.ts';
import { transfersHandlers } from './features/transfers/handlers.ts';
import { transparencyHandlers } from './features/transparency/handlers.ts';
import { keptAnswers } from './features/transparency/kept-answers.ts';
import { keptLossShare } from './features/transparency/loss-share.ts';
import { walletSignInHandlers } from './features/wallet-sign-in/handlers.ts';
import { uploadsHandlers } from './features/uploads/handlers.ts';
import { verificationHandlers } from './features/verification/handlers.ts';
import { keptVerification } from './features/verification/kept.ts';
import { walletsHandlers } from './features/wallets/handlers.ts';
import { withdrawalsHandlers } from './features/withdrawals/handlers.ts';
import { keptWithdrawals } from './features/withdrawals/kept.ts';
import { withdrawalsStartOver } from './features/withdrawals/registration.ts';
import type { ContentParts } from './content-parts.ts';
import type { Handlers } from './http/handler.ts';
import type { IdentityParts } from './identity-parts.ts';
import type { Opening } from './identity/accounts.ts';
import { jurisdictionOf } from './identity/gates.ts';
import type { Vault } from './identity/secrets/vault.ts';
import { OwnResults } from './ledger/own-results.ts';
import { readHoldings } from './ledger/statement.ts';
import { LIMITS } from './limits.ts';
import { demoDepositWays, depositWaysOf } from './payments/ways.ts';
import { debtsCreditStakes, debtsStartOver } from './positions/debts.ts';
import { openProfitOf } from './positions/open-profit.ts';
import { positionsStartOver } from './positions/registration.ts';
import { instruments } from './quotes/catalogue.ts';
import { forexTicketHandlers } from './quotes/forex-handlers.ts';
import type { Market } from './quotes/market.ts';
import type { Terms } from './terms/terms.ts';

export type HandlersDeps = {
  readonly pool: Pool;
  readonly submit: Submit;
  readonly vault: Vault;
  readonly identity: IdentityParts;
  readonly market: Market;
  readonly opening: Opening;
  readonly config: Config;
  readonly now: () => number;
  /** What a coin is worth in USDT now. */
  readonly bidOf: (currency: string) => Amount | undefined;
  readonly currencies: readonly string[];
  readonly terms: Terms;
  readonly push: Pick<PushDeps, 'publicKey' | 'services'>;
  readonly content: ContentParts;
  readonly chat: ChatDeps;
};

/** One handler a row of the table; it does not compile while one is missing. */
export function handlersOf(deps: HandlersDeps): Handlers {
  const { pool, submit, vault, market, opening, bidOf, currencies, terms, now } = deps;
  const termsAt: InstrumentAt = (instrument, wallMs) => terms.instrument(instrument, wallMs);
  const { mode, jurisdictions } = deps.config;
  const { attempts, confirmation, guesses, originOf, passkeys, passwords, sessions } = deps.identity;
  const { texts, tradingPasswords, wallet } = deps.identity;
  const startOverParts = [
    spotStartOver,
    positionsStartOver(instruments),
    debtsStartOver,
    optionsStartOver,
    withdrawalsStartOver,
    fundStartOver,
    loansStartOver,
  ];
  const openProfitNow = (customer: bigint): Promise<Amount> =>
    openProfitOf({ pool, instruments, quoteOf: (symbol) => market.latest.get(symbol)?.entry }, customer);
  const results = new OwnResults({ pool, booksMax: LIMITS.settings.resultsBooksMax });
  const ways = depositWaysOf(deps.config.house?.ways ?? demoDepositWays, { isPlayMoney: mode === 'demo' });
  const lossShare = keptLossShare({ pool, now, marketNow: market.clock.now });
  return {
    ...market.handlers,
    ...demoHandlers(),
    ...registrationHandlers({
      ...{ pool, now, attempts, guesses, originOf, passwords, vault, sessions, opening },
      mode: mode,
    }),
    ...sessionHandlers({
      ...{ pool, now, attempts, guesses, confirmation, passwords, sessions, tradingPasswords, vault },
      worthOf: async (customer) => {
        const [holdings, openProfit] = await Promise.all([
          readHoldings(pool, customer),
          openProfitNow(customer),
        ]);
        const held = worth(holdings, bidOf);
        return { ...held, total: held.total + openProfit };
      },
      incomeOf: (book) => results.of({ book, dayStartMs: startOfDay(market.clock.now()) }),
      jurisdictionOf: (customer) => jurisdictionOf(customer, jurisdictions),
    }),
    ...securityHandlers({
      ...{ pool, now, attempts, guesses, confirmation, passkeys, passwords, sessions, tradingPasswords },
      ...{ originOf, texts, vault, mode: mode },
    }),
    ...spotHandlers({ submit, pool, instruments, termsAt, jurisdictions }),
    ...contractsHandlers({
      submit,
      pool,
      instruments,
      termsAt,
      jurisdictions,
      market: { ...market, termsAt, wallNow: now },
      lossShare,
    }),
    ...forexHandlers({ submit, pool, instruments, termsAt, jurisdictions }),
    ...optionsHandlers({
      ...{ submit, pool, instruments, jurisdictions, bidOf, now },
      termsAt: (symbol, wallMs) => terms.option(symbol, wallMs),
      marketNow: market.clock.now,
    }),
    ...experienceHandlers({
      submit,
      pool,
      stakes: [optionsCreditStakes, debtsCreditStakes],
      marketNow: market.clock.now,
    }),
    ...transfersHandlers({ submit, currencies }),
    ...exchangeHandlers({ submit, pool, instruments, currencies, terms: deps.terms, jurisdictions, now }),
    ...leverageHandlers({ pool, submit, jurisdictions, now }),
    ...ownLimitsHandlers({ pool, submit, jurisdictions, now }),
    ...transparencyHandlers({
      pool,
      lossShare,
      publicKey: market.publicKey,
      marketNow: market.clock.now,
      now,
      terms: deps.terms,
    }),
    ...strategyHandlers({
      pool,
      marketNow: market.clock.now,
      keptFund: keptAnswers({ forMs: LIMITS.transparency.fundKeptMs, most: 1, now }),
      keptTrades: keptAnswers({
        forMs: LIMITS.transparency.fundKeptMs,
        most: LIMITS.transparency.strategyKeptMax,
        now,
      }),
    }),
    ...forexTicketHandlers({ ...market, termsAt, jurisdictions, wallNow: now, lossShare }),
    ...contentHandlers(deps.content),
    ...uploadsHandlers({ pool, vault, now }),
    ...referralHandlers({ pool, terms, jurisdictions, now }),
    ...actsHandlers({ pool }),
    ...notificationsHandlers({ pool, now }),
    ...pushHandlers({ pool, now, ...deps.push }),
    ...priceAlertsHandlers({ pool, submit, isOffered: (symbol) => instruments.has(symbol) }),
    ...verificationHandlers({ pool, vault, now }),
    ...bankCardHandlers({ pool, vault, confirmation, now }),
    ...walletSignInHandlers({
      ...{ pool, now, attempts, sessions, wallet, confirmation, opening, originOf },
    }),
    ...depositsHandlers({ pool, submit, ways, terms, latest: market.latest, now }),
    ...fundHandlers({
      ...{ pool, submit, terms, jurisdictions, now },
      startsAfterMs: mode === 'demo' ? LIMITS.fund.startsAfterMs : null,
      marketNow: market.clock.now,
    }),
    ...addressesHandlers({
      ...{ pool, submit, confirmation, terms, jurisdictions, now },
      isHouseAddress: ways.isHouseAddress,
    }),
    ...withdrawalsHandlers({
      ...{ pool, submit, terms, jurisdictions, tradingPasswords, confirmation, now },
      kept: keptAnswers({ forMs: LIMITS.transparency.withdrawalsKeptMs, most: 1, now }),
    }),
    ...loansHandlers({
      ...{ pool, submit, terms, jurisdictions, tradingPasswords, now },
      marketNow: market.clock.now,
    }),
    ...chatHandlers(deps.chat),
    ...walletsHandlers({
      ...{ pool, submit, currencies, bidOf, startOverParts, results, now },
      ...{ marketNow: market.clock.now, openProfitOf: openProfitNow },
    }),
    ...settingsHandlers({
      ...{ pool, submit, sessions, confirmation, now },
      // Of money on its way somebody still has to say what became of it.
      closing: { openTables: [...startOverParts.map((part) => part.open), of(deposits)], mode: mode },
      exportParts: [
        ...keptVerification({ pool, vault }),
        keptCard({ pool, vault }),
        ...keptDeposits({ pool, now }),
        keptAddresses({ pool }),
        keptWithdrawals({ pool, now }),
        ...keptLoans({ pool, marketNow: market.clock.now }),
        ...keptChat({ pool }),
      ],
      examples: mode === 'demo' ? demoCustomers.map(({ account }) => account) : [],
    }),
  };
}

const DAY_MS = 86_400_000;

/** Days are those of UTC. */
function startOfDay(ms: number): number {
  return ms - (ms % DAY_MS);
}

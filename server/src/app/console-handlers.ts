/** Every feature's calls of operators, handed what they stand on, as the console's door wants them. */
import { ok } from '@candor/domain/outcome.ts';
import type { HandlersDeps } from './handlers.ts';
import { accessConsoleHandlers } from '../features/access/console-handlers.ts';
import { chatConsoleHandlers } from '../features/chat/console-handlers.ts';
import { chatCases } from '../features/chat/waiting.ts';
import { proposalsConsoleHandlers } from '../features/proposals/console-handlers.ts';
import { proposalCases } from '../features/proposals/waiting.ts';
import { clockConsoleHandlers } from '../features/demo/clock.ts';
import { exampleOperators } from '../features/demo/example-operators.ts';
import { depositsConsoleHandlers } from '../features/deposits/console-handlers.ts';
import { depositCases } from '../features/deposits/waiting.ts';
import { contentConsoleHandlers } from '../features/content/console-handlers.ts';
import { deskConsoleHandlers } from '../features/desk/console-handlers.ts';
import { fundConsoleHandlers } from '../features/fund/console-handlers.ts';
import { fundCases } from '../features/fund/waiting.ts';
import { houseConsoleHandlers } from '../features/house/console-handlers.ts';
import { leverageConsoleHandlers } from '../features/leverage/console-handlers.ts';
import { leverageCases } from '../features/leverage/waiting.ts';
import { loansConsoleHandlers } from '../features/loans/console-handlers.ts';
import { loanCases } from '../features/loans/waiting.ts';
import { optionSymbols } from '../features/options/handlers.ts';
import { exposureCounter } from '../features/options/money.ts';
import { securityConsoleHandlers } from '../features/security/console-handlers.ts';
import { oversightConsoleHandlers } from '../features/oversight/console-handlers.ts';
import { standingConsoleHandlers } from '../features/standing/console-handlers.ts';
import { verificationConsoleHandlers } from '../features/verification/console-handlers.ts';
import { strategyConsoleHandlers } from '../features/strategy/console-handlers.ts';
import { strategyReporting } from '../features/strategy/registration.ts';
import { isVerified, verifiedName } from '../features/verification/verified-name.ts';
import { verificationCases } from '../features/verification/waiting.ts';
import { withdrawalsConsoleHandlers } from '../features/withdrawals/console-handlers.ts';
import { withdrawalCases } from '../features/withdrawals/waiting.ts';
import type { ConsoleHandlers } from '../calls/console-handler.ts';
import { LIMITS } from '../limits.ts';
import { configuredItems, storedItems } from './live-checklist.ts';
import type { Approvals } from '../operators/approvals.ts';
import { watched } from '../features/oversight/reads.ts';
import type { Denials } from '../operators/denials.ts';
import type { Voucher } from '../operators/keys.ts';
import type { OperatorSessions } from '../operators/operator-sessions.ts';
import type { SubmitAct } from '../operators/submit-act.ts';
import { instruments } from '../quotes/catalogue.ts';

export type ConsoleHandlersDeps = HandlersDeps & {
  readonly submitAct: SubmitAct;
  readonly operatorSessions: OperatorSessions;
  readonly denials: Denials;
  readonly approvals: Approvals;
  readonly voucher: Voucher | undefined;
};

/** One handler a row of the operators' table; it does not compile while one is missing. */
export function consoleHandlersOf(deps: ConsoleHandlersDeps): ConsoleHandlers {
  const { pool, vault, submitAct, terms, bidOf, currencies, market, now } = deps;
  const { mode, jurisdictions } = deps.config;
  const { guesses, passwords } = deps.identity;
  const names = {
    verifiedNameOf: (customer: bigint) => verifiedName({ pool, vault }, customer),
    isVerified: (customer: bigint) => isVerified(pool, customer),
  };
  const handlers: ConsoleHandlers = {
    ...deskConsoleHandlers({
      ...{ pool, passwords, vault, guesses, now, mode, bidOf },
      ...{ sessions: deps.operatorSessions, approvals: deps.approvals, voucher: deps.voucher },
      cases: [
        verificationCases,
        depositCases,
        withdrawalCases,
        leverageCases,
        fundCases,
        loanCases,
        proposalCases,
        chatCases,
      ],
      contractSizes: new Map([...instruments.values()].map((one) => [one.symbol, one.contractSize])),
      options: {
        counters: new Map(optionSymbols(instruments).map((symbol) => [symbol, exposureCounter(symbol)])),
        max: LIMITS.options.symbolExposureMax,
      },
    }),
    ...accessConsoleHandlers({
      ...{ pool, passwords, vault, guesses, now },
      ...{ sessions: deps.operatorSessions, approvals: deps.approvals },
    }),
    ...verificationConsoleHandlers({ pool, vault, now }),
    ...leverageConsoleHandlers({ pool, now }),
    ...oversightConsoleHandlers({ pool, now, guesses }),
    ...standingConsoleHandlers({ pool, now }),
    ...securityConsoleHandlers({ pool, guesses, now }),
    ...depositsConsoleHandlers({
      ...{ pool, submitAct, vault, now, ...names },
      published: (symbol) => market.latest.get(symbol)?.entry.last,
    }),
    ...withdrawalsConsoleHandlers({
      ...{ pool, submitAct, isVerified: names.isVerified, bidOf, now },
      byProvider: deps.config.payout !== undefined,
    }),
    ...loansConsoleHandlers({
      ...{ pool, submitAct, vault, terms, jurisdictions, bidOf, now },
      verifiedNameOf: names.verifiedNameOf,
      marketNow: market.clock.now,
    }),
    ...fundConsoleHandlers({ pool, submitAct, now }),
    ...strategyConsoleHandlers({ pool, marketNow: market.clock.now }),
    ...proposalsConsoleHandlers({
      pool,
      submitAct,
      terms,
      instruments,
      currencies,
      jurisdictions,
      results: strategyReporting,
    }),
    ...houseConsoleHandlers({ pool, submitAct, terms, currencies, passwords, vault, guesses, now }),
    ...chatConsoleHandlers(deps.chat),
    ...contentConsoleHandlers({ ...deps.content, pool, denials: deps.denials, now }),
    ...clockConsoleHandlers({ pool, mode, now }),
    ...exampleOperators({ mode, now }),
    // What it needs to go live is asked of the whole house, which no feature knows.
    'GET checklist': async () =>
      ok({ mode, items: [...configuredItems(deps.config), ...(await storedItems(pool, vault))] }),
  };
  return watched(handlers, { pool, now });
}

/** Builds the platform object that the features of a serving process use, from the layers below them. */
import type { Submit } from '../calls/submit.ts';
import type { Config } from '../config/config.ts';
import { works } from '../config/roles.ts';
import { grantDemo } from '../features/wallets/grant.ts';
import { keptLossShare } from '../features/transparency/loss-share.ts';
import { keyedCallers } from '../http/keyed-callers.ts';
import type { KeyedCallers } from '../http/keyed-callers.ts';
import { openIdentity } from '../identity/identity.ts';
import { openBook } from '../ledger/book.ts';
import { OwnResults } from '../ledger/own-results.ts';
import { LIMITS } from '../limits.ts';
import { limits as walletsLimits } from '../features/wallets/limits.ts';
import { limits as chatLimits } from '../features/chat/limits.ts';
import type { Log } from '../log.ts';
import { Approvals } from '../operators/approvals.ts';
import { Denials } from '../operators/denials.ts';
import { OperatorSessions } from '../operators/operator-sessions.ts';
import { OperatorStreams } from '../operators/operator-streams.ts';
import type { SubmitAct } from '../operators/submit-act.ts';
import { demoDepositWays, depositWaysOf } from '../payments/deposit-methods.ts';
import type { Platform } from '../platform/platform.ts';
import { instruments, spotCurrencies } from '../quotes/catalogue.ts';
import { DayBids } from '../quotes/day-bids.ts';
import type { Market } from '../quotes/market.ts';
import type { Terms } from '../terms/terms.ts';
import { customerWorth } from '../worth/customer-worth.ts';
import { ValueHistory } from '../worth/value-history.ts';
import type { Closing } from './closing.ts';
import type { Database } from './database.ts';
import { incomeParts } from './gathering.ts';

type Deps = {
  readonly config: Config;
  readonly database: Database;
  readonly terms: Terms;
  readonly market: Market;
  readonly submit: Submit;
  readonly submitAct: SubmitAct;
  readonly now: () => number;
  readonly wallNow: () => number;
  readonly refreshClocks: () => Promise<void>;
  readonly consolePort: () => number | undefined;
  readonly log: Log;
  readonly closing: Closing;
};

/** The platform, with the parts that only this process's servers need. */
export type ServingPlatform = Platform & { readonly keyed: KeyedCallers };

export function openPlatform(deps: Deps): ServingPlatform {
  const { config, database, terms, market, submit, now, wallNow, log, closing } = deps;
  const { pool, vault, listening, voucher } = database;
  const { mode, jurisdictions } = config;
  const { identity, workers, jobs } = openIdentity({ pool, vault, config, now, wallNow, log });
  const begun = works(config.role) ? jobs.flatMap((start) => start()) : [];
  closing.push(...[...workers, ...begun].map((worker) => () => worker.stop()));
  return {
    ...identity,
    keyed: keyedCallers({
      ...{ pool, vault, now, wallNow },
      onError: (error) => log('api keys: failed to record a use (retrying at the next use)', error),
    }),
    ...{ config, mode, jurisdictions, pool, listening, vault, voucher, submit, submitAct: deps.submitAct },
    ...{ market, instruments, terms, now, wallNow, refreshClocks: deps.refreshClocks, log },
    consolePort: deps.consolePort,
    ...marketFigures({ pool, market, now }),
    ...operatorsOf({ pool, vault, now, wallNow, log }),
    opening: openingOf(mode, submit),
    termsAt: (instrument, wallMs) => terms.instrument(instrument, wallMs),
    currencies: ['USDT', ...spotCurrencies],
    ways: depositWaysOf(config.house?.ways ?? demoDepositWays, { isPlayMoney: mode === 'demo' }),
    results: new OwnResults({ pool, booksMax: LIMITS.settings.resultsBooksMax, parts: incomeParts }),
  };
}

function marketFigures({ pool, market, now }: Pick<Platform, 'pool' | 'market' | 'now'>) {
  const marketNow = market.clock.now;
  const quoteOf = (symbol: string) => market.latest.get(symbol)?.entry;
  const bidOf = (currency: string) => quoteOf(`${currency}/USDT`)?.bid;
  const worths = customerWorth({ pool, instruments, quoteOf, bidOf, marketNow });
  const limits = walletsLimits;
  const dayBids = new DayBids({ pool, keptMax: limits.dayBidsMax });
  const history = new ValueHistory({ pool, instruments, dayBids, limits });
  return {
    ...{ marketNow, bidOf },
    ...{ worthOf: worths.of, worthsOf: worths.ofAll, owedOf: worths.owedOf },
    valueHistory: async (customer: bigint, days: number) => {
      const { total } = await worths.of(customer);
      return history.of(customer, { days, nowMs: marketNow(), now: total });
    },
    lossShare: keptLossShare({ pool, now, marketNow }),
  };
}

function operatorsOf({
  pool,
  vault,
  now,
  wallNow,
  log,
}: Pick<Platform, 'pool' | 'vault' | 'now' | 'wallNow' | 'log'>) {
  const operatorSessions = new OperatorSessions({ pool, now: wallNow });
  return {
    operatorSessions,
    operatorStreams: new OperatorStreams({
      pool,
      seenMs: (tokenHash) => operatorSessions.seenMs(tokenHash),
      now: wallNow,
      limits: chatLimits,
      onTrouble: log,
    }),
    denials: new Denials({ pool, now }),
    approvals: new Approvals({ pool, vault, now: wallNow }),
  };
}

/** Creates a new customer's book and, in a demo, grants play money. */
function openingOf(mode: Config['mode'], submit: Submit): Platform['opening'] {
  return {
    openBook,
    grant: async (customer) => {
      if (mode === 'live') return;
      const context = { customer, idempotencyKey: 'once' };
      const granted = await submit({ command: grantDemo, input: {}, body: {}, context });
      if (!granted.ok)
        throw new Error(
          `expected a grant of play money for customer ${customer}, found refusal ${granted.refusal.code}`,
        );
    },
  };
}

/**
 * The tests of each run. `npm test` is the gate of every merge: all tests except the files listed here, with the end-to-end tests
 * of `FLOWS`. `npm run test:long` runs all except the days, and `npm run test:days` only the days. `npm test` takes at most eight
 * minutes on two cores, so a file that takes more than ten seconds of it, or five seconds of waiting, belongs on the list of slow
 * tests. `npm test` prints its slowest files.
 */

/** Measures response times during a flood. It runs alone, because flood and measurement take the entire machine. */
export const FLOODS = ['server/test/tiny-pieces.test.ts'];

/** These tests start and kill servers, and measure the time until they are ready again. */
export const CRASHES = [
  'tools/cheat/frauds.test.ts',
  'tools/reproducible-app.test.ts',
  'tools/cheat-all.test.ts',
  'tools/crash.test.ts',
  'tools/first-order.test.ts',
  'tools/guides.test.ts',
  'tools/oldest-postgres.test.ts',
  'tools/pgbouncer.test.ts',
  'tools/restored.test.ts',
  'tools/several-processes.test.ts',
  'tools/spaces.test.ts',
  'tools/standby.test.ts',
  'server/src/db/postgres.test.ts',
  'server/test/option-crash.test.ts',
  'server/test/levels-crash.test.ts',
  'server/test/fund-crash.test.ts',
  'tools/patroni.test.ts',
];

/**
 * Run only in the long run: tests that call every row as every role, scenarios with many customers, bots, floods, and tests that
 * wait for a market.
 */
export const SLOW = [
  'server/src/app/log-here.test.ts',
  'server/src/cli/customers.test.ts',
  'server/src/cli/main.test.ts',
  'server/src/cli/rotating-vault.test.ts',
  'server/src/commands/promised-answers.test.ts',
  'server/src/db/migrate.test.ts',
  'server/src/engine/astray.test.ts',
  'server/src/engine/engine.test.ts',
  'server/src/engine/firing-queue.test.ts',
  'server/src/engine/lag-notice.test.ts',
  'server/src/engine/price-index.test.ts',
  'server/src/features/api-keys/loss-of-day.test.ts',
  'server/src/features/chat/answering.test.ts',
  'server/src/features/chat/asking.test.ts',
  'server/src/features/content/consents.test.ts',
  'server/src/features/content/content.test.ts',
  'server/src/features/content/release.test.ts',
  'server/src/features/contracts/contracts.test.ts',
  'server/src/features/dead-mans-switch/dead-mans-switch.test.ts',
  'server/src/features/dead-mans-switch/switch-crash.test.ts',
  'server/src/features/demo/clock.test.ts',
  'server/src/features/demo/story/story.test.ts',
  'server/src/features/deposits/bounds-of-operators.test.ts',
  'server/src/features/deposits/caps.test.ts',
  'server/src/features/deposits/dual-approval.test.ts',
  'server/src/features/deposits/races.test.ts',
  'server/src/features/desk/search.test.ts',
  'server/src/features/exchange/unused-quotes.test.ts',
  'server/src/features/experience/experience.test.ts',
  'server/src/features/house/adding-guards.test.ts',
  'server/src/features/leverage/leverage.test.ts',
  'server/src/features/loans/dual-approval.test.ts',
  'server/src/features/loans/guards.test.ts',
  'server/src/features/loans/loans.test.ts',
  'server/src/features/loans/marks.test.ts',
  'server/src/features/loans/paying-back.test.ts',
  'server/src/features/options/options.test.ts',
  'server/src/features/options/verified-against-tape.test.ts',
  'server/src/features/proposals/front-door.test.ts',
  'server/src/features/push/push.test.ts',
  'server/src/features/recurring/late-quotes.test.ts',
  'server/src/features/recurring/recurring-crash.test.ts',
  'server/src/features/registration/floods.test.ts',
  'server/src/features/session/alike.test.ts',
  'server/src/features/session/devices.test.ts',
  'server/src/features/session/session.test.ts',
  'server/src/features/settings/settings.test.ts',
  'server/src/features/spot/bracket-races.test.ts',
  'server/src/features/spot/conditional-orders.test.ts',
  'server/src/features/spot/left-unfired.test.ts',
  'server/src/features/spot/oco-races.test.ts',
  'server/src/features/spot/switched-off.test.ts',
  'server/src/features/statements/pdfs.test.ts',
  'server/src/features/strategy/strategy.test.ts',
  'server/src/features/verification/verification.test.ts',
  'server/src/features/wallets/long-history.test.ts',
  'server/src/features/webhooks/two-processes.test.ts',
  'server/src/features/webhooks/webhooks-crash.test.ts',
  'server/src/features/webhooks/webhooks.test.ts',
  'server/src/features/withdrawals/payout/provider.test.ts',
  'server/src/features/withdrawals/verdicts.test.ts',
  'server/src/http/console-door.test.ts',
  'server/src/http/walk.test.ts',
  'server/src/identity/mail/text-messages.test.ts',
  'server/src/identity/secrets/failed-attempts.test.ts',
  'server/src/main.test.ts',
  'server/src/operators/beside-customers.test.ts',
  'server/src/positions/house-pays.test.ts',
  'server/src/positions/left-unfired.test.ts',
  'server/src/positions/straddle.test.ts',
  'server/src/positions/taken-back.test.ts',
  'server/src/positions/time-in-force.test.ts',
  'server/src/proofs/time-stamps/stamping.test.ts',
  'server/src/quotes/feeds/predictor.test.ts',
  'server/src/quotes/feeds/replay.test.ts',
  'server/src/quotes/market.test.ts',
  'server/src/quotes/rates.test.ts',
  'server/src/quotes/silence.test.ts',
  'server/src/realtime/across-processes.test.ts',
  'server/src/realtime/unusual-clients.test.ts',
  'server/test/chat-load.test.ts',
  'server/test/close-outs-of-yen.test.ts',
  'server/test/close-outs.test.ts',
  'server/test/compat/binance-account.test.ts',
  'server/test/compat/binance-changes.test.ts',
  'server/test/compat/binance-codes.test.ts',
  'server/test/compat/binance-freqtrade.test.ts',
  'server/test/compat/binance-lists.test.ts',
  'server/test/compat/binance-market.test.ts',
  'server/test/compat/binance-page.test.ts',
  'server/test/compat/binance-signatures.test.ts',
  'server/test/compat/binance-socket-api.test.ts',
  'server/test/compat/binance-streams.test.ts',
  'server/test/credit-bots.test.ts',
  'server/test/credit-lists.test.ts',
  'server/test/ended-sessions.test.ts',
  'server/test/exchange-bot.test.ts',
  'server/test/experience-expiry.test.ts',
  'server/test/exported-day.test.ts',
  'server/test/fairness.test.ts',
  'server/test/feed-sources.test.ts',
  'server/test/fill-latency.test.ts',
  'server/test/fill-quality.test.ts',
  'server/test/fills-published.test.ts',
  'server/test/fund-hostile.test.ts',
  'server/test/fund-parts.test.ts',
  'server/test/fund-year.test.ts',
  'server/test/guard.test.ts',
  'server/test/hostile-stories.test.ts',
  'server/test/identity-threats.test.ts',
  'server/test/keys-by-socket.test.ts',
  'server/test/late-levels.test.ts',
  'server/test/live-decisions.test.ts',
  'server/test/live-mode.test.ts',
  'server/test/metrics.test.ts',
  'server/test/no-ponzi.test.ts',
  'server/test/one-time.test.ts',
  'server/test/option-load.test.ts',
  'server/test/order-kinds-oracle.test.ts',
  'server/test/plain-text-accounting.test.ts',
  'server/test/price-alert-crash.test.ts',
  'server/test/protection.test.ts',
  'server/test/published-fund.test.ts',
  'server/test/ring-bots.test.ts',
  'server/test/rogue-reviewer.test.ts',
  'server/test/sdk.test.ts',
  'server/test/shopped.test.ts',
  'server/test/statements-agree.test.ts',
  'server/test/statements-months.test.ts',
  'server/test/statements-year.test.ts',
  'server/test/stops.test.ts',
  'server/test/straddle-bot.test.ts',
  'server/test/strategy-reported.test.ts',
  'server/test/time-stamps.test.ts',
  'server/test/udf-elsewhere.test.ts',
  'server/test/udf.test.ts',
  'server/test/void-bot-day.test.ts',
  'server/test/waiting-orders.test.ts',
  'server/test/watched.test.ts',
  'server/test/withdrawing.test.ts',
  'sim/interleavings.test.ts',
  'sim/planted-faults.test.ts',
  'sim/seeds.test.ts',
  'sim/simulation.test.ts',
  'tools/alerts.test.ts',
  'tools/audit-program.test.ts',
  'tools/behind-nginx.test.ts',
  'tools/chat-evidence.test.ts',
  'tools/deployed.test.ts',
  'tools/docs-site.test.ts',
  'tools/forgeries.test.ts',
  'tools/journal-reasons.test.ts',
  'tools/mcp.test.ts',
  'tools/reference-page.test.ts',
  'tools/rewritten-tape.test.ts',
  'tools/second-verifier-forgeries.test.ts',
  'tools/second-verifier.test.ts',
  'tools/spec-calls.test.ts',
  'tools/tlog-go.test.ts',
  'tools/verify-day.test.ts',
  'server/src/commands/executor-interrupted.test.ts',
  'server/src/guard/guard-restarts.test.ts',
  'server/test/transparency-log.test.ts',
];

/** Every screen, with every kind of answer and every refusal of each call. `npm test` opens each with two kinds of answers. */
export const SLOW_SCREENS = ['web/test/screens.test.tsx', 'web/test/refusals.test.tsx'];

/** Complete days of history, ten thousand guesses, the largest images, and floods that need the machine for themselves. */
export const DAYS = [
  'server/test/overnight-financing.test.ts',
  'server/test/replay-orders.test.ts',
  'server/test/replay-order-kinds.test.ts',
  'server/test/replay-positions.test.ts',
  'server/test/option-trades.test.ts',
  'server/test/void-bot.test.ts',
  'server/test/held-up-day.test.ts',
  'server/test/credit-bots-days.test.ts',
  'server/test/greedy-connections.test.ts',
  'server/test/option-groups.test.ts',
  'server/test/option-mirror.test.ts',
  'server/test/fill-latency-day.test.ts',
  'server/src/features/security/guessing.test.ts',
  'tools/hostile-uploads.test.ts',
  'tools/watched-day.test.ts',
];

/** These tests run longer if there is time: more hours of bots, a whole year, more kills. */
export const DEEPER = [
  'server/test/exchange-bot.test.ts',
  'server/test/fund-year.test.ts',
  'server/test/rate-bot.test.ts',
  'server/test/ring-bots.test.ts',
  'server/test/straddle-bot.test.ts',
];

const tiers = ['usual', 'slow', 'share', 'long', 'days'] as const;
export type Tier = (typeof tiers)[number];

/**
 * The tools pass the tier to vitest and Playwright in this variable. A file named on the command line runs whatever list it is
 * on.
 */
export const TIER_VARIABLE = 'CANDOR_TIER';

/** The tier that a tool requested; undefined if files are named on the command line. */
export function askedTier(): Tier | undefined {
  return tiers.find((tier) => tier === process.env[TIER_VARIABLE]);
}

/** The files that vitest excludes from a tier, in addition to crashes and floods. */
export function leftOut(asked: Tier | undefined): readonly string[] {
  if (asked === 'usual') return [...SLOW, ...DAYS];
  return asked === undefined || asked === 'days' ? [] : DAYS;
}

/**
 * CI runs `npm test` and a share of the tests that it leaves out. Each commit gets the next share, so that every test runs once
 * in as many commits as there are shares, and CI stays within its 45 minutes.
 */
export const SHARES = 12;

/** The files of a list that belong to a share, numbered from 1. */
export function ofShare(files: readonly string[], share: number): readonly string[] {
  return files.filter((_, at) => at % SHARES === share - 1);
}

/**
 * The end-to-end tests that `npm test` runs, by file and the beginning of the title: the main flows of customers and operators.
 */
export const FLOWS: readonly (readonly [file: string, name: string])[] = [
  ['first-trade', 'a newcomer registers, trades and logs out'],
  ['deposit', 'sends coins to an address, submits a proof with an image'],
  ['console', 'approves a deposit with the keyboard alone'],
  ['console', 'holds a withdrawal with a reason, then releases, approves and pays it'],
  ['withdrawal', 'adds an address, requests a withdrawal'],
  ['first-position', 'opens a position at the announced cost'],
  ['exchange', 'holds a price until it expires'],
  ['loan', 'shows a loan’s price, submits it with four images'],
  ['fund', 'lets a customer join, pays the first day'],
  ['chat', 'delivers a question with an image and its answer'],
  ['console-newcomer', 'lets a newcomer enter as an example operator'],
  ['session', 'leads to the login when a session is closed elsewhere'],
  ['session', 'keeps the chosen language, theme and colour of rising prices'],
  ['resync', 'updates orders and balances after a time without network'],
  ['resync', 'updates prices after a time without network'],
  ['connection', 'sends the same order from a second tab'],
  ['wallet', 'registers a wallet that is on a different chain'],
  ['settings', 'applies a tighter limit immediately'],
  ['verification', 'keeps typed text and sent images after a reload'],
  ['every-route', 'lists each route of the specification'],
  ['every-route', 'a visitor can open every screen'],
];

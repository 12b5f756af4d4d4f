/** Names that would be levers over prices, outcomes or payouts, and the comparison of a name with them. */

/** Each pattern matches any way of joining words: win_rate, winRate and win-rate are the same. */
const LEVERS = [
  'win',
  'wins',
  'winner',
  'winrate',
  'odds',
  'chance',
  'probability',
  'luck',
  'lucky',
  'preset',
  'outcome',
  'set_result',
  'set_outcome',
  'set_price',
  'set_settle',
  'set_strike',
  'settle_as',
  'force',
  'forced',
  'rig',
  'rigged',
  'fake',
  'override',
  'overrule',
  'manual',
  'manually',
  'control',
  'controlled',
  'inject',
  'tamper',
  'fudge',
  'cheat',
  'delay',
  'delayed',
  'latency',
  'slippage',
  'requote',
  'hold_back',
  'skew',
  'tilt',
  'bias',
  'biased',
  'edge',
  'markup',
  'markdown',
  'mark_up',
  'mark_down',
  'multiplier',
  'coefficient',
  'adjust',
  'adjusted',
  'adjustment',
  'shift_price',
  'price_shift',
  'price_offset',
  'payout_factor',
  'payout_override',
  'risk',
  'risk_flag',
  'risk_level',
  'vip',
  'whitelist',
  'blacklist',
  'blocklist',
  'cohort',
  'segment',
  'tier',
  'toxic',
  'kill',
  'target_rate',
  'loss_rate',
  'profit_rate',
  'user_price',
  'customer_price',
  'custom_price',
  'custom_payout',
];
const pattern = new RegExp(`(?:^|_)(${LEVERS.join('|')})(?:_|$)`);

/** Names that look like a lever but are allowed, each with its place and the reason. */
const HARMLESS: Readonly<Record<string, string>> = {
  'GET microtrade/results answers all.win_rate': 'the customer’s own record, computed from ended trades',
  'GET user/limits answers results.at_risk': 'what the customer’s own open trades may still lose',
};

/** The standard name for how long an order waits, which the customer states in the order. */
const TIME_IN_FORCE = /(?:^|_)time_in_force(?=_|$)/g;

/** Returns the lever that a name contains, if any; words are split at separators and at capitals. */
export function leverIn(name: string): string | undefined {
  if (name in HARMLESS) return undefined;
  const joined = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(TIME_IN_FORCE, '_');
  return pattern.exec(joined)?.[1];
}

/** Exceptions that no name needs any more. */
export function idleExceptions(names: readonly string[]): string[] {
  const found = new Set(names);
  return Object.keys(HARMLESS).filter((name) => !found.has(name));
}

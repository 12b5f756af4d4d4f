/** Faults in what commands decide: guards that are missing, holds that stay, keys and persons that are not compared. */
import { noticedBy } from './mutant.ts';

const FEATURES = 'server/src/features';
const spotRules = `${FEATURES}/spot/rules.ts`;
const requesting = `${FEATURES}/withdrawals/requesting.ts`;
const reviewing = `${FEATURES}/withdrawals/reviewing.ts`;
const settling = `${FEATURES}/withdrawals/settling.ts`;
const depositRules = `${FEATURES}/deposits/rules.ts`;
const depositReview = `${FEATURES}/deposits/review.ts`;
const exchange = `${FEATURES}/exchange/rules.ts`;
const loanRules = `${FEATURES}/loans/rules.ts`;
const gates = 'server/src/identity/gates.ts';
const mandate = 'server/src/identity/api-keys/mandate.ts';

export const COMMANDS = [
  ...noticedBy(
    `${FEATURES}/spot/rules.test.ts`,
    [
      'a price worse than the limit of a market order',
      spotRules,
      "side === 'buy' ? price > worstPrice : price < worstPrice",
      "side === 'buy' ? price > worstPrice * 2n : price < worstPrice",
    ],
    ['a trade while firings are behind', spotRules, "if (head.lagging) return refuse('busy');", ''],
    [
      'a trade at a stale price',
      spotRules,
      'if (head === undefined || head.stale)',
      'if (head === undefined)',
    ],
    [
      'coins are sold that the house does not have',
      spotRules,
      "if (!facts.houseHas('inventory', currency, needed)) return refuse('liquidity_insufficient', { field });",
      '',
    ],
    [
      'an order without the money for it',
      spotRules,
      'if (available >= want.needed) return undefined;',
      'if (available >= 0n) return undefined;',
    ],
    [
      'a hold not released',
      `${FEATURES}/spot/cancelling.ts`,
      'return partlyReleased(order, order.held);',
      'return partlyReleased(order, order.held / 2n);',
    ],
    [
      'an order that ended is cancelled',
      `${FEATURES}/spot/cancelling.ts`,
      "if (order.status !== 'open') return refuse('order_not_cancellable', { field });",
      '',
    ],
  ),
  ...noticedBy(
    `${FEATURES}/transfers/rules.test.ts`,
    [
      'a transfer needs no balance',
      `${FEATURES}/transfers/rules.ts`,
      'if (available < amount) {',
      'if (available < 0n) {',
    ],
    [
      'a frozen customer transfers',
      `${FEATURES}/transfers/rules.ts`,
      'if (barred !== undefined) return barred;',
      '',
    ],
    [
      'a transfer of nothing',
      `${FEATURES}/transfers/rules.ts`,
      'amount === undefined || amount <= 0n',
      'amount === undefined || amount < 0n',
    ],
  ),
  ...noticedBy(
    `${FEATURES}/options/settling.test.ts`,
    [
      'a win takes the stake',
      `${FEATURES}/options/money.ts`,
      "? journal('option_win', ref, lines(row, [escrow, ['option', stake + profit]]))",
      "? journal('option_win', ref, lines(row, [escrow, ['option', profit], ['trading', stake]]))",
    ],
    [
      'a tie keeps the stake',
      `${FEATURES}/options/money.ts`,
      "lines(row, [escrow, [source, stake], ['trading', profit]])",
      "lines(row, [escrow, ['trading', stake + profit]])",
    ],
  ),
  ...noticedBy(
    `${FEATURES}/withdrawals/requesting.test.ts`,
    [
      'two withdrawals at once',
      requesting,
      "if (facts.openRows(withdrawals).length > 0) return refuse('withdrawal_pending');",
      '',
    ],
    [
      'a withdrawal of more than there is',
      requesting,
      "if (facts.balance('spot', currency) >= amount) return undefined;",
      'if (amount > 0n) return undefined;',
    ],
    [
      'a withdrawal to a deleted address',
      requesting,
      'row === undefined || row.deletedMs !== null',
      'row === undefined',
    ],
    [
      'a withdrawal to an address that is not ready',
      requesting,
      'if (row.usableMs <= facts.wallMs) return ok(row);',
      'if (row.usableMs > 0) return ok(row);',
    ],
    [
      'another fee than the app showed',
      requesting,
      'request.shown !== undefined && request.shown !== arrives',
      'request.shown !== undefined && request.shown < 0n',
    ],
    ['a withdrawal below the minimum', requesting, 'if (amount < of.min) {', 'if (amount < 0n) {'],
    [
      'the day’s maximum is not counted',
      requesting,
      'if (amount <= left) return undefined;',
      'if (amount > 0n) return undefined;',
    ],
    [
      'an approved withdrawal is cancelled',
      requesting,
      "if (row.status !== 'under_review') return refuse('order_state_wrong', { field: 'id' });",
      '',
    ],
  ),
  ...noticedBy(
    `${FEATURES}/withdrawals/reviewing.test.ts`,
    [
      'another withdrawal is approved than was seen',
      reviewing,
      'row.amount !== amount || row.address !== address',
      'row.amount !== amount',
    ],
    [
      'the first person approves twice',
      reviewing,
      'first === undefined || first === person',
      'first === undefined',
    ],
    ['a held withdrawal is approved', reviewing, "if (row.hold !== null) return refuse('case_held');", ''],
    [
      'a frozen customer’s withdrawal is approved',
      reviewing,
      "if (status !== 'active') return",
      "if (status === 'closed') return",
    ],
    ['an operator decides about themself', reviewing, 'if (tied !== undefined) return tied;', ''],
    [
      'a withdrawal is held for ever',
      reviewing,
      'row.holds >= limits.holdsMax',
      'row.holds > limits.holdsMax + 99',
    ],
  ),
  ...noticedBy(
    `${FEATURES}/withdrawals/settling.test.ts`,
    [
      'a withdrawal is paid twice',
      settling,
      "if (row.status !== 'waiting') return refuse('order_state_wrong', { field: 'id' });",
      '',
    ],
    [
      'one payment settles two withdrawals',
      settling,
      "if (settlement.isReferenceUsed) return refuse('reference_used', { field: 'reference' });",
      '',
    ],
    [
      'another amount is settled than was paid',
      settling,
      'row.amount !== amount || row.currency !== settlement.currency',
      'row.currency !== settlement.currency',
    ],
    [
      'one person says that a large payment failed',
      settling,
      "if (first.person === operator.person) return refuse('second_person_needed');",
      '',
    ],
  ),
  ...noticedBy(
    `${FEATURES}/deposits/rules.test.ts`,
    [
      'a deposit of any size',
      depositRules,
      'if (amount >= min && amount <= max) return undefined;',
      'if (amount >= min) return undefined;',
    ],
    [
      'a voucher is used twice',
      depositRules,
      'if (waiting.some(({ voucher }) => voucher === order.voucher)) {',
      'if (waiting.length < 0) {',
    ],
    [
      'a reference is used twice',
      depositRules,
      'order.isReferenceUsed || waiting.some(isSame)',
      'waiting.some(isSame)',
    ],
    [
      'a credited deposit is cancelled',
      depositRules,
      "if (before.status !== 'under_review') return refuse('order_state_wrong');",
      '',
    ],
    [
      'another deposit is approved than was seen',
      depositReview,
      'before.amount !== review.amount || before.voucherHash !== review.voucherHash',
      'before.amount !== review.amount',
    ],
    [
      'a deposit is credited twice',
      depositReview,
      "!isOpen(before) || (verdict.kind === 'await' && before.status === 'waiting')",
      "verdict.kind === 'await' && before.status === 'waiting'",
    ],
    [
      'the first person approves a large deposit twice',
      depositReview,
      "if (first === operator.person) return refuse('second_person_needed');",
      '',
    ],
    ['an operator credits their own deposit', depositReview, 'if (tied !== undefined) return tied;', ''],
  ),
  ...noticedBy(
    `${FEATURES}/exchange/rules.test.ts`,
    ['an expired quote converts', exchange, 'expiresMs <= wallMs || wallMs', 'wallMs'],
    [
      'a quote converts another amount',
      exchange,
      'quote === undefined || !standsFor(quote, order) || isOver(quote, facts)',
      'quote === undefined || isOver(quote, facts)',
    ],
    [
      'a quote converts at prices that moved',
      exchange,
      "if (!stillHolds(quote, prices)) return refuse('quote_expired');",
      '',
    ],
    ['a conversion without the coins', exchange, 'if (available < fromAmount) {', 'if (available < 0n) {'],
  ),
  ...noticedBy(
    `${FEATURES}/fund/rules.test.ts`,
    [
      'another fee ends a fund order than was shown',
      `${FEATURES}/fund/ending.ts`,
      'feeShown !== undefined && feeShown !== fee',
      'feeShown !== undefined && feeShown < 0n',
    ],
    [
      'the fund is joined without the money',
      `${FEATURES}/fund/joining.ts`,
      'if (available >= amount) return undefined;',
      'if (available >= 0n) return undefined;',
    ],
    [
      'the last place in the fund is given twice',
      `${FEATURES}/fund/joining.ts`,
      'facts.counter(placesCounter(tier.id)) + ONE > BigInt(places) * ONE',
      'facts.counter(placesCounter(tier.id)) > BigInt(places) * ONE',
    ],
    [
      'a fund order that ended is ended again',
      `${FEATURES}/fund/ending.ts`,
      "row.status !== 'pending' && row.status !== 'in_progress'",
      "row.status === 'failed'",
    ],
  ),
  ...noticedBy(
    `${FEATURES}/loans/rules.test.ts`,
    [
      'a loan with a low credit score',
      loanRules,
      'if (scoreOf(facts) < scoreMin)',
      'if (scoreOf(facts) < 0)',
    ],
    ['a loan of any size', loanRules, 'amount < of.min || amount > of.max', 'amount < of.min'],
    [
      'a loan under another agreement',
      loanRules,
      "if (agree !== AGREEMENT_VERSION) return refuse('agreement_changed', { field: 'agree' });",
      '',
    ],
    [
      'a loan that was paid out is cancelled',
      loanRules,
      "if (before.status !== 'pending_review') return refuse('order_state_wrong', { field: 'id' });",
      '',
    ],
    [
      'more is repaid than is due, by a command',
      `${FEATURES}/loans/repaying.ts`,
      'if (paid > due) {',
      'if (paid < 0n) {',
    ],
  ),
  ...noticedBy(
    'server/src/identity/gates.test.ts',
    [
      'whoever excluded themself trades',
      gates,
      'excludedUntilMs !== null && excludedUntilMs > nowMs',
      'excludedUntilMs !== null && excludedUntilMs < 0',
    ],
    [
      'a frozen customer acts',
      gates,
      "if (gate.status === 'active') return undefined;",
      "if (gate.status !== 'locked') return undefined;",
    ],
    [
      'a withdrawal without verification',
      gates,
      'withdraw: [standing, verified, tradingPassword, bankCard, untouched],',
      'withdraw: [standing, tradingPassword, bankCard, untouched],',
    ],
    [
      'a withdrawal right after the password changed',
      gates,
      "return heldMs > nowMs ? until('withdrawals_held', heldMs) : undefined;",
      "return heldMs < 0 ? until('withdrawals_held', heldMs) : undefined;",
    ],
    [
      'a product that the country does not allow',
      gates,
      'wanted.some((one) => profile.products.includes(one))',
      'wanted.length > 0',
    ],
  ),
  ...noticedBy(
    'server/src/identity/api-keys/mandate.test.ts',
    [
      'a revoked key trades',
      mandate,
      'mandate === undefined || mandate.revokedMs !== null',
      'mandate === undefined',
    ],
    [
      'an expired key trades',
      mandate,
      "if (mandate.expiresMs <= facts.wallMs) return refuse('api_key_expired');",
      '',
    ],
    ['a key orders more than it may', mandate, 'size === undefined || size > orderMax', 'size === undefined'],
    [
      'a key loses more than it may',
      mandate,
      'loss >= lossMax || loss + reserved + costOf(order, size, facts) > lossMax',
      'loss >= lossMax',
    ],
  ),
  ...noticedBy(`${FEATURES}/spot/conditional-orders.test.ts`, [
    'a name of an open order is used again',
    spotRules,
    'if (taken.has(name)) return field;',
    '',
  ]),
  ...noticedBy(`${FEATURES}/deposits/caps.test.ts`, [
    'the operator’s cap does not count',
    depositReview,
    'if (capped !== undefined) return capped;',
    '',
  ]),
];

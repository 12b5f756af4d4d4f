/** Faults in the arithmetic that phone and server share: prices, fees, outcomes, limits and rules of countries. */
import { noticedBy } from './mutant.ts';

const TRADING = 'domain/src/trading';
const spot = `${TRADING}/spot.ts`;
const contract = `${TRADING}/contract.ts`;
const closing = `${TRADING}/closing.ts`;
const option = `${TRADING}/option.ts`;
const ownLimit = 'domain/src/policy/own-limit.ts';
const loan = 'domain/src/credit/loan.ts';

export const FIGURES = [
  ...noticedBy(
    `${TRADING}/spot.test.ts`,
    [
      'a purchase at the bid',
      spot,
      "side === 'buy' ? quote.ask : quote.bid",
      "side === 'buy' ? quote.bid : quote.bid",
    ],
    [
      'a sale pays no fee',
      spot,
      "side === 'buy' ? value + fee : value - fee",
      "side === 'buy' ? value + fee : value",
    ],
    [
      'the smallest quantity is refused',
      spot,
      'quantity < instrument.quantityMin)',
      'quantity <= instrument.quantityMin)',
    ],
    [
      'a quantity off its step is accepted',
      spot,
      'quantity % instrument.quantityStep !== 0n',
      'quantity % instrument.quantityStep < 0n',
    ],
    [
      'a price off its tick is accepted',
      spot,
      'price % instrument.tickSize !== 0n',
      'price % instrument.tickSize < 0n',
    ],
    [
      'fees are rounded down',
      'domain/src/money/rounding.ts',
      'return mulDivUp(value, feeRate, ONE);',
      'return mulDivDown(value, feeRate, ONE);',
    ],
    [
      'a received value is rounded up',
      'domain/src/money/rounding.ts',
      'return mulDivDown(quantity, price, ONE);',
      'return mulDivUp(quantity, price, ONE);',
    ],
  ),
  ...noticedBy(
    `${TRADING}/contract.test.ts`,
    [
      'a long position opens at the bid',
      contract,
      "side === 'long' ? quote.ask : quote.bid",
      "side === 'long' ? quote.bid : quote.ask",
    ],
    [
      'a margin rounded down',
      contract,
      'mulDivUp(notional, 1n, BigInt(deal.leverage))',
      'mulDivDown(notional, 1n, BigInt(deal.leverage))',
    ],
    [
      'a short position gains when the price rises',
      contract,
      "side === 'long' ? price - entryPrice : entryPrice - price",
      "side === 'long' ? price - entryPrice : price - entryPrice",
    ],
    [
      'a leverage that is not offered',
      contract,
      'return terms.leverages.includes(leverage)',
      'return terms.leverages.length > 0',
    ],
  ),
  ...noticedBy(
    `${TRADING}/closing.test.ts`,
    [
      'a loss beyond the margin is the customer’s',
      closing,
      'const paid = net > 0n ? net : 0n;',
      'const paid = net;',
    ],
    [
      'a part of a position takes too little financing',
      closing,
      'mulDivUp(position.financing, quantity, open)',
      'mulDivDown(position.financing, quantity, open)',
    ],
    ['more is closed than is open', closing, 'quantity <= 0n || quantity > open', 'quantity <= 0n'],
  ),
  ...noticedBy(
    `${TRADING}/liquidation.test.ts`,
    [
      'a liquidation price rounded against the customer',
      `${TRADING}/liquidation.ts`,
      'mulDivDown(entry - buffer, 1n',
      'mulDivUp(entry - buffer, 1n',
    ],
    [
      'financing does not count against the margin',
      `${TRADING}/liquidation.ts`,
      '.pnl - position.financing',
      '.pnl',
    ],
  ),
  ...noticedBy(
    `${TRADING}/option.test.ts`,
    [
      'a tie given to the house',
      option,
      "if (exit.last === strike) return { status: 'tied' };",
      "if (exit.last === strike) return { status: 'lost' };",
    ],
    [
      'a gap before the expiry settles',
      option,
      'return before.gap === true || after.gap === true;',
      'return after.gap === true;',
    ],
    [
      'a late price counts as the exit',
      option,
      'after.timeMs - settle.timeMs > OPTION_GAP_MS ? after : settle',
      'settle',
    ],
    [
      'a profit rounded up',
      option,
      'return mulDivDown(stake, payoutRatio, ONE);',
      'return mulDivUp(stake, payoutRatio, ONE);',
    ],
    [
      'a ticket expires a second late',
      option,
      '(Math.floor(acceptedMs / 1000) + seconds) * 1000',
      '(Math.floor(acceptedMs / 1000) + seconds + 1) * 1000',
    ],
    ['who is up wins when the price falls', option, "rose === (side === 'up')", "rose !== (side === 'up')"],
  ),
  ...noticedBy(
    `${TRADING}/trigger.test.ts`,
    [
      'a level that is touched is not reached',
      `${TRADING}/trigger.ts`,
      'return entry.ask <= level;',
      'return entry.ask < level;',
    ],
    [
      'an entry fires that was there before',
      `${TRADING}/trigger.ts`,
      'entry.seq > armedSeq && (sinceMs',
      'entry.seq >= armedSeq && (sinceMs',
    ],
    [
      'a quote fires that was made before',
      `${TRADING}/trigger.ts`,
      'madeMs(entry) >= sinceMs',
      'madeMs(entry) >= 0',
    ],
    [
      'a trailing stop forgets its best price',
      `${TRADING}/trigger.ts`,
      'return further ? side : before;',
      'return side;',
    ],
  ),
  ...noticedBy(
    `${TRADING}/fill.test.ts`,
    [
      'an old quote fills',
      `${TRADING}/fill.ts`,
      'acceptedMs - madeMs(newest) <= fillAgeMs',
      'acceptedMs - madeMs(newest) <= fillAgeMs * 100',
    ],
    [
      'a gap entry fills',
      `${TRADING}/fill.ts`,
      'if (entry.seq < acceptedSeq || entry.gap === true) continue;',
      'if (entry.seq < acceptedSeq) continue;',
    ],
  ),
  ...noticedBy(
    `${TRADING}/exchange.test.ts`,
    [
      'a conversion at the bid',
      `${TRADING}/exchange.ts`,
      'mulDivDown(left, ONE, prices.ask)',
      'mulDivDown(left, ONE, prices.bid)',
    ],
    [
      'a quote holds at any price',
      `${TRADING}/exchange.ts`,
      'return 2n * apart * ONE <= toAmount * feeRate;',
      'return apart >= 0n;',
    ],
  ),
  ...noticedBy(
    'domain/src/credit/loan.test.ts',
    [
      'a loan is due a day late',
      loan,
      'return disbursedMs + days * DAY_MS;',
      'return disbursedMs + (days + 1) * DAY_MS;',
    ],
    ['more is repaid than is due', loan, 'paid <= 0n || paid > owed.due', 'paid <= 0n'],
    [
      'a repayment before the fees are paid',
      loan,
      'return { fee, interest, principal: paid - fee - interest };',
      'return { fee: 0n, interest, principal: paid - interest };',
    ],
  ),
  ...noticedBy(
    'domain/src/policy/own-limit.test.ts',
    ['a looser limit counts at once', ownLimit, 'return looser\n', 'return looser && nowMs < 0\n'],
    ['the used amount is forgotten', ownLimit, 'used: usedAt(limit, nowMs) + raised', 'used: raised'],
    ['a week begins on another day', ownLimit, '((day + 3) % 7)', '((day + 4) % 7)'],
  ),
  ...noticedBy(
    'domain/src/policy/jurisdiction.test.ts',
    [
      'whoever is not verified has every product',
      'domain/src/policy/jurisdiction.ts',
      'if (!verified || country === null) return unlisted;',
      'if (!verified || country === null) return demo;',
    ],
    [
      'leverage above the country’s cap',
      'domain/src/policy/jurisdiction.ts',
      'cap === undefined || leverage <= cap',
      'cap === undefined || leverage > 0',
    ],
  ),
  ...noticedBy('domain/src/fund/income.test.ts', [
    'income of a part of a day is a day’s',
    'domain/src/fund/income.ts',
    'mulDivDown(principal * BigInt(partMs), rate, ONE * BigInt(DAY_MS))',
    'mulDivDown(principal, rate, ONE)',
  ]),
  ...noticedBy(
    'domain/src/market/guard.test.ts',
    [
      'a crossed quote is accepted',
      'domain/src/market/guard.ts',
      "if (quote.bid > quote.ask) return 'crossed';",
      '',
    ],
    [
      'a quote from the past is accepted',
      'domain/src/market/guard.ts',
      'time < state.accepted.feedTimeMs',
      'time < 0',
    ],
    [
      'a quote from the future is accepted',
      'domain/src/market/guard.ts',
      "if (time > rules.timeMaxMs) return 'time_ahead';",
      '',
    ],
  ),
];

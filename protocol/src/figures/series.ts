/** The series of the operators' charts, so that a browser can name them without the schemas. */

/** What happened within an hour or on a day. A start without a value has none. */
const happenedSeries = [
  'deposits',
  'withdrawals',
  'fees',
  'result',
  'registered',
  'traded',
  'closed',
  'lost',
  'voids',
  'halts',
  'breaches',
] as const;

/** Median minutes from arrival to decision, by queue. A start without a value had no decision. */
const measuredSeries = ['queue'] as const;

/** What stood at the newest reading within an hour or a day. A start without any value was not read. */
export const observedSeries = [
  'claims',
  'custody',
  'long',
  'short',
  'stress',
  'options',
  'funds',
  'promised',
] as const;

export const figureSeries = [...happenedSeries, ...measuredSeries, ...observedSeries] as const;
export const figureSpans = ['hour', 'day'] as const;

/** The products by which fees and results are told apart. */
export const figureProducts = [
  'spot',
  'contract',
  'forex',
  'option',
  'exchange',
  'withdrawal',
  'fund',
  'loan',
  'referral',
] as const;

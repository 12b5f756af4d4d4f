/** The periods and flows of a portfolio as plain lists, so that a browser can use them without the schemas. */

export const periods = ['1w', '1m', '3m', '1y', 'all'] as const;
export type Period = (typeof periods)[number];

/** Days until now; a period begins with the account if that is younger. */
export const daysOfPeriod: Readonly<Record<Period, number>> = {
  '1w': 7,
  '1m': 30,
  '3m': 90,
  '1y': 365,
  all: Number.POSITIVE_INFINITY,
};

export const flowKinds = ['deposit', 'withdrawal', 'grant', 'start_over', 'correction'] as const;

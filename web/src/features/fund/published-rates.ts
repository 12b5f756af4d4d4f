/** The rates published for a tier with its newest terms, oldest first. Pure. */
import type { CallOutput } from '@candor/protocol/calls.ts';

type Published = Pick<CallOutput<'GET transparency/fund'>, 'days'>;
export type DayRate = { readonly seconds: number; readonly rate: string; readonly yearly: string };

export function ratesOf({ days }: Published, projectId: string): DayRate[] {
  return days
    .flatMap(({ day, rates }) => {
      const own = rates
        .filter(({ project_id: id }) => id === projectId)
        .toSorted((one, other) => other.terms_version - one.terms_version)[0];
      const seconds = Date.parse(`${day}T12:00:00Z`) / 1000;
      return own === undefined ? [] : [{ seconds, rate: own.rate, yearly: own.yearly }];
    })
    .toReversed();
}

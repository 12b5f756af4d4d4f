/** The messages between the serving process and the process that leads the market. */
import type { Publication } from '../commands/facts.ts';
import type { Config } from '../config/config.ts';
import type { Told } from '../telemetry/metrics.ts';

export type MarketOptions = Pick<
  Config,
  | 'mode'
  | 'house'
  | 'feed'
  | 'data'
  | 'jurisdictions'
  | 'tlog'
  | 'timeStamps'
  | 'liabilitiesEveryMs'
  | 'records'
> & {
  readonly url: string;
  readonly tapeUrl: string;
  /** The database URL for the connection that holds the process's slots, if its other connections go through a pooler. */
  readonly sessionUrl?: string | undefined;
  readonly alone: boolean;
};

/**
 * A publication whose events are already derived, because the serving process does not have the rows that they are derived from.
 */
export type ToldPublication = Omit<Publication, 'events'> & {
  readonly events: readonly {
    readonly name: Publication['events'][number]['name'];
    readonly payload: unknown;
  }[];
};

/** Messages to the market process. An upgraded connection is passed by sending its socket along with the message. */
export type ToMarket =
  | { readonly kind: 'begin'; readonly options: MarketOptions }
  | { readonly kind: 'poke' }
  | {
      readonly kind: 'upgrade';
      readonly method: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string | string[] | undefined>>;
      readonly head: Uint8Array;
    }
  | { readonly kind: 'stop' };

export type FromMarket =
  | { readonly kind: 'begun' }
  | { readonly kind: 'committed'; readonly publications: readonly ToldPublication[] }
  /** The status, sent several times a second. */
  | { readonly kind: 'state'; readonly running: boolean }
  /** The metrics of this process, for Prometheus. */
  | { readonly kind: 'counted'; readonly figures: Told }
  | { readonly kind: 'told'; readonly text: string; readonly error?: string | undefined };

export function toldOf({ events, ...numbers }: Publication): ToldPublication {
  return { ...numbers, events: events.map(({ name, payload }) => ({ name, payload: payload() })) };
}

export function publicationOf({ events, ...numbers }: ToldPublication): Publication {
  return {
    ...numbers,
    events: events.map(({ name, payload }) => ({ name, payload: () => payload })) as Publication['events'],
  };
}

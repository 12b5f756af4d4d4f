/** What the process that serves and the one that leads the market say to each other. */
import type { Publication } from '../commands/facts.ts';
import type { Config } from '../config/config.ts';

export type MarketOptions = Pick<Config, 'mode' | 'house' | 'feed' | 'data' | 'jurisdictions'> & {
  readonly url: string;
  readonly tapeUrl: string;
  readonly alone: boolean;
};

/** A publication with its events worked out, for a process that has not the rows they were made of. */
export type ToldPublication = Omit<Publication, 'events'> & {
  readonly events: readonly {
    readonly name: Publication['events'][number]['name'];
    readonly payload: unknown;
  }[];
};

/** To the market's process. The socket of an upgrade travels beside its message. */
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

/** From it. */
export type FromMarket =
  | { readonly kind: 'begun' }
  | { readonly kind: 'committed'; readonly publications: readonly ToldPublication[] }
  /** How it stands, several times a second; lags of the symbols that are behind. */
  | { readonly kind: 'state'; readonly running: boolean; readonly lagMs: Readonly<Record<string, number>> }
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

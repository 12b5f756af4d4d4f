/** Seeks leadership of the market, starts and stops the leader's work, and notifies listeners of changes. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ExternalFeed } from './feeds/external.ts';
import type { Feed } from './feeds/feed.ts';
import type { FeedConfig } from './feeds/make-feed.ts';
import type { Follower } from './follower.ts';
import type { Rejections } from './gate/complaints.ts';
import type { Leadership } from './leader.ts';
import { seekLead } from './leader.ts';
import type { Leading, LeadingParts } from './leading.ts';
import { beginLeading } from './leading.ts';
import type { MarketSecret } from './market-days.ts';

/** Each tenure runs a new feed. The first feed is created before this process leads. */
export type Feeds = {
  readonly secret: MarketSecret;
  readonly first: Feed | ExternalFeed;
  next(): Feed | ExternalFeed;
};

export type MarketLeadDeps = Omit<LeadingParts, 'config' | 'secret' | 'feed'> & {
  readonly feed: FeedConfig;
  readonly feeds: Feeds;
  readonly follow: Follower;
  readonly owner: string;
  readonly alone: boolean;
};

export type MarketLead = {
  /** Starts seeking leadership. Resolves after the first attempt, whether or not it succeeded. */
  seek(): Promise<void>;
  epoch(): bigint | undefined;
  /**
   * Subscribes to changes. The listener is called when this process starts or stops leading, and once immediately with the
   * current state. Returns a function that unsubscribes.
   */
  onLeading(listener: (leading: boolean) => void): () => void;
  rejections(): Rejections;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** Gives up leadership that is known to be lost. */
  lost(why: string): Promise<void>;
  stop(): Promise<void>;
};

export function createMarketLead(deps: MarketLeadDeps): MarketLead {
  const { pool, clock, tape, feeds, follow, owner, alone, report } = deps;
  let leadership: Leadership | undefined;
  let leading: Leading | undefined;
  const listeners = new Set<(leading: boolean) => void>();
  const tell = (now: boolean): void => {
    for (const listener of listeners) listener(now);
  };
  const onLead = async (epoch: bigint): Promise<void> => {
    await clock.refresh();
    // Now that the epoch is taken, the previous leader can't write any more, so its last entries are published here.
    await follow.turn();
    const { secret } = feeds;
    leading = await beginLeading({ ...deps, config: deps.feed, secret, feed: feeds.next() }, epoch);
    tell(true);
  };
  const onLost = async (): Promise<void> => {
    tell(false);
    const ending = leading;
    leading = undefined;
    await ending?.end();
    await tape.follow();
    follow.loadAgain();
  };
  return {
    seek: async () => {
      leadership = seekLead({ pool, role: 'market', owner, takeAtOnce: alone, report, onLead, onLost });
      await leadership.tried;
    },
    epoch: () => leadership?.epoch(),
    onLeading: (listener) => {
      listeners.add(listener);
      listener(leading !== undefined);
      return () => listeners.delete(listener);
    },
    rejections: () => leading?.gate.rejections() ?? new Map(),
    upgrade: (request, socket, head) => {
      const feed = leading?.feed;
      return feed !== undefined && 'upgrade' in feed && feed.upgrade(request, socket, head);
    },
    lost: async (why) => leadership?.lost(why),
    stop: async () => leadership?.stop(),
  };
}

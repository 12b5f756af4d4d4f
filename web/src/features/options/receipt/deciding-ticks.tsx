/** The tape entries that decide a ticket: those at its acceptance, at its strike and at its expiry, and the entry after each. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import { useCall } from '../../../lib/queries.ts';
import type { Ticket } from '../../../live/ticket-list.ts';
import { classes } from '../../../ui/classes.ts';
import { Awaited } from '../../../parts/loaded.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

type Entry = CallOutput<'GET tape'>[number];
type TickName = 'accepted' | 'strike' | 'settle' | 'after';

/** Fetches an entry and its successor once, because tape entries never change. */
function usePair(symbol: string, seq: number | null) {
  return useCall(
    'GET tape',
    { symbol, from_seq: seq ?? 1, limit: 2 },
    { enabled: seq !== null, ofCustomer: false, staleMs: Number.POSITIVE_INFINITY },
  );
}

function Tick({ name, entry }: { readonly name: TickName; readonly entry: Entry }) {
  const t = useTranslations('tickets');
  const format = useFormat();
  const decides = name === 'strike' || name === 'settle';
  return (
    <li className="hairline flex items-baseline gap-3 py-2 last:shadow-none">
      <span className="min-w-0 flex-1">
        <span className={classes('block text-sm', decides ? 'font-semibold' : 'text-soft')}>
          {t(`tick.${name}`)}
        </span>
        <span className="block text-xs text-quiet">{t(`tickText.${name}`)}</span>
      </span>
      <span className="figures shrink-0 text-right">
        <span className={classes('block text-sm', decides && 'font-semibold')}>
          {entry.gap ? t('noPrice') : format.decimal(entry.last, { min: 2, max: 8 })}
        </span>
        <span className="block text-xs text-quiet">
          {format.exactTime(entry.time_ms)} · #{entry.seq}
        </span>
      </span>
    </li>
  );
}

type DecidingTicksProps = { readonly ticket: Ticket };

export function DecidingTicks({ ticket }: DecidingTicksProps) {
  const t = useTranslations('tickets');
  const format = useFormat();
  const { symbol, strike_at_ms: strikeAt, settle_seq: settleSeq } = ticket;
  // The second entry of a pair may not exist yet. It is fetched when the ticket, and therefore the key, changes.
  const entering = usePair(
    symbol,
    strikeAt === null && ticket.status === 'open' ? null : ticket.accepted_seq,
  );
  const struck = usePair(symbol, strikeAt === null && ticket.status === 'open' ? null : ticket.strike_seq);
  const leaving = usePair(symbol, settleSeq);
  const failed = [entering, struck, leaving].find((query) => query.isError);
  const waits = [entering, struck, leaving].some((query) => query.isLoading);
  if (failed !== undefined || waits) {
    return <Awaited query={failed} skeleton={<Skeleton className="mt-2 h-48 rounded-input" />} />;
  }
  const at = (entries: readonly Entry[] | undefined, seq: number | null) =>
    entries?.find((entry) => entry.seq === seq);
  const ticks = [
    ['accepted', at(entering.data, ticket.accepted_seq)],
    ['strike', at(struck.data, ticket.strike_seq)],
    ['settle', at(leaving.data, settleSeq)],
    ['after', at(leaving.data, settleSeq === null ? null : settleSeq + 1)],
  ] as const;
  return (
    <section className="mt-2 border-t border-line pt-3">
      <h3 className="text-sm font-semibold text-soft">{t('ticks')}</h3>
      <ol>{ticks.map(([name, entry]) => entry && <Tick key={name} name={name} entry={entry} />)}</ol>
      {ticket.status === 'open' ? (
        <p className="pt-1 text-sm text-soft">{t('ticksLater')}</p>
      ) : (
        settleSeq !== null && (
          <p className="figures pt-1 text-xs text-quiet">
            {t('expiryLine', { time: format.exactTime(ticket.expires_at * 1000) })}
          </p>
        )
      )}
    </section>
  );
}

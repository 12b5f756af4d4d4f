/** Says that operators have stopped what a ticket would open: what, why and until when. What is open can be closed as always. */
import type { StoppedProduct } from '@candor/protocol/stops/targets.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format.ts';
import { useCall } from '../lib/queries.ts';
import { Notice } from '../ui/notice.tsx';

/** A refused order says the same at once, so the list need not be fresh. */
const REFRESH_MS = 60_000;

export function StopNotice({
  product,
  symbol,
}: {
  readonly product: StoppedProduct;
  readonly symbol?: string | undefined;
}) {
  const t = useTranslations('opening');
  const format = useFormat();
  const stop = useStop([`product:${product}`, `instrument:${symbol}`]);
  if (stop === undefined) return null;
  const named = stop.target.startsWith('instrument:') && symbol !== undefined;
  return (
    <Notice
      title={named ? t('stoppedSymbolTitle', { symbol }) : t('stoppedTitle')}
      text={t('stoppedText', {
        cause: t(`stopCause.${stop.cause}`),
        time: format.moment(Math.ceil(stop.until_ms / 1000)),
      })}
    />
  );
}

/** Returns the stop in effect of one of these targets, or undefined. */
export function useStop(targets: readonly string[]) {
  const { data } = useCall('GET transparency/stops', {}, { everyMs: REFRESH_MS });
  return data?.stops.find((stop) => stop.in_effect && targets.includes(stop.target));
}

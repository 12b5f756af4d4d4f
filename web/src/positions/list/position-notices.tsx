/** The notices of a position: its margin is thin, it is waiting to close, or a change is pending. */
import { Clock, TriangleAlert } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import type { Position } from '../../live/position-list.ts';
import { LevelLine } from './level-line.tsx';

/** A notice in amber. It appears and disappears with the position's state, and not with a tick. */
export function Notice({
  icon: Icon,
  children,
}: {
  readonly icon: LucideIcon;
  readonly children: ReactNode;
}) {
  return (
    <p className="flex gap-2 rounded-input bg-warning-wash px-3 py-2 text-sm text-warning">
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

export type PositionNoticesProps = {
  readonly position: Position;
  readonly tickSize: string;
  readonly reopensAt: number | null;
};

export function PositionNotices(props: PositionNoticesProps) {
  const { change } = props.position;
  return (
    <>
      <StateNotice {...props} />
      {change !== null && <ChangeNotice change={change} tickSize={props.tickSize} />}
    </>
  );
}

/** The pending levels, while the previous levels are still in force. */
function ChangeNotice({
  change,
  tickSize,
}: Pick<PositionNoticesProps, 'tickSize'> & { readonly change: NonNullable<Position['change']> }) {
  const t = useTranslations('positions');
  const format = useFormat();
  return (
    <>
      <Notice icon={Clock}>{t('changingText')}</Notice>
      <LevelLine levels={change} tickSize={tickSize} />
      {change.margin !== '0' && (
        <p className="text-xs text-soft">
          {t('margin')} <span className="figures text-ink">{`+${format.money(change.margin)}`}</span>
        </p>
      )}
    </>
  );
}

function StateNotice({ position, tickSize, reopensAt }: PositionNoticesProps) {
  const t = useTranslations('positions');
  const format = useFormat();
  if (position.status === 'closing') {
    return (
      <Notice icon={Clock}>
        {reopensAt === null ? t('closingSoon') : t('closingAt', { time: format.moment(reopensAt) })}
      </Notice>
    );
  }
  if (position.warned === 0 || position.liquidation_price === null) return null;
  const price = format.price(position.liquidation_price, tickSize);
  return (
    <Notice icon={TriangleAlert}>{t('warned', { share: `${position.warned}%`, half: '50%', price })}</Notice>
  );
}

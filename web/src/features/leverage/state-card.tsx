/** The state of the permission: off, under review, on, or rejected with the reason and the time. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Section } from '../../ui/section.tsx';
import type { Permission, ShownState } from './permission.ts';
import { shownState } from './permission.ts';

const tones: Readonly<Record<ShownState, BadgeTone>> = {
  none: 'plain',
  submitted: 'accent',
  approved: 'good',
  rejected: 'bad',
  switched_off: 'plain',
};

export function StateCard({ permission }: { readonly permission: Permission }) {
  const t = useTranslations('leverage');
  const format = useFormat();
  const state = shownState(permission);
  const { reason, submitted_time: submitted, decided_time: decided } = permission;
  const isRefused = state === 'rejected' || state === 'switched_off';
  return (
    <Section>
      <div className="space-y-1.5 p-4">
        <div className="flex items-center justify-between gap-3">
          <h2 className="font-semibold">{t('stateTitle')}</h2>
          <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
        </div>
        <p className="text-sm text-soft">{t(`stateText.${state}`)}</p>
        {isRefused && reason !== null && <p className="text-sm">{t(`reason.${reason}`)}</p>}
        {submitted !== null && state !== 'none' && (
          <p className="text-sm text-quiet">{t('sentAt', { time: format.moment(submitted) })}</p>
        )}
        {decided !== null && state !== 'submitted' && (
          <p className="text-sm text-quiet">{t('decidedAt', { time: format.moment(decided) })}</p>
        )}
      </div>
    </Section>
  );
}

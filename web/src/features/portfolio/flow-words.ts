/** A deposit, withdrawal or other flow in words, with its amount. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import type { Flow } from './period-points.ts';

export function useFlowWords(): (flow: Flow) => string {
  const t = useTranslations('portfolio');
  const groups = useTranslations('recordGroups');
  const format = useFormat();
  const hidden = useSession((session) => session.amountsHidden);
  return ({ kind, currency, amount }) => {
    const name =
      kind === 'grant' ? t('grantMark') : kind === 'start_over' ? t('startOverMark') : groups(kind);
    return hidden ? name : `${name} ${format.quantity(amount.replace('-', ''))} ${currency}`;
  };
}

/** The notice that the account is frozen, with the reason and the actions that remain possible. */
import { useTranslations } from 'use-intl';
import { useUser } from '../../lib/customer.ts';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';

export function FrozenNotice() {
  const t = useTranslations('account');
  const { data } = useUser();
  if (data?.status !== 'frozen') return null;
  const { standing_reason: reason } = data;
  // The reason "settled" closed an earlier case and does not explain a freeze.
  const hasReason = reason !== null && reason !== 'settled';
  return (
    <Section plain>
      <Notice
        title={t('frozenTitle')}
        text={t('frozenText')}
        action={hasReason && <p className="text-soft">{t(`frozenReason.${reason}`)}</p>}
      />
    </Section>
  );
}

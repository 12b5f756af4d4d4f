/** Tells a customer whose account is frozen so, calmly, and what they can still do. */
import { useTranslations } from 'use-intl';
import { useUser } from '../../lib/customer.ts';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';

export function FrozenNotice() {
  const t = useTranslations('account');
  const { data } = useUser();
  if (data?.status !== 'frozen') return null;
  return (
    <Section plain>
      <Notice title={t('frozenTitle')} text={t('frozenText')} />
    </Section>
  );
}

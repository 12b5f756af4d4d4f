/** Shown for the address of a webhook that was deleted. */
import { Webhook } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { webhooksLink } from './links.ts';

export function GoneWebhook() {
  const t = useTranslations('webhooks');
  return (
    <EmptyState
      icon={Webhook}
      title={t('gone')}
      action={
        <Button kind="secondary" onClick={() => navigate(webhooksLink)}>
          {t('toList')}
        </Button>
      }
    />
  );
}

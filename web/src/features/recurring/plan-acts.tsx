/** The actions on a plan: pause, resume, change, and delete, which requires a confirmation. */
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { navigate } from '../../lib/hash-history.ts';
import { newRecurringLink, recurringLink } from './links.ts';
import { useCommand } from '../../lib/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { Section } from '../../ui/section.tsx';
import { coinOf } from './use-plans.ts';
import type { Plan } from './use-plans.ts';

export function PlanActs({ plan }: { readonly plan: Plan }) {
  const { toastSuccess } = useApi();
  const t = useTranslations('recurring');
  const [asking, setAsking] = useState(false);
  const pause = useCommand('POST recurring/pause');
  const resume = useCommand('POST recurring/resume');
  const remove = useCommand('POST recurring/delete');
  const { id } = plan;
  const isActive = plan.status === 'active';

  async function turn(): Promise<void> {
    await (isActive ? pause : resume).send({ id });
  }

  async function end(): Promise<void> {
    const answer = await remove.send({ id });
    if (answer?.type !== 'ok') return;
    setAsking(false);
    toastSuccess('deleted');
    navigate(recurringLink, { replace: true });
  }

  return (
    <Section plain>
      <div className="flex gap-2">
        <Button
          block
          needsNetwork
          kind="secondary"
          busy={pause.busy || resume.busy}
          onClick={() => void turn()}
        >
          {isActive ? t('pause') : t('resume')}
        </Button>
        <Button block kind="secondary" onClick={() => navigate(newRecurringLink({ id }))}>
          {t('change')}
        </Button>
      </div>
      <Button block kind="quiet" className="mt-1 text-danger" onClick={() => setAsking(true)}>
        {t('delete')}
      </Button>
      <ConfirmSheet
        open={asking}
        onClose={() => setAsking(false)}
        title={t('deleteTitle')}
        sentence={t('deleteText', { coin: coinOf(plan) })}
        confirmLabel={t('delete')}
        kind="danger"
        busy={remove.busy}
        onConfirm={() => void end()}
      />
    </Section>
  );
}

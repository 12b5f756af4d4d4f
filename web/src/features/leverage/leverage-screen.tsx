/**
 * The permission to trade with leverage: an explanation of leverage and its costs, the state of the permission, and the
 * questionnaire.
 */
import { questionCodes } from '@candor/protocol/leverage/questionnaire.ts';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { useDraft } from '../../lib/drafts.ts';
import { leverageCostsLink } from '../../lib/links.ts';
import { useCall } from '../../lib/queries.ts';
import { useCommand } from '../../lib/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MenuIcon } from '../../ui/menu-icon.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { answerTo, completeAnswers, emptyAnswers, firstStep, nextStep, stepOf } from './answers.ts';
import type { Permission } from './permission.ts';
import { mayApply, shownState } from './permission.ts';
import { QuestionStep } from './question-step.tsx';
import { ReviewAnswers } from './review-answers.tsx';
import { StateCard } from './state-card.tsx';

const refreshMs = 30_000;
const points = ['more', 'less', 'closeOut', 'most', 'cost'] as const;

function WhatItIs() {
  const t = useTranslations('leverage');
  return (
    <Section title={t('whatTitle')}>
      <ul className="list-disc space-y-2 px-4 py-4 pl-8 text-sm text-soft">
        {points.map((point) => (
          <li key={point}>{t(`what.${point}`)}</li>
        ))}
      </ul>
      <ListRow start={<MenuIcon icon={TriangleAlert} />} title={t('allCosts')} href={leverageCostsLink} />
    </Section>
  );
}

type Page = { readonly body: ReactNode; readonly footer: ReactNode };

function useForm(permission: Permission | undefined): Page {
  const t = useTranslations('leverage');
  const { draft, change, clear } = useDraft('leverage', emptyAnswers);
  const apply = useCommand('POST lever/apply');
  const state = permission === undefined ? undefined : shownState(permission);
  const open = state !== undefined && mayApply(state);
  const step = open ? stepOf(draft) : undefined;
  const answers = completeAnswers(draft);

  async function send(): Promise<void> {
    if (answers === undefined) return;
    const answer = await apply.send(answers);
    if (answer?.type === 'ok') clear();
  }

  if (step === 'review') {
    return {
      body: <ReviewAnswers draft={draft} onChange={(code) => change({ at: code })} />,
      footer: (
        <Button
          block
          busy={apply.busy}
          reason={answers === undefined ? t('answerAll') : undefined}
          onClick={() => void send()}
        >
          {t('send')}
        </Button>
      ),
    };
  }
  if (step !== undefined) {
    const chosen = answerTo(draft, step);
    const at = questionCodes.indexOf(step);
    return {
      body: <QuestionStep code={step} chosen={chosen} onChoose={(answer) => change({ [step]: answer })} />,
      footer: (
        <div className="flex gap-3">
          <Button
            kind="secondary"
            className="shrink-0 whitespace-nowrap"
            onClick={() => change({ at: questionCodes[at - 1] ?? '' })}
          >
            {t('previous')}
          </Button>
          <Button
            className="flex-1"
            reason={chosen === undefined ? t('choose') : undefined}
            onClick={() => change({ at: nextStep(draft, step) })}
          >
            {t('next')}
          </Button>
        </div>
      ),
    };
  }
  return {
    body: (
      <>
        {permission !== undefined && <StateCard permission={permission} />}
        <WhatItIs />
      </>
    ),
    footer: open ? (
      <Button block onClick={() => change({ at: firstStep(draft) })}>
        {state === 'none' ? t('start') : t('applyAgain')}
      </Button>
    ) : undefined,
  };
}

export function LeverageScreen() {
  const signedIn = useSignedIn();
  const query = useCall('GET lever/questionnaire', {}, { enabled: signedIn, everyMs: refreshMs });
  const { body, footer } = useForm(query.data);
  return (
    <Screen onRefresh={() => query.refetch()} footer={footer}>
      <Loaded query={query} skeleton={<SkeletonRows count={4} />}>
        {() => body}
      </Loaded>
    </Screen>
  );
}

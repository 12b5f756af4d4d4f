/** The settings of push notifications in this browser: whether they are on, how much they show, or why they are unavailable. */
import { NetworkFailure } from '@candor/client/answers.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useToasts } from '../../lib/notices.ts';
import { pushState, turnPushOff, turnPushOn, wantsDetails } from '../../lib/push.ts';
import type { PushState } from '../../lib/push.ts';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const stateKey = ['push state'];

type SwitchProps = {
  readonly title: string;
  readonly text: string;
  readonly on: boolean;
  readonly busy: boolean;
  readonly onChange: (on: boolean) => void;
};

function Switch({ title, text, on, busy, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label className="hairline flex min-h-14 items-center gap-3 px-4 py-2 last:shadow-none">
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        <span id={id} className="block text-sm text-quiet">
          {text}
        </span>
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={on}
        disabled={busy}
        aria-checked={on}
        aria-label={title}
        aria-describedby={id}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 shrink-0 accent-(--accent-solid)"
      />
    </label>
  );
}

export function PushSection() {
  const { api } = useApi();
  const { showToast } = useToasts();
  const t = useTranslations('settings.notices.push');
  const ui = useTranslations('ui');
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data: state } = useQuery({ queryKey: stateKey, queryFn: pushState, staleTime: 0 });

  async function change(turn: () => Promise<PushState>): Promise<void> {
    setBusy(true);
    try {
      queries.setQueryData(stateKey, await turn());
    } catch (failure) {
      // The network failed, or this browser can't reach its push service.
      showToast(failure instanceof NetworkFailure ? ui('networkFailed') : t('failed'), 'bad');
    } finally {
      setBusy(false);
    }
  }

  return (
    <Section title={t('title')}>
      {state === undefined ? (
        <Skeleton className="m-4 h-9" />
      ) : state === 'on' || state === 'off' ? (
        <>
          <Switch
            title={t('switch')}
            text={t('what')}
            on={state === 'on'}
            busy={busy}
            onChange={(on) => void change(() => (on ? turnPushOn(api, wantsDetails()) : turnPushOff(api)))}
          />
          {state === 'on' && (
            <Switch
              title={t('details')}
              text={t('detailsText')}
              on={wantsDetails()}
              busy={busy}
              onChange={(details) => void change(() => turnPushOn(api, details))}
            />
          )}
        </>
      ) : (
        <p className="px-4 py-3 text-sm text-soft">{t(`state.${state}`)}</p>
      )}
    </Section>
  );
}

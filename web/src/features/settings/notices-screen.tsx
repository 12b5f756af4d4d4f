/** Notification settings by topic, with a switch for each channel. Switches of notices that can't be muted are always on. */
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { NoticeChoices } from '../../lib/notice-choices.ts';
import { keepNoticeChoices } from '../../lib/notice-choices.ts';
import { useCall } from '../../lib/queries.ts';
import { useCommand } from '../../lib/use-command.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { PushSection } from './push-section.tsx';

type Choice = NoticeChoices[number];

function NoticeSwitch({ choice, means }: { readonly choice: Choice; readonly means: string }) {
  const t = useTranslations('settings.notices');
  const queryClient = useQueryClient();
  const command = useCommand('POST user/notice_choice');
  const { topic, channel, enabled, fixed } = choice;

  async function choose(wanted: boolean): Promise<void> {
    const answer = await command.send({ topic, channel, enabled: wanted });
    if (answer?.type === 'ok') keepNoticeChoices(queryClient, answer.message);
  }

  return (
    <label className="flex min-h-12 items-center gap-3 px-4 py-1">
      <span className="min-w-0 flex-1">
        <span className="block">{t(`channel.${channel}`)}</span>
        {fixed && <span className="block text-sm text-quiet">{t('always')}</span>}
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={enabled}
        disabled={fixed || command.busy}
        aria-checked={enabled}
        aria-label={`${t(`topic.${topic}`)}: ${t(`channel.${channel}`)}`}
        aria-describedby={means}
        onChange={({ target }) => void choose(target.checked)}
        className="size-5 shrink-0 accent-(--accent-solid)"
      />
    </label>
  );
}

function Topic({ topic, choices }: { readonly topic: Choice['topic']; readonly choices: NoticeChoices }) {
  const t = useTranslations('settings.notices');
  const means = useId();
  return (
    <Section title={t(`topic.${topic}`)}>
      <p id={means} className="hairline px-4 py-2.5 text-sm text-quiet">
        {t(`means.${topic}`)}
      </p>
      {choices.map((choice) => (
        <NoticeSwitch key={choice.channel} choice={choice} means={means} />
      ))}
    </Section>
  );
}

export function NoticesScreen() {
  const t = useTranslations('settings.notices');
  const query = useCall('GET user/notice_choices', {});
  const topics = [...new Set(query.data?.map(({ topic }) => topic))];
  return (
    <Screen onRefresh={() => query.refetch()}>
      <p className="gutter pt-4 text-sm text-soft">{t('why')}</p>
      <PushSection />
      <Loaded query={query} skeleton={<SkeletonRows count={8} />}>
        {(data) =>
          topics.map((topic) => (
            <Topic key={topic} topic={topic} choices={data.filter((choice) => choice.topic === topic)} />
          ))
        }
      </Loaded>
    </Screen>
  );
}

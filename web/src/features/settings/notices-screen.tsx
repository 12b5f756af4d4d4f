/** Which notices one wants. Those that nobody can mute stand here too, switched on, with the reason. */
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { NoticeChoices } from '../../lib/notice-choices.ts';
import { keepNoticeChoices } from '../../lib/notice-choices.ts';
import { useCall } from '../../lib/queries.ts';
import { useCommand } from '../../lib/use-command.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';

type Choice = NoticeChoices[number];

function NoticeSwitch({ choice }: { readonly choice: Choice }) {
  const t = useTranslations('settings.notices');
  const command = useCommand('POST user/notice_choice');
  const id = useId();
  const { topic, channel, enabled, fixed } = choice;

  async function choose(wanted: boolean): Promise<void> {
    const answer = await command.send({ topic, channel, enabled: wanted });
    if (answer?.type === 'ok') keepNoticeChoices(answer.message);
  }

  return (
    <label className="hairline flex min-h-14 items-center gap-3 px-4 py-2 last:shadow-none">
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{t(`topic.${topic}`)}</span>
        <span id={id} className="block text-sm text-quiet">
          {t(`means.${topic}`)} {t(`channel.${channel}`)}
          {fixed && ` ${t('always')}`}
        </span>
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={enabled}
        disabled={fixed || command.busy}
        aria-checked={enabled}
        aria-label={t(`topic.${topic}`)}
        aria-describedby={id}
        onChange={({ target }) => void choose(target.checked)}
        className="size-5 shrink-0 accent-(--accent-solid)"
      />
    </label>
  );
}

export function NoticesScreen() {
  const t = useTranslations('settings.notices');
  const query = useCall('GET user/notice_choices', {});
  return (
    <Screen onRefresh={() => query.refetch()}>
      {query.data !== undefined ? (
        <Section>
          {query.data.map((choice) => (
            <NoticeSwitch key={`${choice.topic} ${choice.channel}`} choice={choice} />
          ))}
        </Section>
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows count={5} />
      )}
      <p className="gutter pt-3 text-sm text-quiet">{t('why')}</p>
    </Screen>
  );
}

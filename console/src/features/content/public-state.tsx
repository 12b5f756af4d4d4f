/** Shows whether customers can read an article: now, no longer, or from a given time on. */
import { useSay } from '../../i18n/say.ts';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { useServerSeconds } from '../../lib/server-clock.ts';
import type { ArticleFacts } from './draft.ts';

export function PublicState({
  article,
}: {
  article: Pick<ArticleFacts, 'state' | 'public' | 'published_at'>;
}) {
  const t = useSay();
  const { state, public: isPublic, published_at: at } = article;
  const now = useServerSeconds();
  if (!isPublic && state === 'published')
    return <StateChip state="waiting" says={t('content.notReleased')} />;
  if (state === 'withdrawn') return <StateChip state="held" says={t('content.withdrawn')} />;
  if (at === null || at <= now) return <StateChip state="active" says={t('content.published')} />;
  return (
    <>
      <StateChip state="waiting" says={t('content.scheduled')} /> <When at={at} />
    </>
  );
}

/** Whether customers can read an article: yes, not any more, or not before a time that was chosen. */
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { useServerSeconds } from '../../lib/server-clock.ts';
import type { ArticleFacts } from './draft.ts';

export function PublicState({
  article,
}: {
  article: Pick<ArticleFacts, 'state' | 'public' | 'published_at'>;
}) {
  const { state, public: isPublic, published_at: at } = article;
  const now = useServerSeconds();
  if (!isPublic && state === 'published') return <StateChip state="waiting" says="Not released" />;
  if (state === 'withdrawn') return <StateChip state="held" says="Withdrawn" />;
  if (at === null || at <= now) return <StateChip state="active" says="Published" />;
  return (
    <>
      <StateChip state="waiting" says="Not yet" /> from <When at={at} />
    </>
  );
}

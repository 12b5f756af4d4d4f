/** What is decided about an article: publishing what was typed, withdrawing it, publishing it again. */
import { Box } from '@mui/material';
import type { Decision } from '../../kit/decision-form.tsx';
import type { DecisionField } from '../../kit/decision-fields.tsx';
import { call } from '../../lib/api.ts';
import { changedIn, countingIn, headIn, languageNames, saveOf, wordsIn } from './draft.ts';
import type { ArticleFacts, Draft, Kind } from './draft.ts';
import { difference } from './difference.ts';

const reason: DecisionField = { name: 'reason', label: 'Reason', kind: 'text', needed: true };
const reasonOf = (values: Readonly<Record<string, string>>): string => (values['reason'] ?? '').trim();

export function publishing(of: {
  readonly draft: Draft;
  readonly article: ArticleFacts | undefined;
  readonly kind: Kind;
}): Decision {
  const { draft, article } = of;
  const changed = changedIn(draft, article);
  const head = headIn(draft, of);
  return {
    name: `article publish ${draft.slug}`,
    title: `Publish “${wordsIn(draft, article, 'en').title}”`,
    says: (
      <>
        {whenRead(of)} The version before stays on record.
        <Box component="ul" sx={{ my: 0.5, pl: 2.5 }}>
          {changed.map((language) => (
            <li key={language}>
              {languageNames[language]}:{' '}
              {linesOf(countingIn(article, language)?.body ?? '', wordsIn(draft, article, language).body)}
            </li>
          ))}
          {article !== undefined && head.topic !== article.topic && <li>Topic: {head.topic}</li>}
          {article !== undefined && head.picture !== article.picture && (
            <li>Picture: {head.picture ?? 'none'}</li>
          )}
          {article !== undefined && head.banner !== article.banner && (
            <li>{head.banner ? 'Among the banners' : 'No banner any more'}</li>
          )}
        </Box>
      </>
    ),
    fields: [reason],
    sendLabel: 'Publish',
    send: (values) => call('POST article_save', saveOf(draft, { ...of, reason: reasonOf(values) })),
  };
}

/** From when on customers read it, and that everybody is told where they have agreed to it. */
function whenRead({
  draft,
  article,
}: {
  readonly draft: Draft;
  readonly article: ArticleFacts | undefined;
}): string {
  if (draft.appears !== '') return `Customers read it from ${new Date(draft.appears).toLocaleString()} on.`;
  if (article?.agreement !== true) return 'Customers read it at once.';
  return 'Customers read it at once, and every one of them is told by a message in the app that nobody can mute.';
}

function linesOf(before: string, after: string): string {
  const lines = difference(before, after);
  const count = (sign: string): number => lines.filter((line) => line.sign === sign).length;
  if (before === '') return 'a first text';
  return `${count('+')} lines new, ${count('-')} gone`;
}

export function moving({ slug, state, version, texts }: ArticleFacts): Decision {
  const title = texts.find(({ language }) => language === 'en')?.title ?? slug;
  const withdraws = state === 'published';
  return {
    name: `article move ${slug} ${version}`,
    title: withdraws ? `Withdraw “${title}”` : `Publish “${title}” again`,
    says: withdraws
      ? 'Nobody can read it from now on; links to it say that it is not there. Every version stays on record.'
      : 'Customers read it again, as it was when it was withdrawn or as it was changed since.',
    fields: [reason],
    sendLabel: withdraws ? 'Withdraw' : 'Publish again',
    ...(withdraws && { tone: 'error' as const }),
    send: (values) =>
      call(withdraws ? 'POST article_withdraw' : 'POST article_restore', {
        ...{ slug, seen_version: version },
        reason: reasonOf(values),
      }),
  };
}

/** What is decided about an article: submitting what was typed, releasing it, withdrawing it, publishing it again. */
import { Box } from '@mui/material';
import type { Decision } from '../../kit/decision-form.tsx';
import type { DecisionField } from '../../kit/decision-fields.tsx';
import { call } from '../../lib/api.ts';
import { changedIn, countingIn, headIn, languageNames, saveOf, wordsIn } from './draft.ts';
import type { ArticleFacts, Draft, Kind, Words } from './draft.ts';
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
    title: `Submit “${wordsIn(draft, article, 'en').title}”`,
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
            <li>{head.banner ? 'Among the banners' : 'No longer a banner'}</li>
          )}
        </Box>
      </>
    ),
    fields: [reason],
    sendLabel: 'Submit',
    send: (values) => call('POST article_save', saveOf(draft, { ...of, reason: reasonOf(values) })),
  };
}

/** From when on customers read it: once a colleague released it, and they are told where they have agreed to it. */
function whenRead({
  draft,
  article,
}: {
  readonly draft: Draft;
  readonly article: ArticleFacts | undefined;
}): string {
  const released = 'Customers see it once a colleague releases it';
  if (draft.appears !== '') return `${released}, and not before ${new Date(draft.appears).toLocaleString()}.`;
  if (article?.agreement !== true) return `${released}.`;
  return `${released}. Every customer then gets an in-app message that can’t be muted.`;
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
      : 'Customers see it again once a colleague releases it, with any changes made since it was withdrawn.',
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

/** A verdict on what waits, over the very texts that are on the screen: their hashes are what is signed. */
export function releasing({
  article,
  waiting,
  verdict,
}: {
  readonly article: ArticleFacts;
  readonly waiting: NonNullable<ArticleFacts['waiting']>;
  readonly verdict: 'released' | 'refused';
}): Decision {
  const { slug, version, texts } = article;
  const title = texts.find(({ language }) => language === 'en')?.title ?? slug;
  const releases = verdict === 'released';
  const told = article.agreement ? ' Every customer gets an in-app message.' : '';
  return {
    name: `article ${verdict} ${slug} ${version}`,
    title: releases ? `Release “${title}”` : `Refuse “${title}”`,
    says: releases
      ? `Customers see version ${version} now, or from its scheduled time.${told}`
      : 'It stays on record and never becomes public. Its author can write another version.',
    fields: [reason],
    sendLabel: releases ? 'Release' : 'Refuse',
    ...(!releases && { tone: 'error' as const }),
    send: async (values) => {
      const hashes = await Promise.all(
        waiting.texts.map(async ({ language, now }) => [language, await hashOf(now)] as const),
      );
      return call('POST article_release', {
        ...{ slug, verdict, seen_version: version, reason: reasonOf(values) },
        texts: Object.fromEntries(hashes),
      });
    },
  };
}

async function hashOf({ title, summary, body }: Words): Promise<string> {
  const text = new TextEncoder().encode(`${title}\n${summary}\n${body}`);
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

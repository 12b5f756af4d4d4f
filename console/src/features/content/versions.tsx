/** Every version of an article: who wrote it and why, who released it, and what it changed, line by line. */
import { Box, Button } from '@mui/material';
import type { Language } from '@candor/protocol/languages.ts';
import { useState } from 'react';
import { Asked, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { useAsk } from '../../lib/queries.ts';
import { codeWords } from '../../lib/words.ts';
import { languageNames } from './draft.ts';
import type { ArticleFacts, Words } from './draft.ts';
import { Lines, whole } from './lines.tsx';

type Taken = Partial<Record<Language, Words>>;

export function Versions({
  article,
  mayWrite,
  onTake,
}: {
  article: ArticleFacts;
  mayWrite: boolean;
  onTake: (texts: Taken) => void;
}) {
  const [shown, setShown] = useState<number>();
  return (
    <Panel title="Versions">
      <PlainTable
        label="Versions"
        columns={[
          { head: 'Version' },
          { head: 'By' },
          { head: 'When' },
          { head: 'Reason' },
          { head: 'What' },
          { head: 'Released' },
          { head: 'Changes' },
        ]}
        rows={article.versions.map(({ version, by, role, at, reason, state, languages, judged }) => ({
          key: String(version),
          cells: [
            version,
            `${by}, ${codeWords(role)}`,
            <When key="at" at={at} />,
            reason,
            <span key="what">
              {state === 'withdrawn' && <StateChip state="held" says="Withdrawn" />}{' '}
              {languages.map((one) => languageNames[one]).join(', ')}
            </span>,
            <Judged key="judged" state={state} judged={judged} />,
            <Button
              key="show"
              aria-label={`Changes of version ${version}`}
              aria-expanded={shown === version}
              onClick={() => setShown(shown === version ? undefined : version)}
            >
              {shown === version ? 'Hide' : 'Show'}
            </Button>,
          ],
        }))}
      />
      {shown !== undefined && (
        <Changes slug={article.slug} version={shown} onTake={mayWrite ? onTake : undefined} />
      )}
    </Panel>
  );
}

function Judged({ state, judged }: Pick<ArticleFacts['versions'][number], 'state' | 'judged'>) {
  if (judged === null)
    return state === 'withdrawn' ? 'At once' : <StateChip state="waiting" says="Waiting" />;
  return (
    <>
      {judged.verdict === 'refused' && <StateChip state="held" says="Refused" />} {judged.by},{' '}
      <When at={judged.at} />
    </>
  );
}

function Changes({
  slug,
  version,
  onTake,
}: {
  slug: string;
  version: number;
  onTake: ((texts: Taken) => void) | undefined;
}) {
  const asked = useAsk('GET article_version', { slug, version });
  return (
    <Asked of={asked}>
      {({ texts }) => (
        <Box component="section" aria-label={`Changes of version ${version}`} sx={{ mt: 1 }}>
          {texts.length === 0 && <p>No text was changed.</p>}
          {texts.map(({ language, now, before }) => (
            <Box key={language} sx={{ mb: 2 }}>
              <Box component="h3" sx={{ m: 0, fontSize: 13, fontWeight: 650 }}>
                {languageNames[language]}
                {onTake !== undefined && (
                  <Button sx={{ ml: 1 }} onClick={() => onTake({ [language]: now })}>
                    Take it into the editor
                  </Button>
                )}
              </Box>
              <Lines before={whole(before)} after={whole(now)} />
            </Box>
          ))}
        </Box>
      )}
    </Asked>
  );
}

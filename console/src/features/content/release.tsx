/** What waits for a second person: who wrote it, what readers would get instead of what they have, and the two verdicts. */
import { Alert, Box, Button } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { DecisionForm } from '../../kit/decision-form.tsx';
import type { Decision } from '../../kit/decision-form.tsx';
import { Panel } from '../../kit/page.tsx';
import { When } from '../../kit/when.tsx';
import { useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import { ArticlePicture } from './article-picture.tsx';
import { releasing } from './decisions.tsx';
import { languageNames } from './draft.ts';
import type { ArticleFacts } from './draft.ts';
import { Lines, whole } from './lines.tsx';

export type Waiting = NonNullable<ArticleFacts['waiting']>;

export function Release({ article, waiting }: { article: ArticleFacts; waiting: Waiting }) {
  const [decision, setDecision] = useState<Decision>();
  const operator = useOperator();
  const notify = useNotify();
  const mayDecide =
    operator !== undefined &&
    mayCall(operator.role, 'POST article_release') &&
    (!article.agreement || operator.role === 'admin');
  const isOwn = operator !== undefined && waiting.by.includes(operator.account);
  const decide = (verdict: 'released' | 'refused') => () =>
    setDecision(releasing({ article, waiting, verdict }));
  return (
    <Panel title="Waiting for release">
      <p>
        Written by {waiting.by.join(' and ')}, <When at={waiting.since} />.{' '}
        {article.public
          ? 'Customers still see the previous version.'
          : 'Customers can’t see this article yet.'}
      </p>
      {isOwn && (
        <Alert severity="info">You wrote this, so a colleague has to release it. You can take it back.</Alert>
      )}
      <Changes article={article} waiting={waiting} />
      {decision === undefined && mayDecide && (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button variant="contained" disabled={isOwn} onClick={decide('released')}>
            Release
          </Button>
          <Button color="error" onClick={decide('refused')}>
            {isOwn ? 'Take back' : 'Refuse'}
          </Button>
        </Box>
      )}
      {decision !== undefined && (
        <DecisionForm
          key={decision.name}
          decision={decision}
          onCancel={() => setDecision(undefined)}
          onDone={() => {
            setDecision(undefined);
            notify('Done, and on record.', { type: 'success' });
          }}
        />
      )}
    </Panel>
  );
}

function Changes({ article, waiting: { head, texts } }: { article: ArticleFacts; waiting: Waiting }) {
  return (
    <Box component="section" aria-label="What would change" sx={{ my: 1 }}>
      {head !== null && head.topic !== article.topic && <p>Topic: {article.topic}</p>}
      {(head?.picture ?? null) !== article.picture && (
        <>
          <p>Picture: {article.picture ?? 'none'}</p>
          {article.picture !== null && (
            <Box sx={{ maxWidth: 360 }}>
              <ArticlePicture name={article.picture} />
            </Box>
          )}
        </>
      )}
      {head !== null && head.banner !== article.banner && (
        <p>{article.banner ? 'Among the banners' : 'No longer a banner'}</p>
      )}
      {texts.length === 0 && <p>No text changes.</p>}
      {texts.map(({ language, now, before }) => (
        <Box key={language} sx={{ mb: 2 }}>
          <Box component="h3" sx={{ m: 0, fontSize: 13, fontWeight: 650 }}>
            {languageNames[language]}
          </Box>
          <Lines before={whole(before)} after={whole(now)} />
        </Box>
      ))}
    </Box>
  );
}

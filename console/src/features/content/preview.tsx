/** A preview of the article at the width of a phone. */
import { Box } from '@mui/material';
import type { Language } from '@candor/protocol/languages.ts';
import { localeOf } from '@candor/protocol/languages.ts';
import { useSay } from '../../i18n/say.ts';
import { Markdown } from './markdown.tsx';
import type { Words } from './draft.ts';
import { ArticlePicture } from './article-picture.tsx';

const PHONE_WIDTH = 390;

export function Preview({
  words: { title, summary, body },
  picture,
  language,
}: {
  words: Words;
  picture: string | null;
  language: Language;
}) {
  const t = useSay();
  return (
    <Box
      component="section"
      aria-label={t('content.preview')}
      tabIndex={0}
      lang={localeOf[language]}
      sx={{
        width: PHONE_WIDTH,
        maxWidth: '100%',
        border: '1px solid var(--line-strong)',
        borderRadius: 2,
        backgroundColor: 'var(--surface)',
        p: 2,
        overflowWrap: 'anywhere',
        // The preview stays in view next to a long text.
        position: 'sticky',
        top: 8,
        maxHeight: 'calc(100vh - 60px)',
        overflow: 'auto',
      }}
    >
      {picture !== null && <ArticlePicture name={picture} />}
      {title.trim() === '' ? (
        <Box component="p" sx={{ color: 'text.secondary', m: 0 }}>
          {t('content.noTitle')}
        </Box>
      ) : (
        <Box component="h2" sx={{ m: 0, fontSize: 22, lineHeight: 1.25, fontWeight: 650 }}>
          {title}
        </Box>
      )}
      <Box component="p" sx={{ color: 'var(--ink-soft)', fontSize: 15, mt: 1, mb: 2 }}>
        {summary}
      </Box>
      <Markdown text={body} />
    </Box>
  );
}

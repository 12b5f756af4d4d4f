/** The fields of an article: the text in one language, and the properties common to all languages. */
import { Alert, Box, Button, Checkbox, FormControlLabel, TextField } from '@mui/material';
import { articleTopics } from '@candor/protocol/content/schemas.ts';
import { ARTICLE_BODY_CHARS_MAX, ARTICLE_PICTURE_BYTES_MAX } from '@candor/protocol/content/console.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { useRef, useState } from 'react';
import { useSay } from '../../i18n/say.ts';
import { useApi } from '../../lib/api.ts';
import { useAsk } from '../../lib/queries.ts';
import { useSending } from '../../lib/use-sending.ts';
import type { ArticleFacts, Draft, Head, Kind, Topic, Words } from './draft.ts';
import { slugOf } from './slug.ts';

const shrunk = { inputLabel: { shrink: true } } as const;

export function TextFields({
  language,
  words,
  file,
  onChange,
}: {
  language: Language;
  words: Words;
  /** The published text, and the built-in text if it differs. */
  file: ArticleFacts['texts'][number] | undefined;
  onChange: (part: Partial<Words>) => void;
}) {
  const t = useSay();
  const name = t(`content.language.${language}`);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, minWidth: 0 }}>
      <TextField
        label={t('content.titleIn', { language: name })}
        value={words.title}
        onChange={(event) => onChange({ title: event.target.value })}
        slotProps={{ ...shrunk, htmlInput: { maxLength: 140 } }}
      />
      <TextField
        label={t('content.summaryIn', { language: name })}
        value={words.summary}
        onChange={(event) => onChange({ summary: event.target.value })}
        helperText={t('content.oneSentence')}
        slotProps={{ ...shrunk, htmlInput: { maxLength: 400 } }}
      />
      <TextField
        label={t('content.textIn', { language: name })}
        value={words.body}
        multiline
        minRows={18}
        maxRows={40}
        onChange={(event) => onChange({ body: event.target.value })}
        helperText={t('content.markdown')}
        slotProps={{
          ...shrunk,
          htmlInput: { maxLength: ARTICLE_BODY_CHARS_MAX, style: { fontFamily: 'ui-monospace, monospace' } },
        }}
      />
      {file?.file !== undefined && file.file !== null && (
        <details>
          <summary>{t('content.ownText')}</summary>
          <Box component="pre" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: 12 }}>
            {`${file.file.title}\n${file.file.summary}\n\n${file.file.body}`}
          </Box>
          <Button onClick={() => file.file !== null && onChange(file.file)}>{t('content.takeText')}</Button>
        </details>
      )}
    </Box>
  );
}

export function ArticleFields({
  kind,
  isNew,
  draft,
  head,
  onChange,
}: {
  kind: Kind;
  isNew: boolean;
  draft: Draft;
  head: Head;
  onChange: (part: Partial<Draft>) => void;
}) {
  const t = useSay();
  const title = draft.texts.en?.title ?? '';
  const choose = (part: Partial<Head>): void => onChange({ head: { ...draft.head, ...part } });
  return (
    <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', alignItems: 'start' }}>
      {isNew && (
        <>
          <TextField
            label={t('content.slugLabel')}
            value={draft.slug}
            onChange={(event) => onChange({ slug: event.target.value })}
            helperText={t('content.slugHint')}
            slotProps={{ ...shrunk, htmlInput: { maxLength: 60, spellCheck: false } }}
          />
          <Button aria-disabled={title === ''} onClick={() => onChange({ slug: slugOf(title) })}>
            {t('content.makeSlug')}
          </Button>
        </>
      )}
      {kind === 'page' && (
        <TextField
          label={t('content.topic')}
          select
          value={head.topic ?? ''}
          onChange={(event) => choose({ topic: event.target.value as Topic })}
          slotProps={{ ...shrunk, select: { native: true } }}
        >
          {articleTopics.map((topic) => (
            <option key={topic} value={topic}>
              {t(`codes.topic.${topic}`)}
            </option>
          ))}
        </TextField>
      )}
      <Picture picture={head.picture} onChange={(picture) => choose({ picture })} />
      {kind === 'news' && (
        <FormControlLabel
          label={t('content.banner')}
          control={<Checkbox checked={head.banner} onChange={(_, banner) => choose({ banner })} />}
        />
      )}
      {kind === 'news' && isNew && (
        <TextField
          label={t('content.comesOut')}
          type="datetime-local"
          value={draft.appears}
          onChange={(event) => onChange({ appears: event.target.value })}
          helperText={t('content.comesOutHint')}
          slotProps={shrunk}
        />
      )}
    </Box>
  );
}

/** The choice between built-in images and an uploaded photo. */
function Picture({ picture, onChange }: { picture: string | null; onChange: (to: string | null) => void }) {
  const { call } = useApi();
  const t = useSay();
  const articles = useAsk('GET articles', {});
  const { sending, trouble, send } = useSending();
  const [tooBig, setTooBig] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const known = new Set([
    ...(articles.data ?? []).flatMap((one) => one.picture ?? []),
    ...(picture === null ? [] : [picture]),
  ]);
  const hand = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    setTooBig(chosen.size > ARTICLE_PICTURE_BYTES_MAX);
    if (chosen.size > ARTICLE_PICTURE_BYTES_MAX) return;
    const data = await base64Of(chosen);
    const done = await send(() => call('POST article_picture', { data }));
    if (done !== undefined) onChange(done.picture);
  };
  return (
    <>
      <TextField
        label={t('content.picture')}
        select
        value={picture ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        slotProps={{ ...shrunk, select: { native: true } }}
      >
        <option value="">{t('ui.none')}</option>
        {[...known].toSorted().map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </TextField>
      <Button aria-disabled={sending} onClick={() => file.current?.click()}>
        {sending ? t('content.photoSending') : t('content.photoSend')}
      </Button>
      <input
        ref={file}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={t('content.photo')}
        hidden
        onChange={(event) => {
          void hand(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {tooBig && <Alert severity="error">{t('content.tooBig')}</Alert>}
      {trouble !== undefined && <Alert severity="error">{trouble}</Alert>}
    </>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

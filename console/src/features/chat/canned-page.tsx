/** The canned answers, which every operator who answers customers can read. Every edit is recorded as a version. */
import { Alert, Box, Button, MenuItem, TextField } from '@mui/material';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { useState } from 'react';
import { useSay } from '../../i18n/say.ts';
import { Asked, Nothing, Page, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { When } from '../../kit/when.tsx';
import { useApi } from '../../lib/api.ts';
import { useAsk } from '../../lib/queries.ts';
import { useSending } from '../../lib/use-sending.ts';

type Canned = ConsoleOutput<'GET chat_canned'>[number];
type Draft = Pick<Canned, 'slug' | 'language' | 'version' | 'title' | 'text'>;

const NEW: Draft = { slug: '', language: 'en', version: 0, title: '', text: '' };

export function CannedPage() {
  const t = useSay();
  const asked = useAsk('GET chat_canned', {});
  const [draft, setDraft] = useState<Draft>(NEW);
  return (
    <Page title={t('chat.canned')}>
      <Panel
        title={
          draft.version === 0
            ? t('chat.newCanned')
            : t('chat.versionOf', {
                slug: draft.slug,
                language: draft.language,
                version: draft.version + 1,
              })
        }
      >
        <CannedForm draft={draft} change={setDraft} />
      </Panel>
      <Panel title={t('chat.cannedList')}>
        <Asked of={asked}>
          {(answers) =>
            answers.length === 0 ? (
              <Nothing>{t('chat.noneCanned')}</Nothing>
            ) : (
              <PlainTable
                label={t('chat.canned')}
                columns={[
                  { head: t('chat.name') },
                  { head: t('chat.language') },
                  { head: t('chat.cannedTitle') },
                  { head: t('chat.written') },
                  { head: t('chat.change') },
                ]}
                rows={answers.map((one) => ({
                  key: `${one.slug} ${one.language}`,
                  cells: [
                    `/${one.slug}`,
                    one.language,
                    one.title,
                    <span key="written">
                      {`${one.by} · `}
                      <When at={one.at} />
                    </span>,
                    <Button key="change" onClick={() => setDraft(one)}>
                      {t('chat.changeOf', { slug: one.slug, language: one.language })}
                    </Button>,
                  ],
                }))}
              />
            )
          }
        </Asked>
      </Panel>
    </Page>
  );
}

function CannedForm({ draft, change }: { draft: Draft; change: (draft: Draft) => void }) {
  const { call } = useApi();
  const t = useSay();
  const sending = useSending();
  const isNew = draft.version === 0;
  const ready = /^[a-z0-9-]{1,40}$/.test(draft.slug) && draft.title.trim() !== '' && draft.text.trim() !== '';
  const write = async (withdrawn: boolean): Promise<void> => {
    const { slug, language, version, title, text } = draft;
    const input = { slug, language, version, title, text, withdrawn };
    const written = await sending.send(() => call('POST chat_canned', input));
    if (written !== undefined) change(NEW);
  };
  const field = { size: 'small', margin: 'none' } as const;
  return (
    <Box
      component="form"
      sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, maxWidth: 640 }}
      onSubmit={(event) => {
        event.preventDefault();
        void write(false);
      }}
    >
      <Box sx={{ display: 'flex', gap: 1 }}>
        <TextField
          {...field}
          label={t('chat.slug')}
          value={draft.slug}
          disabled={!isNew}
          onChange={(event) => change({ ...draft, slug: event.target.value.toLowerCase() })}
        />
        <TextField
          {...field}
          select
          label={t('chat.language')}
          value={draft.language}
          disabled={!isNew}
          sx={{ minWidth: 110 }}
          onChange={(event) => change({ ...draft, language: event.target.value as Language })}
        >
          {languages.map((one) => (
            <MenuItem key={one} value={one}>
              {one}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          {...field}
          fullWidth
          label={t('chat.cannedTitle')}
          value={draft.title}
          onChange={(event) => change({ ...draft, title: event.target.value })}
        />
      </Box>
      <TextField
        {...field}
        multiline
        minRows={3}
        label={t('chat.text')}
        value={draft.text}
        slotProps={{ htmlInput: { maxLength: 2000 } }}
        onChange={(event) => change({ ...draft, text: event.target.value })}
      />
      {sending.trouble !== undefined && <Alert severity="error">{sending.trouble}</Alert>}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained" disabled={!ready || sending.sending}>
          {t('chat.write')}
        </Button>
        {!isNew && (
          <>
            <Button onClick={() => void write(true)}>{t('chat.withdraw')}</Button>
            <Button onClick={() => change(NEW)}>{t('chat.leave')}</Button>
          </>
        )}
      </Box>
    </Box>
  );
}

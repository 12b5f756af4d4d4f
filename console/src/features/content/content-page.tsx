/** The list of all articles, published or withdrawn, with their languages and last editors. */
import { Box, Button, TextField } from '@mui/material';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { useState } from 'react';
import { useNavigate } from 'react-admin';
import { useSay } from '../../i18n/say.ts';
import { Link } from '../../kit/links.tsx';
import { Asked, Nothing, Page, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { useRowKeys } from '../../kit/record-list.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { useAsk, useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import { codeWords, listWords } from '../../lib/words.ts';
import { PublicState } from './public-state.tsx';

type Listed = ConsoleOutput<'GET articles'>[number];

export function ContentPage() {
  const t = useSay();
  const asked = useAsk('GET articles', {});
  const [search, setSearch] = useState('');
  const navigate = useNavigate();
  const operator = useOperator();
  const mayWrite = operator !== undefined && mayCall(operator.role, 'POST article_save');
  useRowKeys();
  return (
    <Page
      title={t('content.title')}
      actions={
        mayWrite && (
          <>
            <Button variant="outlined" onClick={() => navigate('/content/new/page')}>
              {t('content.newPage')}
            </Button>
            <Button variant="outlined" onClick={() => navigate('/content/new/news')}>
              {t('content.newNews')}
            </Button>
          </>
        )
      }
    >
      <Box data-filters>
        <TextField
          label={t('content.find')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      </Box>
      <Asked of={asked}>
        {(articles) => {
          const found = articles.filter((article) => isFound(article, search.trim().toLowerCase()));
          if (found.length === 0) return <Nothing>{t('content.notFound')}</Nothing>;
          return (
            <>
              <List of="waiting" articles={found.filter(({ waiting }) => waiting !== null)} />
              <List of="pages" articles={found.filter(({ kind }) => kind === 'page')} />
              <List of="news" articles={found.filter(({ kind }) => kind === 'news')} />
            </>
          );
        }}
      </Asked>
    </Page>
  );
}

function isFound({ slug, title }: Listed, search: string): boolean {
  return slug.includes(search) || title.toLowerCase().includes(search);
}

function List({ of, articles }: { of: 'waiting' | 'pages' | 'news'; articles: readonly Listed[] }) {
  const t = useSay();
  if (articles.length === 0) return null;
  return (
    <Panel title={t(`content.list.${of}`)}>
      <PlainTable
        label={t(`content.list.${of}`)}
        columns={[
          { head: t('content.article') },
          { head: t('content.slug') },
          { head: of === 'news' ? t('content.where') : t('content.topic') },
          { head: t('ui.state') },
          { head: t('content.languages') },
          { head: t('content.lastChanged') },
        ]}
        rows={articles.map((article) => ({
          key: article.slug,
          cells: [
            <Link key="title" to={`/content/${article.slug}`} row>
              {article.title === '' ? article.slug : article.title}
            </Link>,
            article.slug,
            article.topic === null
              ? article.banner
                ? t('content.newsBanner')
                : t('content.list.news')
              : codeWords(t, 'topic', article.topic),
            <State key="state" article={article} />,
            <Languages key="languages" article={article} />,
            article.changed_at === null ? (
              t('content.asItCame')
            ) : (
              <span key="changed">
                {article.changed_by} · <When at={article.changed_at} />
              </span>
            ),
          ],
        }))}
      />
    </Panel>
  );
}

function State({ article }: { article: Listed }) {
  const t = useSay();
  return (
    <>
      <PublicState article={article} />{' '}
      {article.waiting !== null && (
        <StateChip state="waiting" says={t('content.waitingBy', { who: listWords(article.waiting.by) })} />
      )}{' '}
      {article.agreement && <StateChip state="" says={t('content.admins')} />}
    </>
  );
}

function Languages({ article: { languages, missing } }: { article: Listed }) {
  const t = useSay();
  const changed = languages.filter(({ file_changed }) => file_changed).map(({ language }) => language);
  const named = (codes: readonly Language[]): string =>
    listWords(codes.map((one) => t(`content.language.${one}`)));
  if (missing.length === 0 && changed.length === 0) return <>{t('content.allNine')}</>;
  return (
    <>
      {missing.length > 0 && (
        <StateChip state="waiting" says={t('content.missing', { languages: named(missing) })} />
      )}{' '}
      {changed.length > 0 && (
        <StateChip state="held" says={t('content.fileChanged', { languages: named(changed) })} />
      )}
    </>
  );
}

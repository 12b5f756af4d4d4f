/** Every article that customers can read, and those that were withdrawn: which languages it has, and who changed it last. */
import { Box, Button, TextField } from '@mui/material';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { useState } from 'react';
import { useNavigate } from 'react-admin';
import { Link } from '../../kit/links.tsx';
import { Asked, Nothing, Page, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { useRowKeys } from '../../kit/record-list.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { useAsk, useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import { codeWords } from '../../lib/words.ts';
import { languageNames } from './draft.ts';
import { PublicState } from './public-state.tsx';

type Listed = ConsoleOutput<'GET articles'>[number];

export function ContentPage() {
  const asked = useAsk('GET articles', {});
  const [search, setSearch] = useState('');
  const navigate = useNavigate();
  const operator = useOperator();
  const mayWrite = operator !== undefined && mayCall(operator.role, 'POST article_save');
  useRowKeys();
  return (
    <Page
      title="Content"
      actions={
        mayWrite && (
          <>
            <Button variant="outlined" onClick={() => navigate('/content/new/page')}>
              New page
            </Button>
            <Button variant="outlined" onClick={() => navigate('/content/new/news')}>
              New news
            </Button>
          </>
        )
      }
    >
      <Box data-filters>
        <TextField
          label="Find an article"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      </Box>
      <Asked of={asked}>
        {(articles) => {
          const found = articles.filter((article) => isFound(article, search.trim().toLowerCase()));
          if (found.length === 0) return <Nothing>No such article.</Nothing>;
          return (
            <>
              <List title="Waiting for release" articles={found.filter(({ waiting }) => waiting !== null)} />
              <List title="Pages" articles={found.filter(({ kind }) => kind === 'page')} />
              <List title="News" articles={found.filter(({ kind }) => kind === 'news')} />
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

function List({ title, articles }: { title: string; articles: readonly Listed[] }) {
  if (articles.length === 0) return null;
  return (
    <Panel title={title}>
      <PlainTable
        label={title}
        columns={[
          { head: 'Article' },
          { head: 'Name' },
          { head: title === 'News' ? 'Where' : 'Topic' },
          { head: 'State' },
          { head: 'Languages' },
          { head: 'Last changed' },
        ]}
        rows={articles.map((article) => ({
          key: article.slug,
          cells: [
            <Link key="title" to={`/content/${article.slug}`} row>
              {article.title === '' ? article.slug : article.title}
            </Link>,
            article.slug,
            article.topic === null ? (article.banner ? 'News, banner' : 'News') : codeWords(article.topic),
            <State key="state" article={article} />,
            <Languages key="languages" article={article} />,
            article.changed_at === null ? (
              'As it came'
            ) : (
              <span key="changed">
                {article.changed_by}, <When at={article.changed_at} />
              </span>
            ),
          ],
        }))}
      />
    </Panel>
  );
}

function State({ article }: { article: Listed }) {
  return (
    <>
      <PublicState article={article} />{' '}
      {article.waiting !== null && (
        <StateChip state="waiting" says={`Waiting: by ${article.waiting.by.join(', ')}`} />
      )}{' '}
      {article.agreement && <StateChip state="" says="Admin’s" />}
    </>
  );
}

function Languages({ article: { languages, missing } }: { article: Listed }) {
  const changed = languages.filter(({ file_changed }) => file_changed);
  if (missing.length === 0 && changed.length === 0) return <>All nine</>;
  return (
    <>
      {missing.length > 0 && (
        <StateChip state="waiting" says={`Missing: ${missing.map((one) => languageNames[one]).join(', ')}`} />
      )}{' '}
      {changed.length > 0 && (
        <StateChip
          state="held"
          says={`New text with the software: ${changed.map(({ language }) => languageNames[language]).join(', ')}`}
        />
      )}
    </>
  );
}

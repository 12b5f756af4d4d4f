/** The screens of news and help, as rows of the table of screens. */
import { Newspaper } from 'lucide-react';
import { lazyScreen } from './lazy-screen.ts';
import type { ScreenRow } from './screen-row.ts';

/** A tab of its own, in the order of the table. */
export const newsTab: ScreenRow = {
  paths: ['/pages/newsList/index', '/pages/newsList/list', '/pages/news/index', '/pages/news/list'],
  title: 'news',
  tab: Newspaper,
  screen: lazyScreen(() => import('../features/content/news-screen.tsx').then((file) => file.NewsScreen)),
};

export const contentScreens: readonly ScreenRow[] = [
  {
    paths: ['/pages/news/detail', '/pages/newsList/detail', '/pages/newsList/detail2'],
    title: 'article',
    screen: lazyScreen(() =>
      import('../features/content/article-screen.tsx').then((file) => file.ArticleScreen),
    ),
  },
  {
    paths: ['/pages/news/dc'],
    title: 'help',
    screen: lazyScreen(() => import('../features/content/help-screen.tsx').then((file) => file.HelpScreen)),
  },
  {
    paths: ['/pages/me/faq'],
    title: 'faq',
    screen: lazyScreen(() => import('../features/content/faq-screen.tsx').then((file) => file.FaqScreen)),
  },
  {
    paths: ['/pages/news/fwxy'],
    title: 'serviceAgreement',
    screen: lazyScreen(() =>
      import('../features/content/fixed-pages.tsx').then((file) => file.ServiceAgreementScreen),
    ),
  },
  {
    paths: ['/pages/news/jgpz'],
    title: 'licence',
    screen: lazyScreen(() =>
      import('../features/content/fixed-pages.tsx').then((file) => file.LicenceScreen),
    ),
  },
];

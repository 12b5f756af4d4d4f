/** This feature's registration with the app. */
import { Newspaper } from 'lucide-react';
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { anybody } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const content: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    anybody('news', ['/pages/newsList/index', '/pages/newsList/list', '/pages/news/index', '/pages/news/list'], of(() => import('./news-screen.tsx'), 'NewsScreen'), { icon: Newspaper, place: 2 }),
    anybody('article', ['/pages/news/detail', '/pages/newsList/detail', '/pages/newsList/detail2'], of(() => import('./article-screen.tsx'), 'ArticleScreen')),
    anybody('help', '/pages/news/dc', of(() => import('./help-screen.tsx'), 'HelpScreen')),
    anybody('faq', '/pages/me/faq', of(() => import('./faq-screen.tsx'), 'FaqScreen')),
    anybody('serviceAgreement', '/pages/news/fwxy', of(() => import('./fixed-pages.tsx'), 'ServiceAgreementScreen')),
    anybody('licence', '/pages/news/jgpz', of(() => import('./fixed-pages.tsx'), 'LicenceScreen')),
  ],
};

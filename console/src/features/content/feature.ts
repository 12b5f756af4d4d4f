/** Articles, and the editor of one. */
import type { ConsoleFeature } from '../../kit/console-feature.ts';
import { ArticlePage, NewArticlePage } from './article-page.tsx';
import { ContentPage } from './content-page.tsx';

export const feature: ConsoleFeature = {
  places: [{ path: '/content', at: 130, name: 'frame.place.content', needs: 'GET articles', letter: 'e' }],
  pages: { '/content': ContentPage, '/content/:slug': ArticlePage, '/content/new/:kind': NewArticlePage },
};

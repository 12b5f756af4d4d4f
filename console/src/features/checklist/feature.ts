/** The requirements of live mode that are not met. */
import type { ConsoleFeature } from '../../kit/console-feature.ts';
import { ChecklistPage } from './checklist-page.tsx';

export const feature: ConsoleFeature = {
  places: [
    { path: '/checklist', at: 180, name: 'frame.place.checklist', needs: 'GET checklist', letter: 'l' },
  ],
  pages: { '/checklist': ChecklistPage },
};

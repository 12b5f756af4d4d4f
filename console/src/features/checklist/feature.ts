/** What a live platform lacks. */
import type { ConsoleFeature } from '../../kit/console-feature.ts';
import { ChecklistPage } from './checklist-page.tsx';

export const feature: ConsoleFeature = {
  places: [
    { path: '/checklist', at: 180, name: 'frame.place.checklist', needs: 'GET checklist', letter: 'l' },
  ],
  pages: { '/checklist': ChecklistPage },
};

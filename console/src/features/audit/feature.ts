/** The log of operators’ actions. */
import type { ConsoleFeature } from '../../kit/console-feature.ts';
import { AuditList } from './audit-list.tsx';

export const feature: ConsoleFeature = {
  places: [{ path: '/audit', at: 140, name: 'frame.place.audit', needs: 'GET audit', letter: 'a' }],
  lists: { audit: AuditList },
};

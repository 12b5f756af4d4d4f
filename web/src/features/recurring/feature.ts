/** This feature's registration with the app. */
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { customers } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const recurring: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    customers('recurring', '/pages/me/recurring', of(() => import('./plans-screen.tsx'), 'PlansScreen')),
    customers('newRecurring', '/pages/me/recurringNew', of(() => import('./plan-form-screen.tsx'), 'PlanFormScreen')),
    customers('recurringPlan', '/pages/me/recurringPlan', of(() => import('./plan-screen.tsx'), 'PlanScreen')),
  ],
};

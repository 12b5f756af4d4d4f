/** The screens of statements and of the tax report, for the tests of all screens. */
import type { ScreenShot } from './screen-shot.ts';

/** The month in which the customers of these tests register. Statements divide time by UTC. */
const month = new Date().toISOString().slice(0, 'yyyy-mm'.length);
const year = month.slice(0, 'yyyy'.length);

export const statementScreens: readonly ScreenShot[] = [
  { name: 'statements', path: '/pages/me/statements', as: 'customer' },
  { name: 'statement of a month', path: `/pages/me/statement?period=${month}`, as: 'customer' },
  { name: 'statement of a year', path: `/pages/me/statement?period=${year}`, as: 'trader' },
  { name: 'a month without movements', path: '/pages/me/statement?period=1999-01', as: 'customer' },
  { name: 'tax report', path: '/pages/me/tax', as: 'customer' },
];

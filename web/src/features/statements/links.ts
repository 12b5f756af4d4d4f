/** The addresses of this feature's screens. */

export const statementsLink = '/pages/me/statements';
export const taxLink = '/pages/me/tax';

export function statementLink(period: string): string {
  return `/pages/me/statement?${new URLSearchParams({ period })}`;
}

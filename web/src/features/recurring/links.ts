/** Where the screens of recurring buys are: all of them, one that is begun or changed, and one with its history. */
export const recurringLink = '/pages/me/recurring';
/** Of the plan that it changes, or with the coin that it begins with. */
export function newRecurringLink(wish: { readonly id?: string; readonly symbol?: string } = {}): string {
  const query = new URLSearchParams(wish).toString();
  return query === '' ? '/pages/me/recurringNew' : `/pages/me/recurringNew?${query}`;
}
export function recurringPlanLink(id: string): string {
  return `/pages/me/recurringPlan?${new URLSearchParams({ id })}`;
}

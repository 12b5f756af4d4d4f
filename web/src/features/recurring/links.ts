/** The addresses of the recurring buy screens: the list, the form for a new or changed plan, and one plan with its history. */
export const recurringLink = '/pages/me/recurring';
/** The form, optionally with the plan to change or with the coin of a new plan. */
export function newRecurringLink(wish: { readonly id?: string; readonly symbol?: string } = {}): string {
  const query = new URLSearchParams(wish).toString();
  return query === '' ? '/pages/me/recurringNew' : `/pages/me/recurringNew?${query}`;
}
export function recurringPlanLink(id: string): string {
  return `/pages/me/recurringPlan?${new URLSearchParams({ id })}`;
}

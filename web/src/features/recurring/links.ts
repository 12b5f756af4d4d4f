/** The addresses of the recurring buy screens: the list, the form for a new or changed plan, and one plan with its history. */
export const recurringLink = '/pages/me/recurring';
/** The form, optionally with the plan to change or with the coin of a new plan. */
export function newRecurringLink(wish: { readonly id?: string; readonly symbol?: string } = {}): string {
  const query = new URLSearchParams(wish).toString();
  return query === '' ? '/pages/me/recurringNew' : `/pages/me/recurringNew?${query}`;
}
/** A plan, optionally with one of its purchases opened. */
export function recurringPlanLink(id: string, purchase?: string): string {
  const wish = purchase === undefined ? { id } : { id, purchase };
  return `/pages/me/recurringPlan?${new URLSearchParams(wish)}`;
}

/** The filters of customers, and what links them, as plain lists, so that a browser can offer them without the schemas. */

export const customerIdentities = ['not_started', 'under_review', 'approved', 'rejected'] as const;
/** Seen within a week or within thirty days; quiet: not seen for ninety days. */
export const customerActivities = ['week', 'month', 'quiet'] as const;
export const linkKinds = ['card', 'address', 'device', 'network'] as const;

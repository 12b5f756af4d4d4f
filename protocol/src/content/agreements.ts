/** The texts that a customer consents to, by the slugs of their articles. */
export const agreements = ['service-agreement', 'terms', 'privacy'] as const;
export type Agreement = (typeof agreements)[number];

/** Which text of the loan agreement is consented to, by a loan for good. A text that says something else is another version. */
export const AGREEMENT_VERSION = '2026-11-27';

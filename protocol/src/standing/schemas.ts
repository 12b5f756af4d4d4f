/** The standing of a customer's account. Only operators change it. */

/** Why the standing was changed, as stored in the customer's row and the audit log. */
export const standingReasons = [
  'own_request',
  'security_check',
  'documents_needed',
  'suspected_misuse',
  'court_order',
  'settled',
] as const;

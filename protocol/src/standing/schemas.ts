/** Whether a customer may do what customers do. No call changes it; operators do. */

/** Why a standing was changed, as the customer's row and the log of operators keep it. */
export const standingReasons = [
  'own_request',
  'security_check',
  'documents_needed',
  'suspected_misuse',
  'court_order',
  'settled',
] as const;

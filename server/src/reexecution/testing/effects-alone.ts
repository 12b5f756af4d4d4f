/**
 * The commands of which records contain only the effects on money and on recorded tables. Every command is either on this list or
 * decided again; `tools/recorded-commands.test.ts` finds one that is neither.
 */
export const EFFECTS_ALONE = [
  ...['fund.income', 'demo.start_over', 'account.close'],
  // Commands that move no money.
  ...['addresses.add', 'addresses.delete', 'leverage.apply', 'own_limits.set', 'own_limits.pause'],
  ...['agreements.consent'],
  ...['api_key.create', 'api_key.revoke', 'api_key.ask', 'api_key.answer'],
  ...['price_alert.set', 'price_alert.delete', 'price_alert.fire', 'house.note_custody'],
  ...['webhook.create', 'webhook.change', 'webhook.rotate', 'webhook.delete', 'webhook.stop'],
];

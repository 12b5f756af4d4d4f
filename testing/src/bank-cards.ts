/** For tests: a German bank card with a valid IBAN and BIC, in the form that `user/cash_save` accepts. */
export const testCard = {
  real_name: 'Lena Fischer',
  bank_name: 'Deutsche Bank',
  swift: 'DEUTDEFF500',
  bank_address: 'Taunusanlage 12, Frankfurt',
  card_number: 'DE89 3704 0044 0532 0130 00',
  user_name: 'Lena Fischer',
  payee_country: 'DE',
  phone: '+49 1511 2345678',
  recipient_address: 'Lindenweg 4, 50667 Köln',
};

/** What clients pay to. */
export const ACCOUNT_FIELDS = ['iban', 'accountHolder'] as const

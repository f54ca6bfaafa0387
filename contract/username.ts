/** The one form of a user name, however it was typed: an é may be one character, or an e and its accent. */
export const canonicalUsername = (typed: string): string => typed.trim().toLowerCase().normalize('NFC')

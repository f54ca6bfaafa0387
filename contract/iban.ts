// No schema here, because the portal checks the account of every practice it shows and loads yup lazily.

/** Length by country, from the IBAN registry (ISO 13616). */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  [
    'NO15 BE16 DK18 FI18 FK18 FO18 GL18 NL18 SD18 MK19 SI19 AT20 BA20 EE20 KZ20 LT20 LU20 MN20 XK20 CH21 HR21 LI21 LV21',
    'BG22 BH22 CR22 DE22 GB22 GE22 IE22 ME22 RS22 VA22 AE23 GI23 IL23 IQ23 OM23 SO23 TL23 AD24 CZ24 ES24 MD24 PK24',
    'RO24 SA24 SE24 SK24 TN24 VG24 LY25 PT25 ST25 IS26 TR26 BI27 DJ27 FR27 GR27 IT27 MC27 MR27 SM27 AL28 AZ28 BY28 CY28',
    'DO28 GT28 HN28 HU28 LB28 NI28 PL28 SV28 BR29 EG29 PS29 QA29 UA29 JO30 KW30 MU30 YE30 MT31 SC31 LC32 RU33',
  ]
    .join(' ')
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/** Returns the electronic format: letters and digits only, in capitals. */
export const compactIban = (iban: string): string =>
  iban
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()

/** Formats an IBAN in groups of four, as on a bank card. */
export const formatIban = (iban: string): string =>
  compactIban(iban)
    .replaceAll(/(.{4})/g, '$1 ')
    .trim()

/**
 * Whether a text is an IBAN with the length of its country and valid check digits (ISO 13616, ISO 7064). Empty is
 * valid.
 */
export function isIban(value: string): boolean {
  const iban = compactIban(value)
  if (iban === '') return true
  if (!/^[A-Z]{2}\d{2}[A-Z\d]+$/.test(iban) || iban.length !== LENGTHS.get(iban.slice(0, 2))) return false
  return modulo97(iban.slice(4) + iban.slice(0, 4)) === 1
}

/** Returns the remainder of letters and digits by 97 (ISO 7064); a letter counts as two digits, A as 10. */
export function modulo97(text: string): number {
  let remainder = 0
  for (const character of text) {
    const digits = Number.parseInt(character, 36)
    remainder = (remainder * (digits > 9 ? 100 : 10) + digits) % 97
  }
  return remainder
}

/** Returns the compact IBAN of a practice; undefined if missing or invalid. */
export const ibanOf = ({ iban }: { iban?: string | undefined }): string | undefined =>
  iban?.trim() && isIban(iban) ? compactIban(iban) : undefined

/**
 * Returns the account number for display. An IBAN is grouped; other text from an export is unchecked and stays as it
 * is.
 */
export function accountOf(practice: { iban?: string | undefined }): string | undefined {
  const iban = ibanOf(practice)
  return iban ? formatIban(iban) : practice.iban?.trim() || undefined
}

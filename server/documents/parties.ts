import type { Practice } from '#contract/schemas/practice.ts'
import type { Client } from '#contract/schemas/client.ts'
import { accountOf, ibanOf } from '#contract/iban.ts'
import type { Language } from '#contract/languages.ts'
import { displayName } from '#contract/names.ts'
import type { Letterhead, Logo, Sheet } from '#server/pdf/sheet.ts'
import { ACCOUNT_NUMBER } from './words.ts'

/** Sender and recipient of a document, and the recipient's language. */
export interface Parties {
  practice: Pick<Practice, 'name' | 'phone' | 'website' | 'email' | 'iban' | 'accountHolder'>
  logo?: Logo | undefined
  client: Pick<
    Client,
    | 'companyName'
    | 'callName'
    | 'firstName'
    | 'lastName'
    | 'clientNumber'
    | 'street'
    | 'houseNumber'
    | 'postalCode'
    | 'city'
    | 'country'
  >
  language: Language
}

export function partiesOf({ practice, logo, client, language }: Parties): Pick<Sheet, 'language' | 'from' | 'to'> {
  const { phone, website, email } = practice
  const lines = filled(phone, website && bareUrl(website), email, accountLine(practice, language))
  const from: Letterhead = { name: practice.name, lines, logo }
  const { companyName, street, houseNumber, postalCode, city, country } = client
  const person = displayName({ ...client, companyName: '' })
  const to = filled(companyName, person, joined(street, houseNumber), joined(postalCode, city), country)
  return { language, from, to }
}

function accountLine(practice: Pick<Practice, 'iban'>, language: Language): string | undefined {
  const account = accountOf(practice)
  return account && `${ibanOf(practice) ? 'IBAN' : ACCOUNT_NUMBER[language]} ${account}`
}

const bareUrl = (website: string) => website.replace(/^https?:\/\//, '').replace(/\/$/, '')

export const filled = (...texts: (string | null | undefined)[]): string[] =>
  texts.flatMap((text) => (text?.trim() ? [text.trim()] : []))

const joined = (...texts: (string | null | undefined)[]) => filled(...texts).join(' ')

/** Without empty ones. */
export const factsOf = (facts: Record<string, string | null | undefined>): Sheet['facts'] =>
  Object.entries(facts).flatMap(([label, value]) => (value?.trim() ? [{ label, value: value.trim() }] : []))

import type { Practice } from '#contract/schemas/practice.ts'
import type { Client } from '#contract/schemas/client.ts'
import { accountOf, ibanOf } from '#contract/iban.ts'
import type { Language } from '#contract/languages.ts'
import { displayName } from '#contract/names.ts'
import type { Column, Letterhead, Part, Picture, Sheet } from '#server/pdf/sheet.ts'
import { textsIn } from '#server/texts.ts'

/** Sender and recipient of a document, and the recipient's language. */
export interface Parties {
  practice: Pick<Practice, 'name' | 'phone' | 'website' | 'email' | 'iban' | 'accountHolder' | 'seller'>
  logo?: Picture | undefined
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
  /** Whether the document has invented data. */
  isSample?: boolean
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

/** Returns sender and recipient of an invoice or estimate, which names the seller with address and numbers. */
export function tradePartiesOf(parties: Parties): Pick<Sheet, 'language' | 'from' | 'to'> {
  const { from, ...others } = partiesOf(parties)
  const { legalName, street, houseNumber, postalCode, city, vatNumber, companyNumber } = parties.practice.seller ?? {}
  const { text } = textsIn(parties.language)
  const above = filled(
    legalName?.trim() === parties.practice.name.trim() ? undefined : legalName,
    joined(street, houseNumber),
    joined(postalCode, city),
  )
  const below = filled(
    vatNumber && `${text('documents.vatNumber')} ${vatNumber}`,
    companyNumber && `${text('documents.companyNumber')} ${companyNumber}`,
  )
  return { ...others, from: { ...from, lines: [...above, ...from.lines, ...below] } }
}

function accountLine(practice: Pick<Practice, 'iban'>, language: Language): string | undefined {
  const account = accountOf(practice)
  return account && `${ibanOf(practice) ? 'IBAN' : textsIn(language).text('documents.accountNumber')} ${account}`
}

const bareUrl = (website: string) => website.replace(/^https?:\/\//, '').replace(/\/$/, '')

export const filled = (...texts: (string | null | undefined)[]): string[] =>
  texts.flatMap((text) => (text?.trim() ? [text.trim()] : []))

const joined = (...texts: (string | null | undefined)[]) => filled(...texts).join(' ')

const nonEmpty = (texts: Record<string, string | null | undefined>): [label: string, text: string][] =>
  Object.entries(texts).flatMap(([label, text]) => (text?.trim() ? [[label, text.trim()]] : []))

/** Returns facts by their labels, without those that are empty. */
export const factsOf = (facts: Record<string, string | null | undefined>): Sheet['facts'] =>
  nonEmpty(facts).map(([label, value]) => ({ label, value }))

/** Returns texts by their headings, without those that are empty. */
export const textParts = (texts: Record<string, string | null | undefined>): Part[] =>
  nonEmpty(texts).map(([heading, text]) => ({ kind: 'text', heading, text }))

/** Returns a table without the columns that are empty in every row; nothing if there are no rows. */
export function tableOf<Row>(
  rows: readonly Row[],
  columns: (Column & { cell: (row: Row) => string | false | null | undefined })[],
  options: { heading?: string; isDense?: boolean } = {},
): Part[] {
  if (rows.length === 0) return []
  const shown = columns
    .map(({ cell, ...column }) => ({ column, cells: rows.map((row) => cell(row) || '') }))
    .filter(({ cells }) => cells.some(Boolean))
  return [
    {
      kind: 'table',
      ...options,
      columns: shown.map(({ column }) => column),
      rows: rows.map((_, index) => shown.map(({ cells }) => cells[index] ?? '')),
    },
  ]
}

import type { InferType } from 'yup'
import { isColour } from '../colour.ts'
import { isIban } from '../iban.ts'
import { MAX_ACCOUNT_HOLDER, MAX_IBAN, MAX_PRACTICE_TEXT, MAX_URL } from '../text.ts'
import { isWebsite } from '../website.ts'
import { clientListItemSchema } from './client.ts'
import { code, email, flag, lines, listOf, object, requiredText, telephone, text } from './fields.ts'
import { openingHours } from './opening-hours.ts'
import { nestedProof } from './second-factor.ts'
import { seller } from './seller.ts'

const website = () => code(MAX_URL).test('website', 'invalidUrl', (value) => value == null || isWebsite(value))

/** Account number; accepts any text, because exports may contain any. */
const iban = () => code(MAX_IBAN)
const colour = () =>
  code(7).test('colour', 'invalidColour', (value) => value == null || value === '' || isColour(value))
const accountHolder = () => text(MAX_ACCOUNT_HOLDER)

export const practiceSchema = object({
  id: requiredText().matches(/^[\w.-]+$/, 'invalidId'),
  manaId: code(200),
  name: requiredText(),
  title: text(),
  text: lines(MAX_PRACTICE_TEXT),
  address: text().meta({
    description: 'Visiting address in one line, for clients.',
    example: 'Dorpsstraat 1, 3512 AB Utrecht',
  }),
  phone: telephone(),
  website: website(),
  logoUrl: code(MAX_URL),
  locked: flag(),
  email: email(),
  iban: iban().meta({ description: 'Account that clients pay to.' }),
  accountHolder: accountHolder().meta({ description: 'Absent: the name of the practice.' }),
  bookingUrl: website().meta({ description: 'Page where clients book appointments.' }),
  openingHours: openingHours(),
  colour: colour().meta({
    description: 'Colour of the practice (`#rrggbb`). Absent: that of the portal.',
    example: '#2f6b3c',
  }),
  seller: seller(),
}).meta({ title: 'Practice' })
export type Practice = InferType<typeof practiceSchema>

export const ownPracticeSchema = practiceSchema
  .shape({
    clients: listOf(clientListItemSchema).optional().meta({
      description: 'The clients of the user there, by name; only where there are several.',
    }),
  })
  .meta({ title: 'OwnPractice' })
/** Practice where the signed-in user is a client. */
export type OwnPractice = InferType<typeof ownPracticeSchema>

/** Body of PUT /practice/{practiceId}. An invalid account number from an export may be sent back unchanged. */
export const practiceBodySchema = object({
  name: text()
    .nullable()
    .test('blank', 'required', (value) => value === undefined || (value !== null && value.trim() !== '')),
  title: text().nullable(),
  text: lines(MAX_PRACTICE_TEXT).nullable(),
  address: text().nullable(),
  phone: telephone().nullable(),
  website: website().nullable(),
  email: email().nullable(),
  iban: iban().nullable().meta({ description: 'An IBAN (ISO 13616), with or without blanks; empty for none.' }),
  accountHolder: accountHolder().nullable(),
  bookingUrl: website().nullable(),
  openingHours: openingHours().nullable(),
  colour: colour().nullable().meta({ example: '#2f6b3c' }),
  seller: seller().nullable(),
  proof: nestedProof(),
}).meta({ title: 'PracticeBody' })

/** Schema of the changed fields in the body; a changed account number must be a valid IBAN. */
export const practiceChangeSchema = practiceBodySchema
  .shape({
    iban: iban()
      .nullable()
      .test('iban', 'invalidIban', (value) => value == null || isIban(value)),
  })
  .meta({ title: 'PracticeChange' })
/** Change with an admin's proof of identity, if the account number or its holder changes. */
export type ProvenPracticeChange = InferType<typeof practiceChangeSchema>
/** Absent fields stay unchanged; null or an empty text clears a field. The portal sends all fields. */
export type PracticeChange = Omit<ProvenPracticeChange, 'proof'>

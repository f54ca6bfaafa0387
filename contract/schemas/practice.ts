import type { InferType } from 'yup'
import { isIban } from '../iban.ts'
import { MAX_ACCOUNT_HOLDER, MAX_IBAN, MAX_PRACTICE_TEXT, MAX_URL } from '../text.ts'
import { isWebsite } from '../website.ts'
import { clientListItemSchema } from './client.ts'
import { code, email, flag, lines, listOf, object, requiredText, telephone, text } from './fields.ts'
import { nestedProof } from './second-factor.ts'

const website = () => code(MAX_URL).test('website', 'invalidUrl', (value) => value == null || isWebsite(value))

/** An export may send any text; what is no account number is not shown. */
const iban = () => code(MAX_IBAN)
const accountHolder = () => text(MAX_ACCOUNT_HOLDER)

export const practiceSchema = object({
  id: requiredText().matches(/^[\w.-]+$/, 'invalidId'),
  manaId: code(200),
  name: requiredText(),
  title: text(),
  text: lines(MAX_PRACTICE_TEXT),
  phone: telephone(),
  website: website(),
  logoUrl: code(MAX_URL),
  locked: flag(),
  email: email(),
  iban: iban().meta({ description: 'Account that clients pay to.' }),
  accountHolder: accountHolder().meta({ description: 'Absent: the name of the practice.' }),
  bookingUrl: website().meta({ description: 'Page where clients book appointments.' }),
}).meta({ title: 'Practice' })
export type Practice = InferType<typeof practiceSchema>

export const ownPracticeSchema = practiceSchema
  .shape({
    clients: listOf(clientListItemSchema).optional().meta({
      description: 'The clients of the user there, by name; only where there are several.',
    }),
  })
  .meta({ title: 'OwnPractice' })
/** A practice where the user is a client. */
export type OwnPractice = InferType<typeof ownPracticeSchema>

/** The body of PUT /practice/{practiceId}. What an export brought for an account may be sent back as it was. */
export const practiceBodySchema = object({
  name: text()
    .nullable()
    .test('blank', 'required', (value) => value === undefined || (value !== null && value.trim() !== '')),
  title: text().nullable(),
  text: lines(MAX_PRACTICE_TEXT).nullable(),
  phone: telephone().nullable(),
  website: website().nullable(),
  email: email().nullable(),
  iban: iban().nullable().meta({ description: 'An IBAN (ISO 13616), with or without blanks; empty for none.' }),
  accountHolder: accountHolder().nullable(),
  bookingUrl: website().nullable(),
  proof: nestedProof(),
}).meta({ title: 'PracticeBody' })

/** What is new in it. */
export const practiceChangeSchema = practiceBodySchema
  .shape({
    iban: iban()
      .nullable()
      .test('iban', 'invalidIban', (value) => value == null || isIban(value)),
  })
  .meta({ title: 'PracticeChange' })
/** With the proof of an admin where it changes the account number or its holder. */
export type ProvenPracticeChange = InferType<typeof practiceChangeSchema>
/** What is absent stays as it is, null and an empty text empty it. The portal sends all it has. */
export type PracticeChange = Omit<ProvenPracticeChange, 'proof'>

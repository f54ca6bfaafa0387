import { isWebsite } from '../website.ts'
import { email, flag, lines, object, requiredText, text } from './fields.ts'

const website = () => text(500).test('website', 'invalidUrl', (value) => value == null || isWebsite(value))

export const practiceSchema = object({
  id: requiredText().matches(/^[\w.-]+$/, 'invalidId'),
  manaId: text(),
  name: requiredText(),
  title: text(),
  text: lines(5000),
  phone: text(50),
  website: website(),
  logoUrl: text(500),
  locked: flag(),
  email: email(),
  iban: text(50),
})

/** PUT /practice/{practiceId} */
export const practiceChangeSchema = object({
  name: text()
    .nullable()
    .test('blank', 'required', (value) => value === undefined || (value !== null && value.trim() !== '')),
  title: text().nullable(),
  text: lines(5000).nullable(),
  phone: text(50).nullable(),
  website: website().nullable(),
})

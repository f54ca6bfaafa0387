import type { InferType } from 'yup'
import { email, flag, object, requiredText, text } from './fields.ts'
import { isWebsite } from './website.ts'

export const practiceSchema = object({
  id: requiredText().matches(/^[\w.-]+$/, 'invalidId'),
  manaId: text(),
  name: requiredText(),
  title: text(),
  text: text(4000),
  phone: text(50),
  website: text(500).test('website', 'invalidUrl', (value) => value == null || isWebsite(value)),
  logoUrl: text(500),
  locked: flag(),
  email: email(),
  iban: text(50),
})
export type Practice = InferType<typeof practiceSchema>

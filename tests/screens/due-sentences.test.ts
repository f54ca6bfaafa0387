import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import { sentenceOf } from '#src/routes/client/portal/reminders/-parts/home/items.ts'
import { MESSAGES } from '#harness/messages.ts'

const TODAY = '2026-11-23'

test.each<['nl' | 'en', string, string, string | undefined, string]>([
  ['nl', 'Vaccinatie', '2026-09-09', 'Bella', 'Bella: vaccinatie is 75 dagen te laat'],
  ['nl', 'Vaccinatie: rabiës', '2026-11-22', 'Bella', 'Bella: vaccinatie rabiës is 1 dag te laat'],
  ['nl', 'Ontworming', '2026-11-23', 'Bella', 'Bella: ontworming moet vandaag'],
  ['nl', 'DHP-enting', '2026-11-23', 'Bella', 'Bella: DHP-enting moet vandaag'],
  ['nl', 'Ontworming', '2026-11-20', undefined, 'Ontworming is 3 dagen te laat'],
  ['nl', '', '2026-11-20', undefined, 'Herinnering is 3 dagen te laat'],
  ['en', 'Vaccination', '2026-09-09', 'Bella', 'Bella: vaccination is 75 days overdue'],
  ['en', 'Vaccination', '2026-11-23', 'Bella', 'Bella: vaccination is due today'],
])('the sentence for a due reminder in %s for %s due on %s', (locale, description, date, patientName, sentence) => {
  const intl = createIntl({ locale, messages: MESSAGES[locale] })
  const reminder = { uuid: 'a', active: true, date, description, ...(patientName && { patientName }) }
  expect(sentenceOf(reminder, TODAY, intl)).toBe(sentence)
})

import type { IntlShape } from 'react-intl'
import { type Moment, readDosage } from '#contract/medication.ts'
import type { MessageId } from '#src/lib/intl.tsx'

const MOMENT_TEXT = {
  morning: 'client.given.at.morning',
  noon: 'client.given.at.noon',
  evening: 'client.given.at.evening',
  night: 'client.given.at.night',
} as const satisfies Record<Moment, MessageId>

const HALVES: Readonly<Record<string, string>> = { '0.25': '¼', '0.5': '½', '1.5': '1½' }

/** In a plain sentence where the text is of a form that is known, else as the practice wrote it. */
export function dosageText(text: string, intl: IntlShape): string {
  const dosage = readDosage(text)
  if (!dosage) return text
  const { unit = 'none', at } = dosage
  const isCounted = unit !== 'ml' && unit !== 'none'
  const amount = intl.formatMessage(
    { id: 'client.given.amount' },
    {
      amount: (isCounted && HALVES[dosage.amount]) || intl.formatNumber(dosage.amount),
      // Half a tablet, one and a half tablets.
      form: dosage.amount > 1 ? 'many' : 'one',
      unit,
    },
  )
  if (typeof at === 'number') return intl.formatMessage({ id: 'client.given.times' }, { times: at, amount })
  const moments = intl.formatList(at.map((moment) => intl.formatMessage({ id: MOMENT_TEXT[moment] })))
  return intl.formatMessage({ id: 'client.given.moments' }, { moments, amount })
}

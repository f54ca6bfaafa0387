import type { IntlShape } from 'react-intl'
import type { Vaccination } from '#contract/vaccination.ts'
import { fullDayText } from './words.ts'

export const vaccinationName = ({ what }: Vaccination, intl: IntlShape): string =>
  what ?? intl.formatMessage({ id: 'client.card.what' })

/** `gegeven op 2 januari 2026, geldig tot 2 januari 2027` */
export function vaccinationText({ lastGiven, next, state }: Vaccination, intl: IntlShape): string {
  const given = lastGiven
    ? intl.formatMessage({ id: 'client.card.givenOn' }, { date: fullDayText(lastGiven, intl) })
    : intl.formatMessage({ id: 'client.card.neverGiven' })
  if (!next) return `${given}, ${intl.formatMessage({ id: 'client.card.unknownUntil' })}`
  const id = state === 'expired' ? 'client.card.expiredOn' : lastGiven ? 'client.card.validUntil' : 'client.card.dueOn'
  return `${given}, ${intl.formatMessage({ id }, { date: fullDayText(next, intl) })}`
}

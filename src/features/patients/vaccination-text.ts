import type { IntlShape } from 'react-intl'
import type { Vaccination } from '#contract/vaccination.ts'
import { fullDayText } from './words.ts'

export const vaccinationName = ({ what }: Vaccination, intl: IntlShape): string =>
  what ?? intl.formatMessage({ id: 'client.card.what' })

/** `te geven op 2 januari 2027`: of one that was never given there is no day until which it holds. */
export function dueText({ next }: Vaccination, intl: IntlShape): string {
  return next ? intl.formatMessage({ id: 'client.card.dueOn' }, { date: fullDayText(next, intl) }) : ''
}

/** `gegeven op 2 januari 2026, geldig t/m 2 januari 2027` */
export function vaccinationText(vaccination: Vaccination, intl: IntlShape): string {
  const { lastGiven, next, state } = vaccination
  if (!lastGiven) {
    const never = intl.formatMessage({ id: 'client.card.neverGiven' })
    return [never, dueText(vaccination, intl)].filter(Boolean).join(', ')
  }
  const given = intl.formatMessage({ id: 'client.card.givenOn' }, { date: fullDayText(lastGiven, intl) })
  if (!next) return `${given}, ${intl.formatMessage({ id: 'client.card.unknownUntil' })}`
  const id = state === 'expired' ? 'client.card.expiredOn' : 'client.card.validUntil'
  return `${given}, ${intl.formatMessage({ id }, { date: fullDayText(next, intl) })}`
}

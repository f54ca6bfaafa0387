import type { IsoDate } from '#contract/dates.ts'
import type { Language } from '#contract/languages.ts'

interface Formats {
  money(euros: number): string
  percent(rate: number): string
  day(date: IsoDate): string
  /** For narrow columns. */
  shortDay(date: IsoDate): string
  count(value: number): string
}

const LOCALES: Record<Language, string> = { nl: 'nl-NL', en: 'en-GB' }

function formatsOf(language: Language): Formats {
  const locale = LOCALES[language]
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const shortDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const count = new Intl.NumberFormat(locale)
  return {
    // A zero has no sign.
    money: (euros) => money.format(euros === 0 ? 0 : euros),
    percent: (rate) => percent.format(rate / 100),
    day: (date) => day.format(new Date(`${date}T00:00:00Z`)),
    shortDay: (date) => shortDay.format(new Date(`${date}T00:00:00Z`)),
    count: (value) => count.format(value),
  }
}

const made: Partial<Record<Language, Formats>> = {}

/** Number and date formats by language, made on first use: an Intl format is slow to construct. */
export const formats = (language: Language): Formats => (made[language] ??= formatsOf(language))

import { IntlMessageFormat } from 'intl-messageformat'
import type { IsoDate } from '#contract/dates.ts'
import { LOCALES, type Language } from '#contract/languages.ts'
import { type MessageIdOf, messagesOf } from '#contract/messages.ts'
import portalEn from '../locales/en.json' with { type: 'json' }
import portalNl from '../locales/nl.json' with { type: 'json' }
import ownEn from '../locales/server.en.json' with { type: 'json' }
import ownNl from '../locales/server.nl.json' with { type: 'json' }

/** Id of a message of the portal or the server; an unknown id does not compile. */
export type MessageId = MessageIdOf<typeof portalNl> | MessageIdOf<typeof ownNl>

export type Values = Record<string, string | number | boolean>

export type Texts = ReturnType<typeof createTexts>

const FILES = { nl: [portalNl, ownNl], en: [portalEn, ownEn] }

function createTexts(language: Language) {
  const locale = LOCALES[language]
  const messages = new Map(FILES[language].flatMap((file) => messagesOf(file)))
  const compiled = new Map<string, IntlMessageFormat>()
  const numbers = new Intl.NumberFormat(locale)
  const euros = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })
  const prices = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR', maximumFractionDigits: 4 })
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const dayFormat = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    return (date: IsoDate) => format.format(new Date(`${date}T00:00:00Z`))
  }

  return {
    /** Whether a message exists, for ids built at run time. */
    has: (id: string): id is MessageId => messages.has(id),
    text(id: MessageId, values?: Values): string {
      const message = compiled.get(id) ?? new IntlMessageFormat(messages.get(id) ?? id, locale, {}, { ignoreTag: true })
      compiled.set(id, message)
      return String(message.format(values))
    },
    // Avoids a negative zero.
    money: (amount: number) => euros.format(amount === 0 ? 0 : amount),
    /** Formats the price of a unit, which may have parts of a cent. */
    price: (amount: number) => prices.format(amount === 0 ? 0 : amount),
    percent: (rate: number) => percents.format(rate / 100),
    count: (value: number) => numbers.format(value),
    day: dayFormat({ dateStyle: 'long' }),
    /** Short format for narrow columns. */
    shortDay: dayFormat({ dateStyle: 'medium' }),
    weekday: dayFormat({ weekday: 'long', day: 'numeric', month: 'long' }),
  }
}

const made: Partial<Record<Language, Texts>> = {}

/** Returns the texts and formats of a language. Cached, because constructing an Intl format is slow. */
export const textsIn = (language: Language): Texts => (made[language] ??= createTexts(language))

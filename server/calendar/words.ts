import type { Language } from '#contract/languages.ts'

interface CalendarWords {
  name: (practice: string) => string
  /** A reminder that says nothing of itself. */
  unnamed: string
}

export const CALENDAR_WORDS: Record<Language, CalendarWords> = {
  nl: { name: (practice) => `Herinneringen van ${practice}`, unnamed: 'Herinnering' },
  en: { name: (practice) => `Reminders from ${practice}`, unnamed: 'Reminder' },
}

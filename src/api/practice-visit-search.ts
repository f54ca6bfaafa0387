import type { SearchSchemaInput } from '@tanstack/react-router'
import { type IsoDate, isIsoDate } from '#contract/dates.ts'
import { readPage, readText } from '#src/lib/search.ts'

// Separate from practice-visits.ts, because the URL is read before the code of its page has loaded.

/** `week`: seven days from any day. */
export const VISIT_PERIODS = ['day', 'week'] as const
export const READINESS = ['all', 'not-ready'] as const

/** Search of the list of visits, in the URL. */
export interface PracticeVisitSearch {
  /** Page number, counted from 1. */
  page: number
  /** First day, in the time zone of the practices; empty: today. */
  from: IsoDate
  period: (typeof VISIT_PERIODS)[number]
  /** `not-ready`: only visits for which a form is open or a consent was withdrawn. */
  show: (typeof READINESS)[number]
}

export const NO_VISIT_SEARCH: PracticeVisitSearch = { page: 1, from: '', period: 'week', show: 'all' }

export function readVisitSearch(search: Partial<PracticeVisitSearch> & SearchSchemaInput): PracticeVisitSearch {
  const from = readText(search.from)
  return {
    page: readPage(search),
    from: isIsoDate(from) ? from : '',
    period: VISIT_PERIODS.find((period) => period === search.period) ?? 'week',
    show: READINESS.find((show) => show === search.show) ?? 'all',
  }
}

/** Picks the search of the list from the search of a URL. */
export const visitSearchOf = ({ page, from, period, show }: PracticeVisitSearch): PracticeVisitSearch => ({
  page,
  from,
  period,
  show,
})

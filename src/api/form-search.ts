import type { SearchSchemaInput } from '@tanstack/react-router'
import { readPage, readText } from '#src/lib/search.ts'

// Separate from practice-forms.ts, because the URL is read before the code of its page has loaded.

/** States that the list of forms can be filtered by. `asked` includes those that have lapsed. */
export const FORM_FILTERS = ['all', 'asked', 'complete', 'withdrawn', 'cancelled'] as const

/** Search of the forms that clients were asked to fill in, in the URL. */
export interface FormSearch {
  /** Page number, counted from 1. */
  page: number
  state: (typeof FORM_FILTERS)[number]
  /** Id of a form; empty: all. */
  form: string
  /** Id of a client; empty: all. Not `client`, which is the open client sheet in the URL. */
  of: string
}

export const NO_FORM_SEARCH: FormSearch = { page: 1, state: 'all', form: '', of: '' }

export const readFormSearch = (search: Partial<FormSearch> & SearchSchemaInput): FormSearch => ({
  page: readPage(search),
  state: FORM_FILTERS.find((state) => state === search.state) ?? 'all',
  form: readText(search.form),
  of: readText(search.of),
})

/** Picks the search of the list from the search of a URL. */
export const formSearchOf = ({ page, state, form, of }: FormSearch): FormSearch => ({ page, state, form, of })

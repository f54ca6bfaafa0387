import { readPage, readText } from '#src/lib/search.ts'

export const VIEWS = ['animals', 'medicines'] as const

/** What the address says of the page; absent: what may not be delivered yet. */
export interface HerdSearch {
  show?: (typeof VIEWS)[number] | undefined
  page: number
  /** A name or number. */
  search: string
  ubn: string
  medicine: string
  startDate?: string | undefined
  endDate?: string | undefined
}

/** What is as usual does not stand in the address. */
export type HerdAddress = Partial<HerdSearch>

export const herdAddress = ({ page, search, ubn, medicine, ...rest }: HerdSearch): HerdAddress => ({
  ...rest,
  ...(page > 1 && { page }),
  ...(search && { search }),
  ...(ubn && { ubn }),
  ...(medicine && { medicine }),
})

export const readView = ({ show }: { readonly show?: unknown }) => VIEWS.find((view) => view === show)

export function readSearch(search: Readonly<Record<string, unknown>>): HerdSearch {
  return {
    show: readView(search),
    page: readPage(search),
    search: readText(search['search']),
    ubn: readText(search['ubn'], 20),
    medicine: readText(search['medicine']),
    startDate: readText(search['startDate'], 10) || undefined,
    endDate: readText(search['endDate'], 10) || undefined,
  }
}

/** So many of a food; the first script asks for as many. */
export interface HerdProps {
  clientId: string
  practiceId: string
  viewedByStaff: boolean
  /** Where animals are kept. */
  ubns: readonly string[]
  search: HerdSearch
  /** Without `page` it is the first one. */
  onSearch: (changed: Partial<HerdSearch>) => void
}

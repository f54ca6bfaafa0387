import { readPage, readText } from '#src/lib/search.ts'

export const VIEWS = ['animals', 'medicines'] as const

/** Search parameters of the page; without `show`, withdrawal periods are shown. */
export interface HerdSearch {
  show?: (typeof VIEWS)[number] | undefined
  page: number
  /** Part of a name or number. */
  search: string
  ubn: string
  medicine: string
  startDate?: string | undefined
  endDate?: string | undefined
}

/** Search parameters in the URL, without defaults. */
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

export interface HerdProps {
  clientId: string
  practiceId: string
  viewedByStaff: boolean
  /** UBNs (identification numbers of locations) where animals are kept. */
  ubns: readonly string[]
  search: HerdSearch
  /** Changes the search; without `page`, shows the first page. */
  onSearch: (changed: Partial<HerdSearch>) => void
}

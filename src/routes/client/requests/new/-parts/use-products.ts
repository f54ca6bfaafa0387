import { useQuery } from '@tanstack/react-query'
import { yearsBefore } from '#contract/dates.ts'
import type { RequestKind } from '#contract/request.ts'
import type { RequestTerms } from '#contract/schemas/request.ts'
import { logbookQueries } from '#src/api/logbook.ts'
import { SILENT } from '#src/api/query-client.ts'
import type { AskSearch } from '#src/api/request-terms.ts'
import { visitFormQueries } from '#src/api/visit-forms.ts'
import { today as todayNow } from '#src/lib/dates.ts'
import { type Product, productsOf } from './products.ts'

const YEARS = 2

interface Of {
  clientId: string
  patientUuid: string
  kind: RequestKind
  search: AskSearch
  terms: RequestTerms
}

/** What the chosen animal has had. What cannot be asked for is typed. */
export function useProducts({ clientId, patientUuid, kind, search, terms }: Of): {
  products: readonly Product[]
  isPending: boolean
} {
  const enabled = kind === 'REPEAT_MEDICINE' && patientUuid !== ''
  const endDate = todayNow()
  const startDate = yearsBefore(endDate, YEARS)
  const visits = useQuery({ ...visitFormQueries.whole(clientId, patientUuid), enabled })
  const entries = useQuery({
    ...logbookQueries.of(clientId, patientUuid, { startDate, endDate }),
    enabled,
    meta: SILENT,
  })
  const asked =
    search.product && patientUuid === (search.patient ?? '')
      ? { name: search.product, visitFormUuid: search.visitForm, logbookEntryUuid: search.entry }
      : undefined
  const products = productsOf({
    visits: visits.data?.content ?? [],
    entries: entries.data ?? [],
    notRepeated: terms.productsNotRepeated ?? [],
    asked,
  })
  return { products, isPending: enabled && (visits.isPending || entries.isPending) }
}

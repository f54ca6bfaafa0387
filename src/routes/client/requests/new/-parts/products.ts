import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import type { VisitForm } from '#contract/schemas/visit-form.ts'
import { foldName } from '#contract/fold-name.ts'
import { isMedicine, medicineName } from '#contract/logbook.ts'
import { useQuery } from '@tanstack/react-query'
import { yearsBefore } from '#contract/dates.ts'
import type { RequestKind } from '#contract/request.ts'
import type { RequestTerms } from '#contract/schemas/request.ts'
import { logbookQueries } from '#src/api/logbook.ts'
import { SILENT } from '#src/api/query-client.ts'
import type { NewRequestSearch } from '#src/api/request-terms.ts'
import { visitFormQueries } from '#src/api/visit-forms.ts'
import { today as todayNow } from '#src/lib/dates.ts'

/** Medicine that may be requested again. */
export interface Product {
  name: string
  /** Date when the animal last got the medicine; undefined for a medicine of the URL. */
  date?: string | undefined
  visitFormUuid?: string | undefined
  logbookEntryUuid?: string | undefined
  /** Whether the practice repeats the medicine only by telephone. */
  isByTelephone: boolean
}

interface Sources {
  visits: readonly Pick<VisitForm, 'uuid' | 'date' | 'medication'>[]
  entries: readonly LogbookEntry[]
  /** Names of medicines that the practice does not repeat on request. */
  notRepeated: readonly string[]
  requested: Omit<Product, 'isByTelephone'> | undefined
}

/** Returns the medicines of an animal, each with its latest record: the one of the URL first, then the newest. */
export function productsOf({ visits, entries, notRepeated, requested }: Sources): Product[] {
  const byTelephone = new Set(notRepeated.map(foldName))
  const given = [
    ...visits.flatMap(({ uuid, date, medication = [] }) =>
      medication.map(({ product, mayRepeat }) => ({ name: product.trim(), date, visitFormUuid: uuid, mayRepeat })),
    ),
    ...entries
      .filter((entry) => entry.kind === 'DELIVERY' && isMedicine(entry))
      .map((entry) => ({
        name: medicineName(entry).trim(),
        date: entry.date,
        logbookEntryUuid: entry.uuid,
        mayRepeat: entry.mayRepeat,
      })),
  ].sort((one, other) => other.date.localeCompare(one.date))
  // The newest `mayRepeat` of each medicine applies.
  const marked = new Map<string, boolean>()
  for (const { name, mayRepeat } of given) {
    const key = foldName(name)
    if (mayRepeat !== undefined && !marked.has(key)) marked.set(key, mayRepeat)
  }
  const isByTelephone = (key: string) => byTelephone.has(key) || marked.get(key) === false
  const products = new Map<string, Product>()
  for (const { mayRepeat: _, ...product } of given) {
    const key = foldName(product.name)
    if (key && !products.has(key)) products.set(key, { ...product, isByTelephone: isByTelephone(key) })
  }
  if (!requested) return [...products.values()]
  // Keeps the name of the URL, so that the option matches the chosen value.
  const key = foldName(requested.name)
  const isNamed = requested.visitFormUuid ?? requested.logbookEntryUuid
  const first = {
    ...products.get(key),
    ...(isNamed && requested),
    name: requested.name,
    isByTelephone: isByTelephone(key),
  }
  products.delete(key)
  return [first, ...products.values()]
}

const YEARS = 2

interface Of {
  clientId: string
  patientUuid: string
  kind: RequestKind
  search: NewRequestSearch
  terms: RequestTerms
}

/** Returns the medicines of the chosen animal. If they fail to load, users type the name. */
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
  const requested =
    search.product && patientUuid === (search.patient ?? '')
      ? { name: search.product, visitFormUuid: search.visitForm, logbookEntryUuid: search.entry }
      : undefined
  const products = productsOf({
    visits: visits.data?.content ?? [],
    entries: entries.data ?? [],
    notRepeated: terms.productsNotRepeated ?? [],
    requested,
  })
  return { products, isPending: enabled && (visits.isPending || entries.isPending) }
}

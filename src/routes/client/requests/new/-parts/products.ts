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
import type { AskSearch } from '#src/api/request-terms.ts'
import { visitFormQueries } from '#src/api/visit-forms.ts'
import { today as todayNow } from '#src/lib/dates.ts'

/** A medicine that may be asked for again. */
export interface Product {
  name: string
  /** When the animal had it last; undefined of what the address says. */
  date?: string | undefined
  visitFormUuid?: string | undefined
  logbookEntryUuid?: string | undefined
  /** The practice talks about it before it gives it again. */
  isByTelephone: boolean
}

interface Sources {
  visits: readonly Pick<VisitForm, 'uuid' | 'date' | 'medication'>[]
  entries: readonly LogbookEntry[]
  /** What the practice does not repeat on request, by name. */
  notRepeated: readonly string[]
  /** The one that was asked for. */
  asked: Omit<Product, 'isByTelephone'> | undefined
}

/** What an animal has had, by name, of each the last time: the asked one first, then the newest. */
export function productsOf({ visits, entries, notRepeated, asked }: Sources): Product[] {
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
  // Of each the newest mark of the practice counts.
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
  if (!asked) return [...products.values()]
  // By its own name, so that it is the one that was chosen.
  const key = foldName(asked.name)
  const isNamed = asked.visitFormUuid ?? asked.logbookEntryUuid
  const first = {
    ...products.get(key),
    ...(isNamed && asked),
    name: asked.name,
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

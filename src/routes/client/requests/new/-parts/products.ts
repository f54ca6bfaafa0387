import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import type { VisitForm } from '#contract/schemas/visit-form.ts'
import { foldName } from '#contract/fold-name.ts'
import { isMedicine, medicineName } from '#contract/logbook.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type IsoDate, yearsBefore } from '#contract/dates.ts'
import type { PatientMedication } from '#contract/schemas/current-medication.ts'
import type { Patient } from '#contract/schemas/patient.ts'
import { currentMedicationQueries } from '#src/api/medicines.ts'
import type { RequestKind } from '#contract/request.ts'
import type { RequestTerms } from '#contract/schemas/request.ts'
import { logbookQueries } from '#src/api/logbook.ts'
import { SILENT, cachedFirst } from '#src/api/query-client.ts'
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
  /** Animal of a current medicine, where no animal is chosen yet. */
  patient?: Pick<Patient, 'uuid' | 'name'> | undefined
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

/** Returns the current medicines of all animals, to choose an animal by its medicine. */
export function currentProducts(
  lines: readonly PatientMedication[],
  patients: readonly Patient[],
  { notRepeated, today }: Pick<Sources, 'notRepeated'> & { today: IsoDate },
): Product[] {
  const byTelephone = new Set(notRepeated.map(foldName))
  return lines.flatMap(({ patientUuid, product: name, since, listedUntil, visitForm, entry, mayRepeat }) => {
    const patient = patients.find(({ uuid }) => uuid === patientUuid)
    if (!patient || listedUntil < today) return []
    const isByTelephone = !mayRepeat || byTelephone.has(foldName(name))
    return { name, date: since, visitFormUuid: visitForm, logbookEntryUuid: entry, patient, isByTelephone }
  })
}

interface Of {
  clientId: string
  /** Animals that a request may be about. */
  patients: readonly Patient[]
  patientUuid: string
  kind: RequestKind
  search: NewRequestSearch
  terms: RequestTerms
}

const recordsOf = (clientId: string, patientUuid: string) => {
  const endDate = todayNow()
  const period = { startDate: yearsBefore(endDate, YEARS), endDate }
  return {
    visits: visitFormQueries.whole(clientId, patientUuid),
    entries: { ...logbookQueries.of(clientId, patientUuid, period), meta: SILENT },
  }
}

interface Records {
  visits: { content: Sources['visits'] } | undefined
  entries: Sources['entries'] | undefined
}

const productsIn = ({ visits, entries }: Records, { patientUuid, search, terms }: Of) =>
  productsOf({
    visits: visits?.content ?? [],
    entries: entries ?? [],
    notRepeated: terms.productsNotRepeated ?? [],
    requested:
      search.product && patientUuid === (search.patient ?? '')
        ? { name: search.product, visitFormUuid: search.visitForm, logbookEntryUuid: search.entry }
        : undefined,
  })

/** Returns the medicines of the chosen animal, or the current ones of all. If they fail to load, users type the name. */
export function useProducts(of: Of): { products: readonly Product[]; isPending: boolean } {
  const { clientId, patients, patientUuid, kind, terms } = of
  const enabled = kind === 'REPEAT_MEDICINE' && patientUuid !== ''
  const records = recordsOf(clientId, patientUuid)
  const visits = useQuery({ ...records.visits, enabled })
  const entries = useQuery({ ...records.entries, enabled })
  const isOfAll = kind === 'REPEAT_MEDICINE' && patientUuid === ''
  const today = todayNow()
  const current = useQuery({ ...currentMedicationQueries.of(clientId, today), enabled: isOfAll })
  const notRepeated = terms.productsNotRepeated ?? []
  const ofAll = isOfAll ? currentProducts(current.data ?? [], patients, { notRepeated, today }) : []
  return {
    products: [...productsIn({ visits: visits.data, entries: entries.data }, of), ...ofAll],
    isPending: (enabled && (visits.isPending || entries.isPending)) || (isOfAll && current.isPending),
  }
}

/** Returns the medicines of an animal, after its records have loaded or failed to load. */
export async function loadProducts(queryClient: QueryClient, of: Of): Promise<readonly Product[]> {
  const records = recordsOf(of.clientId, of.patientUuid)
  const [visits, entries] = await Promise.all([
    queryClient.query(cachedFirst(records.visits)).catch(() => undefined),
    queryClient.query(cachedFirst(records.entries)).catch(() => undefined),
  ])
  return productsIn({ visits, entries }, of)
}

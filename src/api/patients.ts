import type { ListedPatient } from '#contract/schemas/patient.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import * as paths from '#contract/paths.ts'
import { PATIENT_KINDS, SEXES, SPECIES, concernsCurrent, currentAmong } from '#contract/patient.ts'
import { type CallOptions, api } from './http.ts'
import { sharedCallOf, SILENT, cachedFirst } from './query-client.ts'
import { clientKey } from './scope.ts'
import { read } from './response-readers.ts'
import { type Page, pageInfo, isWhole } from '#contract/paging.ts'
import { can } from './capabilities.ts'

export const patient = read.record<ListedPatient>({
  uuid: read.requiredText,
  name: read.requiredText,
  caretakerUuid: read.orNull(read.text),
  caretaker: read.orNull(read.record({ firstName: read.text, callName: read.text, lastName: read.text })),
  kind: read.word(PATIENT_KINDS),
  headCount: read.number,
  species: read.word(SPECIES),
  breed: read.text,
  crossBreed: read.flag,
  sex: read.word(SEXES),
  neutered: read.flag,
  birthDate: read.day,
  deceasedDate: read.orNull(read.day),
  active: read.flag,
  color: read.text,
  coat: read.text,
  chipNumber: read.text,
  passportNumber: read.text,
  lifeNumber: read.text,
  ubn: read.text,
  weightKg: read.number,
  weightDate: read.day,
  weights: read.items(read.complete({ date: read.day, kg: read.number })),
  foodProducing: read.flag,
  insurance: read.orNull(read.record({ company: read.text, policyNumber: read.text })),
  photoUrl: read.text,
  ownPhoto: read.flag,
  alerts: read.text,
})

export const readPatients = read.list(patient)
export const readPatientPage = read.page(patient)

export const getPatients = async (clientId: string, options: Pick<CallOptions, 'signal' | 'silent' | 'expects'> = {}) =>
  readPatients(await api.get(paths.patients(clientId), options))

export const patientQueries = {
  /** Animals of a client. No signal: every page of the client area needs them, and leaving a page must not cancel the request. */
  list: (clientId: string) =>
    queryOptions({
      queryKey: clientKey(clientId, 'patients'),
      queryFn: (context) => getPatients(clientId, sharedCallOf(context)),
      staleTime: 300_000,
    }),
}

interface NewPhoto {
  patientId: string
  photo: Blob
}

export const patientMutations = {
  setPhoto: (clientId: string) =>
    mutationOptions({
      mutationFn: ({ patientId, photo }: NewPhoto) =>
        api.put(paths.patientPhoto(clientId, patientId), { body: photo, silent: true }),
      meta: { invalidates: patientQueries.list(clientId).queryKey },
    }),
  removePhoto: (clientId: string) =>
    mutationOptions({
      mutationFn: (patientId: string) => api.delete(paths.patientPhoto(clientId, patientId), { silent: true }),
      // Another device may have removed it.
      meta: { invalidates: () => ({ queryKey: patientQueries.list(clientId).queryKey }) },
    }),
}

/** Search in the URL of a list that can be filtered by animal. */
export interface PatientSearch {
  /** Page number, counted from 1. */
  page: number
  /** Id of an animal; undefined: all animals. */
  patientId?: string | undefined
}

/** Page of the records of one animal or of all animals. */
export interface PatientPage<T> extends Page<T> {
  /** False: the API cannot filter. The portal removed records of other animals, but `page` still counts them. */
  isFiltered: boolean
  /** Number of records without an animal that were left out. */
  unnamed: number
}

interface OfPatient {
  patientUuid?: string | undefined
}

type FetchPage<T, None> = (patientId: string | undefined) => Promise<Page<T> | None>

/**
 * Returns a page of the records of one animal, or of all animals if `patientId` is undefined. Records without `patientUuid` match no
 * animal. Null: the API has no such list.
 */
export async function pageOfPatient<T extends OfPatient>(
  queryClient: QueryClient,
  patientId: string | undefined,
  fetchPage: FetchPage<T, never>,
): Promise<PatientPage<T>>
export async function pageOfPatient<T extends OfPatient>(
  queryClient: QueryClient,
  patientId: string | undefined,
  fetchPage: FetchPage<T, null>,
): Promise<PatientPage<T> | null>
export async function pageOfPatient<T extends OfPatient>(
  queryClient: QueryClient,
  patientId: string | undefined,
  fetchPage: FetchPage<T, null>,
): Promise<PatientPage<T> | null> {
  const isFiltered = patientId === undefined || (await can(queryClient, 'patient-filter'))
  const response = await fetchPage(isFiltered ? patientId : undefined)
  if (response === null || isFiltered) return response && { ...response, isFiltered, unnamed: 0 }
  const { content, page } = response
  const own = content.filter(({ patientUuid }) => patientUuid === patientId)
  const unnamed = content.filter(({ patientUuid }) => patientUuid === undefined).length
  // With the whole list, the number of records of the animal is known.
  const isKnown = isWhole(response)
  return { content: own, page: isKnown ? pageInfo(0, page.size, own.length) : page, isFiltered: isKnown, unnamed }
}

/**
 * Returns the records that concern a current animal. An API with `patient-state` has filtered them already, so that the list of animals
 * is not needed.
 */
async function keepCurrent<T>(
  { queryClient, clientId }: { queryClient: QueryClient; clientId: string },
  records: readonly T[],
  patientsOf: (record: T) => readonly (string | undefined)[],
): Promise<T[]> {
  const all = [...records]
  if (!all.some((record) => patientsOf(record).some(Boolean))) return all
  if (await can(queryClient, 'patient-state')) return all
  const patients = queryClient.query({ ...cachedFirst(patientQueries.list(clientId)), meta: SILENT })
  const isCurrent = currentAmong(await patients.catch(() => undefined))
  return all.filter((record) => concernsCurrent(patientsOf(record), isCurrent))
}

type Of = Parameters<typeof keepCurrent>[0]

export const currentAppointments = <T extends { patientUuids: readonly string[] }>(
  of: Of,
  appointments: readonly T[],
) => keepCurrent(of, appointments, ({ patientUuids }) => patientUuids)

/** Returns the reminders of a page that concern a current animal. The total is corrected if the page is the whole list. */
export async function currentReminders<T extends { patientUuid?: string | undefined }>(
  of: Of,
  response: Page<T>,
): Promise<Page<T>> {
  const { content, page } = response
  const current = await keepCurrent(of, content, ({ patientUuid }) => [patientUuid])
  if (current.length === content.length) return response
  return { content: current, page: isWhole(response) ? pageInfo(0, page.size, current.length) : page }
}

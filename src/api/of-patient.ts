import type { QueryClient } from '@tanstack/react-query'
import { type Page, pageInfo } from '#contract/paging.ts'
import { can } from './capabilities.ts'

/** A page of what is of one animal, or of all. */
export interface PatientPage<T> extends Page<T> {
  /** False: the API cannot filter, and what is of other animals was left out here. Then `page` counts those as well. */
  isFiltered: boolean
  /** So many were left out of which nobody says whose they are. */
  unnamed: number
}

interface OfPatient {
  patientUuid?: string | undefined
}

type Ask<T, None> = (patientId: string | undefined) => Promise<Page<T> | None>

/**
 * Asks for what is of one animal (undefined: of all). What does not say which animal it is of is of none. Null is passed on: the
 * API has no such list.
 */
export async function pageOfPatient<T extends OfPatient>(
  queryClient: QueryClient,
  patientId: string | undefined,
  ask: Ask<T, never>,
): Promise<PatientPage<T>>
export async function pageOfPatient<T extends OfPatient>(
  queryClient: QueryClient,
  patientId: string | undefined,
  ask: Ask<T, null>,
): Promise<PatientPage<T> | null>
export async function pageOfPatient<T extends OfPatient>(
  queryClient: QueryClient,
  patientId: string | undefined,
  ask: Ask<T, null>,
): Promise<PatientPage<T> | null> {
  const isFiltered = patientId === undefined || (await can(queryClient, 'patient-filter'))
  const answer = await ask(isFiltered ? patientId : undefined)
  if (answer === null || isFiltered) return answer && { ...answer, isFiltered, unnamed: 0 }
  const { content, page } = answer
  const own = content.filter(({ patientUuid }) => patientUuid === patientId)
  const unnamed = content.filter(({ patientUuid }) => patientUuid === undefined).length
  // All of them are here, so that the number of the animal's own is known.
  const isWhole = page.totalElements <= content.length
  return { content: own, page: isWhole ? pageInfo(0, page.size, own.length) : page, isFiltered: isWhole, unnamed }
}

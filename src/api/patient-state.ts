import type { QueryClient } from '@tanstack/react-query'
import { type Page, pageInfo } from '#contract/paging.ts'
import { concernsCurrent, currentAmong } from '#contract/patient.ts'
import { can } from './capabilities.ts'
import { patientQueries } from './patients.ts'
import { SILENT, cachedFirst } from './query-client.ts'

/**
 * Leaves out what concerns no current animal. An API with `patient-state` has left it out already, so that nobody waits for the list
 * of animals.
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

/** The reminders of a page that concern a current animal. A page that is the whole list counts them anew. */
export async function currentReminders<T extends { patientUuid?: string | undefined }>(
  of: Of,
  answer: Page<T>,
): Promise<Page<T>> {
  const { content, page } = answer
  const kept = await keepCurrent(of, content, ({ patientUuid }) => [patientUuid])
  if (kept.length === content.length) return answer
  const isWhole = page.totalElements <= content.length
  return { content: kept, page: isWhole ? pageInfo(0, page.size, kept.length) : page }
}

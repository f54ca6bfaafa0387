import { useQuery } from '@tanstack/react-query'
import { clientQueries } from '#src/api/clients.ts'
import { usePortal } from '#src/lib/store.ts'

interface ClientArea {
  clientId: string
  practiceId: string
  viewedByStaff: boolean
}

/** The client of the area, signed in or viewed by staff. Loaded by the guard. */
export function useOwner({ clientId, practiceId, viewedByStaff }: ClientArea) {
  const userId = usePortal(({ session }) => session?.userId ?? null)
  const { data: own } = useQuery({ ...clientQueries.own(userId, practiceId), enabled: false })
  const { data: viewed } = useQuery({ ...clientQueries.one(clientId), enabled: false })
  return (viewedByStaff ? viewed : own) ?? undefined
}

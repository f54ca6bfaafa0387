import { useQuery } from '@tanstack/react-query'
import { clientQueries } from '#src/api/clients.ts'
import { useOwnClient } from '#src/api/own-client.ts'

interface ClientArea {
  clientId: string
  practiceId: string
  viewedByStaff: boolean
}

/** The client of the area, signed in or viewed by staff. Loaded by the guard. */
export function useOwner({ clientId, practiceId, viewedByStaff }: ClientArea) {
  const own = useOwnClient(practiceId)
  const { data: viewed } = useQuery({ ...clientQueries.one(clientId), enabled: false })
  return (viewedByStaff ? viewed : own) ?? undefined
}

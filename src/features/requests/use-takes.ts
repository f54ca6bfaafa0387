import { useQuery } from '@tanstack/react-query'
import type { RequestKind } from '#contract/request.ts'
import { useCan } from '#src/api/capabilities.ts'
import { useOwnClient } from '#src/api/own-client.ts'
import { requestTermQueries } from '#src/api/request-terms.ts'
import { usePortal } from '#src/lib/store.ts'

/** Whether the owner who looks may send a request of that kind, or of any: staff who view as a client may not. */
export function useTakes(kind?: RequestKind): boolean {
  const practiceId = usePortal(({ session, activePracticeId }) => (session?.practiceId ? null : activePracticeId)) ?? ''
  const canAsk = useCan('requests') && practiceId !== ''
  const { data: terms } = useQuery({ ...requestTermQueries.of(practiceId), enabled: canAsk })
  const client = useOwnClient(practiceId)
  if (!canAsk || client?.locked) return false
  const kinds = terms?.kinds ?? []
  return kind ? kinds.includes(kind) : kinds.length > 0
}

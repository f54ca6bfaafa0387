import { useRouter } from '@tanstack/react-router'
import { showFailure } from '#src/lib/show-failure.ts'
import { tellIfSlow } from '#src/lib/tell-if-slow.ts'
import { viewAs } from '#src/session/view-as.ts'

/** Opens the portal as a client sees it. Where that fails it is told why, and the page stays as it is. */
export function useViewAs(): (clientId: string) => void {
  const router = useRouter()
  return (clientId) => void tellIfSlow(() => viewAs(router, clientId)).catch(showFailure)
}

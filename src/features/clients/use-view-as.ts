import { useRouter } from '@tanstack/react-router'
import { showFailure } from '#src/lib/show-failure.ts'
import { tellIfSlow } from '#src/lib/tell-if-slow.ts'

/** Opens the portal as a client sees it. Where that fails it is told why, and the page stays as it is. */
export function useViewAs(): (clientId: string) => void {
  const { viewAs } = useRouter().options.context.session
  return (clientId) => void tellIfSlow(() => viewAs(clientId)).catch(showFailure)
}

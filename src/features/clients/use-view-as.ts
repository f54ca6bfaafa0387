import { useRouter } from '@tanstack/react-router'
import { viewAs } from '#src/session/viewing.ts'

/** Opens the portal as a client sees it. What fails was shown, and the page stays as it is. */
export function useViewAs(): (clientId: string) => void {
  const router = useRouter()
  return (clientId) => void viewAs(router, clientId).catch(() => {})
}

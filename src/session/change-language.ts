import { putLanguage } from '#src/api/user.ts'
import type { Language } from '#src/lib/constants.ts'
import { speak } from '#src/lib/intl.tsx'
import { portalState, userLoaded } from '#src/lib/store.ts'

/** At once on this device; the server is told within a session. */
export async function changeLanguage(language: Language): Promise<void> {
  await speak(language)
  const { session } = portalState()
  if (!session) return
  userLoaded({ ...session, language })
  await putLanguage(language)
}

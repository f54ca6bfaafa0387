import { type Language } from '#contract/languages.ts'
import { putLanguage } from '#src/api/user.ts'
import { isHandled } from '#src/lib/call-error.ts'
import { setLanguage } from '#src/lib/intl.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { showFailure } from '#src/lib/report-error.ts'
import { portalState, userLoaded } from '#src/lib/store.ts'

interface Choice {
  language: Language
  saving: AbortController
}

/**
 * Changes the language on this device once its texts are loaded, and within a session on the server. The last choice counts; choosing
 * the same language again is ignored. Resolves to whether the language is used and saved; failures have been shown.
 */
export function createLanguageChange() {
  let chosen: Choice | null = null
  return async (language: Language): Promise<boolean> => {
    if (chosen?.language === language) return false
    chosen?.saving.abort()
    const mine = (chosen = { language, saving: new AbortController() })
    try {
      return await change(mine)
    } catch (error) {
      if (!isHandled(error)) throw error
      return false
    } finally {
      if (chosen === mine) chosen = null
    }
  }
}

async function change({ language, saving: { signal } }: Choice): Promise<boolean> {
  let isApplied = false
  try {
    isApplied = await setLanguage(language)
  } catch {
    // If the texts cannot be loaded, the language does not change, neither here nor on the server.
    if (!signal.aborted) showMessage('error', 'core.errors.generalError')
  }
  if (!isApplied || signal.aborted) return false
  const { session } = portalState()
  if (!session) return true
  userLoaded({ ...session, language })
  try {
    await putLanguage(language, signal)
  } catch (error) {
    showFailure(error)
    return false
  }
  return true
}

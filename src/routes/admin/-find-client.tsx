import { Search } from 'lucide-react'
import { Suspense, lazy, useEffect, useEffectEvent, useState } from 'react'
import { useIntl } from 'react-intl'
import { NARROW } from '#src/lib/constants.ts'
import { showMessage } from '#src/lib/messages.ts'
import { sidebarMoved } from '#src/lib/store.ts'
import { NavButton } from '#src/ui/nav-button.tsx'

const load = async () => {
  const { QuickSearchDialog } = await import('#src/features/clients/quick-search-dialog.tsx')
  return { default: QuickSearchDialog }
}
const QuickSearchDialog = lazy(load)

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** Ctrl-K, or ⌘K, on every page of the clinic; and a button for who does not know that. */
export function useFindClient(practiceId: string) {
  const [shown, setShown] = useState(false)
  async function open() {
    if (matchMedia(NARROW).matches) sidebarMoved(false)
    try {
      // Before it is rendered: a page must not be lost because this is out of reach.
      await load()
      setShown(true)
    } catch {
      showMessage('error', 'core.errors.generalError')
    }
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, shiftKey, ctrlKey, metaKey } = event
    const only = isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey
    if (key.toLowerCase() !== 'k' || !only || altKey || shiftKey) return
    // Another dialog first gets its answer.
    if (!shown && document.querySelector('dialog[open]')) return
    event.preventDefault()
    void open()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  const dialog = shown && (
    <Suspense>
      <QuickSearchDialog practiceId={practiceId} onClose={() => setShown(false)} />
    </Suspense>
  )
  return { open, dialog }
}

export function FindClientButton({ onOpen }: { onOpen: () => Promise<void> }) {
  const intl = useIntl()
  return (
    <NavButton
      icon={Search}
      label={intl.formatMessage({ id: 'admin.dashboard.search' })}
      keys={isApple ? '⌘K' : 'Ctrl K'}
      aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
      onClick={() => void onOpen()}
    />
  )
}

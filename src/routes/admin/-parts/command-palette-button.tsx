import { useLocation, useNavigate } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { NARROW } from '#src/lib/constants.ts'
import { sidebarMoved } from '#src/lib/store.ts'
import { NavButton } from '#src/ui/navigation/nav-button.tsx'

const CommandPalette = createLazyModule(async () => (await import('./command-palette.tsx')).CommandPalette)

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.platform)

/**
 * Opens the command palette by Ctrl-K, ⌘K or a button on every page of the clinic area. The history entry keeps the search text, so
 * that the palette is open again after a reload and after going back from a result.
 */
export function useCommandPalette(practiceId: string) {
  const navigate = useNavigate()
  const { find, entry } = useLocation({ select: ({ state }) => ({ find: state.find, entry: state.__TSR_key }) })
  const [isOpened, setOpened] = useState(false)
  // History entry on which the user chose a result; the navigation away from it is pending.
  const [leftEntry, setLeftEntry] = useState<string>()
  if (leftEntry !== undefined && leftEntry !== entry) setLeftEntry(undefined)
  const shown = isOpened || (find !== undefined && leftEntry === undefined)

  async function open() {
    if (matchMedia(NARROW).matches) sidebarMoved(false)
    await CommandPalette.openAfterImport(() => setOpened(true))
  }
  function storeSearch(text: string | undefined) {
    if (text === find) return
    void navigate({
      to: '.',
      search: true,
      state: ({ find: _, ...rest }) => ({ ...rest, ...(text !== undefined && { find: text }) }),
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    })
  }
  function close() {
    setOpened(false)
    storeSearch(undefined)
  }
  function leave() {
    setOpened(false)
    setLeftEntry(entry)
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, shiftKey, ctrlKey, metaKey } = event
    const only = isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey
    if (key.toLowerCase() !== 'k' || !only || altKey || shiftKey) return
    // Another open dialog has priority.
    if (!shown && document.querySelector('dialog[open]')) return
    event.preventDefault()
    void open()
  })
  // A layout effect, so that the shortcut works as soon as the page is visible.
  useLayoutEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  const dialog = shown && (
    <CommandPalette practiceId={practiceId} find={find ?? ''} onFind={storeSearch} onLeave={leave} onClose={close} />
  )
  return { open, dialog }
}

export function CommandPaletteButton({ onOpen }: { onOpen: () => Promise<void> }) {
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

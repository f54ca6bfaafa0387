import { useLocation } from '@tanstack/react-router'
import Phone from 'lucide-react/icons/phone'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { PHONE } from '#src/lib/constants.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { sidebarMoved } from '#src/lib/store.ts'
import { useMedia } from '#src/lib/use-media.ts'
import { headerLinkClass } from '#src/ui/layout/header.tsx'
import { InSidebar } from '#src/ui/layout/in-sidebar.tsx'
import { NavButton } from '#src/ui/navigation/nav-button.tsx'

const ContactDialog = createLazyModule(async () => (await import('./contact-dialog.tsx')).ContactDialog)

/**
 * Help, at the same position on every page (WCAG 3.2.6): in the header, and on phones in the sidebar, because the header has no
 * space for it.
 */
export function ContactButton({ withSidebar }: { withSidebar: boolean }) {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key })
  const isInSidebar = useMedia(PHONE) && withSidebar
  // Following a link of the dialog closes the dialog, because the history entry changes.
  const [openedOn, setOpenedOn] = useState<string>()
  function open() {
    if (isInSidebar) sidebarMoved(false)
    void ContactDialog.openAfterImport(() => setOpenedOn(entry))
  }
  const label = <FormattedMessage id="core.contact.title" />
  return (
    <>
      {isInSidebar ? (
        <InSidebar>
          <NavButton icon={Phone} label={label} aria-haspopup="dialog" onClick={open} />
        </InSidebar>
      ) : (
        <button type="button" className={headerLinkClass} aria-haspopup="dialog" onClick={open}>
          <Phone />
          <span>{label}</span>
        </button>
      )}
      {openedOn !== undefined && openedOn === entry && <ContactDialog onClose={() => setOpenedOn(undefined)} />}
    </>
  )
}

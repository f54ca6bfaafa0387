import { useLocation } from '@tanstack/react-router'
import Phone from 'lucide-react/icons/phone'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { headerLinkClass } from '#src/ui/layout/header.tsx'

const ContactDialog = createLazyModule(async () => (await import('./contact-dialog.tsx')).ContactDialog)

/** Help, at the same place of every page (WCAG 3.2.6). */
export function ContactButton() {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key })
  // A link in it leads away from it.
  const [openedOn, setOpenedOn] = useState<string>()
  return (
    <>
      <button
        type="button"
        className={headerLinkClass}
        aria-haspopup="dialog"
        onClick={() => void ContactDialog.openAfterImport(() => setOpenedOn(entry))}
      >
        <Phone />
        <span>
          <FormattedMessage id="core.contact.title" />
        </span>
      </button>
      {openedOn !== undefined && openedOn === entry && <ContactDialog onClose={() => setOpenedOn(undefined)} />}
    </>
  )
}

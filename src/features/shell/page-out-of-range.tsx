import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'

/** Replaces a list that has fewer pages than the URL requests. */
export function PageOutOfRange({ icon }: { icon: LucideIcon }) {
  return (
    <Empty
      icon={icon}
      title={<FormattedMessage id="client.beyond.title" />}
      actions={
        <Link to="." search={({ page: _, ...shown }) => shown} className={buttonClass()}>
          <FormattedMessage id="client.beyond.firstPage" />
        </Link>
      }
    >
      <FormattedMessage id="client.beyond.text" />
    </Empty>
  )
}

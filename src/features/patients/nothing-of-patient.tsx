import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'

interface NothingOfPatientProps {
  icon: LucideIcon
  /** On this page; there are others. */
  onPage: boolean
}

/** In place of a list that `PatientFilter` has left nothing of, with the way back to all. */
export function NothingOfPatient({ icon, onPage }: NothingOfPatientProps) {
  return (
    <Empty
      icon={icon}
      title={<FormattedMessage id={onPage ? 'client.filter.emptyPageTitle' : 'client.filter.emptyTitle'} />}
      actions={
        <Link to="." search={({ patient: _, page: __, ...rest }) => rest} className={buttonClass()}>
          <FormattedMessage id="client.filter.showAll" />
        </Link>
      }
    />
  )
}

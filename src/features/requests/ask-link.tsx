import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { AskSearch } from '#src/api/request-terms.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { useTakes } from './use-takes.ts'

interface AskLinkProps extends AskSearch {
  variant?: 'primary' | 'secondary' | 'ghost' | undefined
  /** A class in place of that of a button. */
  className?: string | undefined
  /** Says more than the text does: of what more is asked. */
  label?: string | undefined
  /** Else: *Ask the practice*. */
  children?: ReactNode
}

/** The way to a request that is filled in; nothing where the practice takes no such kind, and for staff. */
export function AskLink({ variant = 'secondary', className, label, children, ...search }: AskLinkProps) {
  if (!useTakes(search.kind)) return null
  return (
    <Link
      to="/client/requests/new"
      search={search}
      className={className ?? buttonClass({ variant })}
      aria-label={label}
    >
      {children ?? <FormattedMessage id="client.requests.ask" />}
    </Link>
  )
}

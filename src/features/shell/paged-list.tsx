import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { Pager } from '#src/ui/navigation/pager.tsx'
import type { Page } from '#contract/paging.ts'
import { countOf } from '#src/api/pages.ts'

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

interface PagedListProps {
  /** Absent if the API has no such list. */
  data: Page<unknown> | null | undefined
  /** Number of the page in the URL, counted from 1. */
  page: number
  icon: LucideIcon
  /** Empty state of a list that has no entries on any page. */
  empty: ReactNode
  /** Whether the list is a part of a panel with filters, which always has the pager. */
  isInPanel?: boolean
  /** The entries of the page. */
  children: ReactNode
}

/** Page of a list with its pager, or the empty state. */
export function PagedList({ data, page, icon, empty, isInPanel = false, children }: PagedListProps) {
  const { totalPages = 0, totalElements = 0, size = 0 } = data?.page ?? {}
  const none = totalElements > 0 ? <PageOutOfRange icon={icon} /> : empty
  return (
    <>
      {data && data.content.length > 0 ? children : isInPanel ? none : <Panel>{none}</Panel>}
      {data && (isInPanel || totalPages > 1) && (
        <Pager page={page} totalPages={totalPages} totalElements={countOf(data)} size={size} />
      )}
    </>
  )
}

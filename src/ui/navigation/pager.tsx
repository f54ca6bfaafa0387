import { createLink } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ComponentProps, ReactNode } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import styles from './pager.module.css'

interface PagerProps {
  /** Counts from 1, as in the URL. */
  page: number
  totalPages: number
  /** Undefined: unknown. */
  totalElements?: number | undefined
  size: number
}

/** Pagination below a list: the rows shown and links to the other pages. */
export function Pager({ page, totalPages, totalElements, size }: PagerProps) {
  const intl = useIntl()
  const from = (page - 1) * size + 1
  const isEmpty = totalElements === 0
  return (
    <div className={isEmpty ? 'hidden-text' : styles.pager}>
      {/* Live region: always rendered, because screen readers announce only later changes. */}
      <span aria-live="polite">
        {isEmpty && <FormattedMessage id="core.pager.none" />}
        {totalElements !== undefined && from <= totalElements && (
          <FormattedMessage
            id="core.pager.range"
            values={{ from, to: Math.min(page * size, totalElements), total: totalElements }}
          />
        )}
      </span>
      {!isEmpty && totalPages > 1 && (
        <nav aria-label={intl.formatMessage({ id: 'core.pager.label' })}>
          <ol>
            <li>
              <Step
                label={intl.formatMessage({ id: 'core.pager.previous' })}
                icon={ChevronLeft}
                page={Math.min(page - 1, totalPages)}
                last={totalPages}
              />
            </li>
            {pageWindow(page, totalPages).map((entry, index) =>
              entry === undefined ? (
                <li key={`gap-${index}`} className={styles.gap} aria-hidden="true">
                  …
                </li>
              ) : (
                <li key={entry} className={[1, page, totalPages].includes(entry) ? undefined : styles.far}>
                  <PageLink page={entry} current={entry === page}>
                    <FormattedNumber value={entry} />
                  </PageLink>
                </li>
              ),
            )}
            <li>
              <Step
                label={intl.formatMessage({ id: 'core.pager.next' })}
                icon={ChevronRight}
                page={page + 1}
                last={totalPages}
              />
            </li>
          </ol>
        </nav>
      )}
      {!isEmpty && (
        <span className={styles.far}>
          <FormattedMessage id="core.pager.size" values={{ size }} />
        </span>
      )}
    </div>
  )
}

interface StepProps {
  label: string
  icon: LucideIcon
  page: number
  last: number
}

function Step({ label, icon: Icon, page, last }: StepProps) {
  if (page >= 1 && page <= last) {
    return (
      <PageLink page={page} label={label}>
        <Icon />
      </PageLink>
    )
  }
  return (
    <button type="button" aria-label={label} title={label} disabled>
      <Icon />
    </button>
  )
}

interface PageAnchorProps extends ComponentProps<'a'> {
  current?: boolean | undefined
  label?: string | undefined
}

// The current link follows the rendered page, because the URL changes first. The URL of the first page has no
// page number, so that the router would match it on every page.
const PageAnchor = createLink(function Anchor({ current, label, ...rest }: PageAnchorProps) {
  return <a {...rest} aria-label={label} title={label} aria-current={current ? 'page' : undefined} />
})

interface PageLinkProps {
  page: number
  current?: boolean | undefined
  label?: string | undefined
  children: ReactNode
}

function PageLink({ page, ...link }: PageLinkProps) {
  return (
    <PageAnchor
      {...link}
      to="."
      search={({ page: _, ...rest }) => (page === 1 ? rest : { ...rest, page })}
      preload="intent"
    />
  )
}

/** Returns the pages to link to: the first, the last and the neighbours of the current one. `undefined` marks a gap. */
export function pageWindow(page: number, totalPages: number): (number | undefined)[] {
  const middle = Math.min(Math.max(page, 2), Math.max(totalPages - 1, 2))
  const shown = [...new Set([1, middle - 1, middle, middle + 1, totalPages])]
    .filter((number) => number >= 1 && number <= totalPages)
    .sort((a, b) => a - b)
  return shown.flatMap((number, index) => {
    const gap = number - (shown[index - 1] ?? 0)
    if (gap === 1) return [number]
    // An ellipsis for a single page would be as wide as its link.
    return gap === 2 ? [number - 1, number] : [undefined, number]
  })
}

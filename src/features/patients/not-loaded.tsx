import { FormattedMessage } from 'react-intl'
import { Button } from '#src/ui/forms/button.tsx'
import styles from './patients.module.css'

interface QueryState {
  data: unknown
  errorUpdateCount: number
  isFetching: boolean
  refetch: () => Promise<unknown>
}

/** Whether a query has failed, also during a retry. */
export const hasFailed = ({ data, errorUpdateCount }: QueryState): boolean => data === undefined && errorUpdateCount > 0

/** Replaces a part of a page that failed to load, with a retry button. The transport has shown the reason. */
export function NotLoaded({ queries }: { queries: readonly QueryState[] }) {
  const failed = queries.filter(hasFailed)
  if (failed.length === 0) return <Loading />
  return (
    <div className={styles.failed}>
      <p>
        <FormattedMessage id="client.logbook.failed" />
      </p>
      <Button
        variant="secondary"
        busy={failed.some(({ isFetching }) => isFetching)}
        onClick={() => failed.forEach(({ refetch }) => void refetch())}
      >
        <FormattedMessage id="core.buttons.retry" />
      </Button>
    </div>
  )
}

/** Loading state; `hidden` if a placeholder is visible. */
export function Loading({ hidden = false }: { hidden?: boolean }) {
  return (
    <p className={hidden ? 'hidden-text' : 'muted'} role="status">
      <FormattedMessage id="client.patients.loading" />
    </p>
  )
}

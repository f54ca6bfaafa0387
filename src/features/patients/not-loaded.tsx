import { FormattedMessage } from 'react-intl'
import { Button } from '#src/ui/forms/button.tsx'
import styles from './patients.module.css'

/** What a query tells of itself. */
interface Asked {
  data: unknown
  /** How often it failed. */
  errorUpdateCount: number
  isFetching: boolean
  refetch: () => Promise<unknown>
}

/** Also while it is asked for once more. */
export const hasFailed = ({ data, errorUpdateCount }: Asked): boolean => data === undefined && errorUpdateCount > 0

/** In place of what is not there, while the rest of the page stays. Why it failed was told by the transport. */
export function NotLoaded({ asked }: { asked: readonly Asked[] }) {
  const failed = asked.filter(hasFailed)
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

/** `hidden`: what is shown meanwhile says it by its looks. */
export function Loading({ hidden = false }: { hidden?: boolean }) {
  return (
    <p className={hidden ? 'hidden-text' : 'muted'} role="status">
      <FormattedMessage id="client.patients.loading" />
    </p>
  )
}

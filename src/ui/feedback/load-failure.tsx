import RotateCw from 'lucide-react/icons/rotate-cw'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Button } from '#src/ui/forms/button.tsx'

/** Part of the result of `useQuery`. */
interface LoadedQuery {
  data: unknown
  isError: boolean
  isFetching: boolean
  refetch: () => Promise<unknown>
}

/** Retry button, with an optional text, while a query has failed and has no data. */
export function LoadFailure({ query, children }: { query: LoadedQuery; children?: ReactNode }) {
  if (!query.isError || query.data !== undefined) return null
  return (
    <>
      {children && <p role="alert">{children}</p>}
      <div>
        <Button variant="secondary" icon={RotateCw} busy={query.isFetching} onClick={() => void query.refetch()}>
          <FormattedMessage id="core.buttons.retry" />
        </Button>
      </div>
    </>
  )
}

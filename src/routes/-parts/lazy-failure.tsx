import type { ErrorComponentProps } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { FormattedMessage } from 'react-intl'

const Failure = lazy(() =>
  import('#src/later.ts').then(
    ({ Failure }) => ({ default: Failure }),
    () => ({ default: Bare }),
  ),
)

/** Where even that cannot be fetched; what went wrong is said all the same. */
function Bare(_: ErrorComponentProps) {
  return (
    <p role="alert">
      <FormattedMessage id="core.errors.generalError" />
    </p>
  )
}

/** In place of a page that could not be loaded: few first screens need it, and by the second one it is here. */
export function LazyFailure(props: ErrorComponentProps) {
  return (
    <Suspense>
      <Failure {...props} />
    </Suspense>
  )
}

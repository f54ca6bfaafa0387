import { Formik } from 'formik'
import type { ReactNode } from 'react'

const NONE = {}

interface FilledProps {
  values: Record<string, unknown>
  /** What is wrong, by the name of the field. */
  flags?: Record<string, string>
  children: ReactNode
}

/** A form with touched fields; it is never sent, so its errors stay. */
export function Filled({ values, flags = NONE, children }: FilledProps) {
  return (
    <Formik
      initialValues={values}
      initialErrors={flags}
      initialTouched={Object.fromEntries(Object.keys(flags).map((name) => [name, true]))}
      validate={() => flags}
      onSubmit={() => {}}
    >
      {() => children}
    </Formik>
  )
}

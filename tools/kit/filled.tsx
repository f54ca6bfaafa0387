import { Formik } from 'formik'
import type { ReactNode } from 'react'

const NONE = {}

interface FilledProps {
  values: Record<string, unknown>
  /** What is wrong, by the name of the field. */
  flags?: Record<string, string>
  children: ReactNode
}

/** A form as it stands when somebody has been in it; it is never sent, and what is wrong stays wrong. */
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

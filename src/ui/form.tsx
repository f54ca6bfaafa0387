import { Formik, type FormikHelpers, type FormikProps, type FormikValues, useFormikContext } from 'formik'
import { type FormEvent, type ReactNode, useRef } from 'react'
import type { ISchema } from 'yup'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import styles from './form.module.css'

/** By the name of a field, the flag that says what is wrong with it. */
export type FieldErrors = Record<string, string>

interface FormProps<Values extends FormikValues> {
  initialValues: Values
  /** Loads the schema when it is first needed, so that yup is not in the chunk of the form. */
  schema: () => Promise<ISchema<unknown>>
  /** Returns what the server found wrong with fields. What it throws has been shown by the transport. */
  onSubmit: (values: Values, form: { reset: () => void }) => Promise<FieldErrors | undefined | void>
  className?: string | undefined
  children: ReactNode
}

/**
 * A form whose fields are validated when they are left and when it is submitted, and again while they are mended.
 * A refusal puts the focus on the first field that is wrong; what was typed always stays.
 */
export function Form<Values extends FormikValues>({
  initialValues,
  schema,
  onSubmit,
  className,
  children,
}: FormProps<Values>) {
  const found = useRef<FieldErrors>({})
  // What the server refused stays refused while the value does, and is asked again at the next submit.
  const refused = useRef<{ values: Values; errors: FieldErrors } | undefined>(undefined)
  const submitting = useRef(false)
  const formik = useRef<FormikProps<Values>>(null)

  async function validate(values: Values): Promise<FieldErrors> {
    const still = Object.entries(refused.current?.errors ?? {}).filter(
      ([name]) => values[name] === refused.current?.values[name],
    )
    found.current = {
      ...Object.fromEntries(still),
      ...(await schemaFlags(schema, () => formik.current?.values ?? values)),
    }
    return found.current
  }

  async function send(values: Values, helpers: FormikHelpers<Values>) {
    try {
      const errors = await onSubmit(values, { reset: () => helpers.resetForm() })
      if (!errors || Object.keys(errors).length === 0) return
      refused.current = { values, errors }
      found.current = errors
      helpers.setErrors(errors as FormikProps<Values>['errors'])
    } catch {
      // The transport has shown it; the form is as it was.
    }
  }

  async function submit(event: FormEvent<HTMLFormElement>, submitForm: () => Promise<unknown>) {
    event.preventDefault()
    if (submitting.current) return
    const form = event.currentTarget
    submitting.current = true
    refused.current = undefined
    found.current = {}
    try {
      await submitForm()
    } finally {
      submitting.current = false
    }
    focusFirst(form, found.current)
  }

  return (
    <Formik
      innerRef={formik}
      initialValues={initialValues}
      validate={validate}
      validateOnChange={false}
      onSubmit={send}
    >
      {({ submitForm }) => (
        <form
          className={classes(styles.form, className)}
          noValidate
          onSubmit={(event) => void submit(event, submitForm)}
        >
          {children}
        </form>
      )}
    </Formik>
  )
}

async function schemaFlags(schema: FormProps<FormikValues>['schema'], newest: () => unknown): Promise<FieldErrors> {
  // A schema that cannot be loaded is no reason to keep someone from submitting: the server validates too.
  const loaded = await schema().catch(() => undefined)
  try {
    await loaded?.validate(newest(), { abortEarly: false })
    return {}
  } catch (error) {
    return flagsOf(error)
  }
}

interface SchemaRefusal {
  inner: { path?: string | undefined; message: string }[]
}

// By its shape: to ask `instanceof` would bring yup into this chunk.
function isSchemaRefusal(error: unknown): error is SchemaRefusal {
  return error instanceof Error && 'inner' in error && Array.isArray(error.inner)
}

function flagsOf(error: unknown): FieldErrors {
  if (!isSchemaRefusal(error)) throw error
  const flags: FieldErrors = {}
  for (const { path = '', message } of error.inner) {
    if (!flags[path] || message === 'required') flags[path] = message
  }
  return flags
}

function focusFirst(form: HTMLFormElement, errors: FieldErrors) {
  const first = [...form.elements].find((element) => Object.hasOwn(errors, element.getAttribute('name') ?? ''))
  if (first instanceof HTMLElement) first.focus()
}

export function SubmitButton({ block, children }: { block?: boolean | undefined; children: ReactNode }) {
  const { isSubmitting } = useFormikContext()
  return (
    <Button type="submit" variant="primary" block={block} busy={isSubmitting}>
      {children}
    </Button>
  )
}

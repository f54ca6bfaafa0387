import { Formik, type FormikProps, type FormikValues, setNestedObjectValues } from 'formik'
import { type ReactNode, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { REPEATED_WITHIN_MS } from '#src/lib/constants.ts'
import { Draft, type FormDraft, FormDraftContext, isEqual } from './form-draft.tsx'
import styles from './form.module.css'
import { type FieldErrors, type LoadSchema, cleaned, schemaFlags } from './validation.ts'
import { Message } from '#src/ui/feedback/message.tsx'

/** Error of a submit. The form shows the text, and flags of fields that it does not have, above its fields. */
export interface FormError {
  fields?: FieldErrors | undefined
  text?: ReactNode
}

export interface FormControls<Values> {
  /** Resets to the initial values or to `saved`. Values typed since `was`, or else while sending, are kept. */
  reset: (saved?: Values, was?: Values) => void
}

interface FormProps<Values extends FormikValues> {
  initialValues: Values
  schema: LoadSchema
  /** Returns the form error of a failed call; throws only unexpected errors. */
  onSubmit: (values: Values, form: FormControls<Values>) => Promise<FormError | undefined | void>
  /** Keeps typed values across a reload and an expired session. Not for a form with a password or a code. */
  draft?: FormDraft | undefined
  children: ReactNode
}

/**
 * Form that validates fields on blur and on submit, and while the user corrects them. An error focuses the first
 * invalid field, or else the text above the fields. Typed values are always kept.
 */
export function Form<Values extends FormikValues>({
  initialValues,
  schema,
  onSubmit,
  draft,
  children,
}: FormProps<Values>) {
  // Current state after an `await`.
  const formik = useRef<FormikProps<Values>>(null)
  // A flag from the server remains until the value changes or the form is submitted.
  const rejected = useRef<{ values: FormikValues; errors: FieldErrors }>(undefined)
  // Formik's `isSubmitting` is not used, because it is outdated until the next render.
  const isSending = useRef(false)
  // Values at the last press, until the form has judged or sent them.
  const pressed = useRef<Values>(undefined)
  const accepted = useRef({ values: initialValues, at: -Infinity })

  async function validate(values: Values): Promise<FieldErrors> {
    const still = Object.entries(rejected.current?.errors ?? {}).filter(
      ([name]) => values[name] === rejected.current?.values[name],
    )
    return { ...Object.fromEntries(still), ...(await schemaFlags(schema, () => formik.current?.values ?? values)) }
  }

  // Formik's `submitForm` is not used, because it sends the values after validation, which may differ from those at the press.
  async function submit(form: HTMLFormElement, { values, ...current }: FormikProps<Values>) {
    if (isSending.current || isRepeated(accepted.current, values)) return
    const isJudging = pressed.current !== undefined
    pressed.current = values
    if (isJudging) return
    current.setSubmitting(true)
    try {
      // A press during validation, while the schema may still load, judges its values too.
      for (let judged: Values | undefined; pressed.current !== judged;) {
        judged = pressed.current
        rejected.current = undefined
        formik.current?.setStatus(undefined)
        const flags = await schemaFlags(schema, () => judged)
        if (pressed.current !== judged) continue
        if (Object.keys(flags).length === 0 && (await send(judged))) return
        await formik.current?.setTouched(setNestedObjectValues(formik.current.values, true), false)
        focusFirst(form, (await formik.current?.validateForm()) ?? {})
      }
    } finally {
      pressed.current = undefined
      formik.current?.setSubmitting(false)
    }
  }

  /** Returns whether the server accepted the values. */
  async function send(values: Values): Promise<boolean> {
    const reset = (saved?: Values, was = values) => {
      const typed = Object.entries(formik.current?.values ?? {}).filter(([name, value]) => value !== was[name])
      formik.current?.resetForm({ isSubmitting: true, ...(saved && { values: saved }) })
      if (saved && typed.length > 0) void formik.current?.setValues({ ...saved, ...Object.fromEntries(typed) })
    }
    const call = () => onSubmit(cleaned(values), { reset })
    isSending.current = true
    const formError = await (draft ? draft.whileSending(call) : call()).finally(() => (isSending.current = false))
    if (!formError) {
      accepted.current = { values, at: performance.now() }
      draft?.sent(values)
      return true
    }
    const { fields = {}, text } = formError
    const known = Object.entries(fields).filter(([name]) => Object.hasOwn(values, name))
    if (text || known.length < Object.keys(fields).length) {
      const other = <FormattedMessage id="core.text.refused" />
      formik.current?.setStatus({ text: text ?? other, takesFocus: known.length === 0 } satisfies Summary)
    }
    rejected.current = { values, errors: Object.fromEntries(known) }
    return false
  }

  return (
    <Formik
      innerRef={formik}
      initialValues={initialValues}
      validate={validate}
      validateOnChange={false}
      onSubmit={() => {}}
    >
      {(current: FormikProps<Values> & { status?: Summary }) => (
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit(event.currentTarget, current)
          }}
        >
          {current.status && (
            <div className={styles.above} tabIndex={-1} ref={current.status.takesFocus ? takeFocus : undefined}>
              <Message kind="error">{current.status.text}</Message>
            </div>
          )}
          {draft && <Draft draft={draft} onContested={(values, errors) => (rejected.current = { values, errors })} />}
          <FormDraftContext value={draft}>{children}</FormDraftContext>
        </form>
      )}
    </Formik>
  )
}

/** Whether a submit repeats one that was accepted moments ago, such as the second press of a double click. */
const isRepeated = (accepted: { values: object; at: number }, values: object) =>
  performance.now() - accepted.at <= REPEATED_WITHIN_MS && isEqual(accepted.values, values)

/** Formik's `status`: the error above the fields. */
interface Summary {
  text: ReactNode
  takesFocus: boolean
}

/** Ref that focuses a new element. Module scope keeps it stable; inline it would refocus on every render. */
export function takeFocus(summary: HTMLElement | null) {
  summary?.focus()
}

function focusFirst(form: HTMLFormElement, errors: object) {
  const first = [...form.elements].find((element) => Object.hasOwn(errors, element.getAttribute('name') ?? ''))
  if (first instanceof HTMLElement) first.focus()
}

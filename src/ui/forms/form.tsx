import { Formik, type FormikProps, type FormikValues, useFormikContext } from 'formik'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { ISchema } from 'yup'
import { cleanText } from '#contract/text.ts'
import { REPEATED_WITHIN_MS } from '#src/lib/constants.ts'
import { Button } from './button.tsx'
import {
  CHANGED_MEANWHILE,
  type FormDraft,
  FormDraftContext,
  KeepTyped,
  RestoredNotice,
  flagsOf as flagAll,
  restoredOver,
} from './form-draft.tsx'
import styles from './form.module.css'
import { Message } from '#src/ui/feedback/message.tsx'

/** By the name of a field, the flags that say what is wrong with it, separated by blanks. */
export type FieldErrors = Readonly<Record<string, string>>

/** What the server found wrong. What stands at no field of the form stands on top of it, once. */
export interface Refusal {
  fields?: FieldErrors | undefined
  text?: ReactNode
}

export interface FormControls<Values> {
  /** To how it was, or to what is saved now. */
  reset: (saved?: Values) => void
  /** Takes what somebody else has saved since `was` as what is saved; what was typed stays. */
  rebase: (was: Values, saved: Values) => void
}

interface FormProps<Values extends FormikValues> {
  initialValues: Values
  /** Loads the schema when it is first needed, so that yup is not in the chunk of the form. */
  schema: () => Promise<Pick<ISchema<unknown>, 'validate'>>
  /** What went wrong with the call is told by what it answers; what it throws nobody foresaw. */
  onSubmit: (values: Values, form: FormControls<Values>) => Promise<Refusal | undefined | void>
  /** Keeps what is typed over a reload and over the end of the session. Not for a form with a password or a code. */
  draft?: FormDraft | undefined
  children: ReactNode
}

/**
 * A form whose fields are validated when they are left and when it is submitted, and again while they are mended.
 * A refusal puts the focus on the first field that is wrong, else on what stands on top; what was typed always stays.
 */
export function Form<Values extends FormikValues>({
  initialValues,
  schema,
  onSubmit,
  draft,
  children,
}: FormProps<Values>) {
  const [restored, setRestored] = useState(() => restoredOver(draft?.read(), initialValues))
  // What is current after an `await`.
  const formik = useRef<FormikProps<Values>>(null)
  const element = useRef<HTMLFormElement>(null)
  // What the server refused stays refused while the value does, and is asked again at the next submit.
  const refused = useRef<{ values: Values; errors: FieldErrors } | undefined>(
    restored && { values: restored.values, errors: flagAll(restored.contested, CHANGED_MEANWHILE) },
  )
  const accepted = useRef<Accepted | null>(null)
  // Until the schema has come: what is typed meanwhile is neither checked nor sent.
  const pressed = useRef<Values | undefined>(undefined)
  const [summary, setSummary] = useState<{ text: ReactNode; takesFocus: boolean } | null>(null)

  async function validate(values: Values): Promise<FieldErrors> {
    const still = Object.entries(refused.current?.errors ?? {}).filter(
      ([name]) => values[name] === refused.current?.values[name],
    )
    return {
      ...Object.fromEntries(still),
      ...(await schemaFlags(schema, () => pressed.current ?? formik.current?.values ?? values)),
    }
  }

  /** To how it was, or to what is saved now; what was typed while it was being saved stays. `onSubmit` has not ended yet. */
  function reset(sent: Values, saved?: Values) {
    const typed = formik.current?.values
    formik.current?.resetForm({ isSubmitting: true, ...(saved && { values: saved }) })
    if (saved && typed && typed !== sent) void formik.current?.setValues(typed)
  }

  function rebase(was: Values, saved: Values) {
    const typed = Object.entries(formik.current?.values ?? {}).filter(([name, value]) => value !== was[name])
    formik.current?.resetForm({ isSubmitting: true, values: saved })
    void formik.current?.setValues({ ...saved, ...Object.fromEntries(typed) })
  }

  /** Whether it was accepted. */
  async function send(newest: Values): Promise<boolean> {
    const values = pressed.current ?? newest
    pressed.current = undefined
    const call = () => onSubmit(cleaned(values), { reset: (saved) => reset(values, saved), rebase })
    const refusal = await (draft ? draft.whileSending(call) : call())
    if (!refusal) {
      accepted.current = { values, at: performance.now() }
      draft?.sent(values)
      setRestored(undefined)
    }
    const { fields = {}, text } = refusal ?? {}
    const known = Object.entries(fields).filter(([name]) => Object.hasOwn(values, name))
    const isAllKnown = known.length === Object.keys(fields).length
    if (text || !isAllKnown) {
      const other = <FormattedMessage id="core.text.refused" />
      setSummary({ text: text ?? other, takesFocus: known.length === 0 })
    }
    refused.current = { values, errors: Object.fromEntries(known) }
    return refusal === undefined
  }

  async function submit(
    { currentTarget: form }: FormEvent<HTMLFormElement>,
    { isSubmitting, setSubmitting, submitForm, validateForm }: FormikProps<Values>,
  ) {
    if (isSubmitting || isRepeated(accepted.current, formik.current?.values)) return
    refused.current = undefined
    pressed.current = formik.current?.values
    setSummary(null)
    try {
      const isAccepted: unknown = await submitForm().finally(() => (pressed.current = undefined))
      // Once more, for Formik keeps to itself what it was refused for.
      if (isAccepted !== true) focusFirst(form, await validateForm())
    } catch (error) {
      // Formik does so only where sending throws, and not the schema.
      setSubmitting(false)
      throw error
    }
  }

  function discard(form: HTMLFormElement | null) {
    draft?.forget()
    refused.current = undefined
    formik.current?.resetForm({ values: initialValues, errors: {}, touched: {} })
    setRestored(undefined)
    // The button that was pressed is gone.
    form?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }

  return (
    <Formik
      innerRef={formik}
      initialValues={restored?.values ?? initialValues}
      validate={validate}
      validateOnChange={false}
      onSubmit={send}
    >
      {(current) => (
        <form
          className={styles.form}
          ref={element}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit(event, current)
          }}
        >
          {summary && (
            <div className={styles.above} tabIndex={-1} ref={summary.takesFocus ? takeFocus : undefined}>
              <Message kind="error">{summary.text}</Message>
            </div>
          )}
          {draft && <KeepTyped draft={draft} restored={restored} stored={initialValues} />}
          {restored && !draft?.isContinued && <RestoredNotice onDiscard={() => discard(element.current)} />}
          <FormDraftContext value={draft}>{children}</FormDraftContext>
        </form>
      )}
    </Formik>
  )
}

/** Values without invisible characters and white space at the ends; passwords as they were typed. */
function cleaned<T>(values: T, name?: string): T
function cleaned(values: unknown, name = ''): unknown {
  if (typeof values === 'string') return /password/i.test(name) ? values : cleanText(values)
  if (Array.isArray(values)) return values.map((value) => cleaned(value, name))
  if (!isPlainObject(values)) return values
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, cleaned(value, key)]))
}

/** Not a file, which a form may hold as well. */
const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

interface Accepted {
  values: FormikValues
  at: number
}

/** The second of two presses, whose first has been answered already. */
function isRepeated(accepted: Accepted | null, values: FormikValues | undefined): boolean {
  if (accepted === null || performance.now() - accepted.at > REPEATED_WITHIN_MS) return false
  return JSON.stringify(accepted.values) === JSON.stringify(values)
}

async function schemaFlags(schema: FormProps<FormikValues>['schema'], newest: () => unknown): Promise<FieldErrors> {
  // A schema that cannot be loaded is no reason to keep someone from submitting: the server validates too.
  const loaded = await schema().catch(() => undefined)
  try {
    await loaded?.validate(cleaned(newest()), { abortEarly: false })
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

/** What a schema found wrong, by field; throws what it did not find. */
export function flagsOf(error: unknown): FieldErrors {
  if (!isSchemaRefusal(error)) throw error
  const flags: Record<string, string> = {}
  for (const { path = '', message } of error.inner) {
    const known = flags[path]?.split(' ') ?? []
    // Of what is missing nothing else is said.
    if (message === 'required' || known.length === 0) flags[path] = message
    else if (!known.includes('required') && !known.includes(message)) flags[path] += ` ${message}`
  }
  return flags
}

// It stands still, so that a render that comes later does not take the focus back.
function takeFocus(summary: HTMLElement | null) {
  summary?.focus()
}

function focusFirst(form: HTMLFormElement, errors: object) {
  const first = [...form.elements].find((element) => Object.hasOwn(errors, element.getAttribute('name') ?? ''))
  if (first instanceof HTMLElement) first.focus()
}

interface SubmitButtonProps {
  variant?: 'primary' | 'danger' | undefined
  block?: boolean | undefined
  children: ReactNode
}

export function SubmitButton({ variant = 'primary', block, children }: SubmitButtonProps) {
  const { isSubmitting } = useFormikContext()
  return (
    <Button
      type="submit"
      variant={variant}
      block={block}
      busy={isSubmitting}
      // The focus stays where it is: what a field says when it is left would move the button from under the pointer, and the
      // click would be lost. Submitting validates all of them.
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </Button>
  )
}

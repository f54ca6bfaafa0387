import { type FormikValues, useFormikContext } from 'formik'
import { type MouseEvent, createContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Message } from '#src/ui/feedback/message.tsx'
import { LinkButton } from './button.tsx'
import styles from './form.module.css'

type Values = Readonly<Record<string, unknown>>

interface Typed {
  values: Values
  /** Values when typing began. */
  base: Values
}

/** Storage of a form's values until the form is sent. */
export interface FormDraft {
  read: () => Typed | undefined
  keep: (typed: Typed) => void
  forget: () => void
  /** Called with the accepted values. */
  sent: (values: object) => void
  whileSending: <Result>(send: () => Promise<Result>) => Promise<Result>
  /** Number of attachments such as photos. Above 0, the draft is kept even if no field has changed. */
  more?: number | undefined
  /** Whether the values come from the same page a moment ago, so that no notice of a restored draft is needed. */
  isContinued?: boolean | undefined
}

/** Draft of the enclosing form, for actions that leave the form without sending it. */
export const FormDraftContext = createContext<FormDraft | undefined>(undefined)

export interface Restored<FormValues> {
  /** Typed values merged over the stored ones. */
  values: FormValues
  /** Fields that were typed here and have since been saved with another value elsewhere. */
  contested: readonly string[]
  /** Values of the contested fields when typing began. */
  was: Values
}

export const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** An empty number field has the value null. */
const kindOf = (value: unknown) =>
  Array.isArray(value) ? 'array' : value === null || typeof value === 'number' ? 'number' : typeof value

/** Merges a draft into the current values, field by field; undefined if nothing would change. */
export function restoredOver<FormValues extends object>(
  draft: Typed | undefined,
  now: FormValues,
): Restored<FormValues> | undefined {
  if (!draft) return undefined
  const typed = Object.entries(now).filter(([name, value]) => {
    const draftValue = draft.values[name]
    // Another release may have stored a value of another type.
    return kindOf(draftValue) === kindOf(value) && !isEqual(draftValue, draft.base[name]) && !isEqual(draftValue, value)
  })
  if (typed.length === 0) return undefined
  const contested = typed.filter(([name, value]) => !isEqual(value, draft.base[name])).map(([name]) => name)
  const pick = (from: Values, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, from[name]]))
  return {
    values: {
      ...now,
      ...pick(
        draft.values,
        typed.map(([name]) => name),
      ),
    },
    contested,
    was: pick(draft.base, contested),
  }
}

/** Returns a draft that never stores the named fields, such as a password or a code. */
export function withoutFields(draft: FormDraft, names: readonly string[]): FormDraft {
  const omit = (values: object) => Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
  return {
    ...draft,
    keep({ values, base }) {
      const typed = { values: omit(values), base: omit(base) }
      if (isEqual(typed.values, typed.base)) draft.forget()
      else draft.keep(typed)
    },
    sent: (values) => draft.sent(omit(values)),
  }
}

interface DraftProps {
  draft: FormDraft
  /** Called with the restored values, and flags of the fields that were saved with another value since. */
  onContested: (values: Values, flags: Record<string, string>) => void
}

/** Stores and restores the values of the enclosing form, and shows a notice with a button that discards the draft. */
export function Draft({ draft, onContested }: DraftProps) {
  const { values, initialValues, dirty, resetForm, setValues, setErrors, setTouched } = useFormikContext<FormikValues>()
  const [initial, setInitial] = useState(() => ({ initialValues, restored: restoredOver(draft.read(), initialValues) }))
  const latest = useRef({ draft, onContested, restored: initial.restored, wasSaved: false })
  // Saving changes the initial values of the form.
  const restored = initial.initialValues === initialValues ? initial.restored : undefined
  const was = restored?.was
  const { more = 0 } = draft

  useLayoutEffect(() => {
    const { draft: own, restored: typed } = latest.current
    // A draft that changes nothing has been saved already; only the response was lost.
    if (!typed) return own.forget()
    const flags = flagsOf(typed.contested, CHANGED_MEANWHILE)
    latest.current.onContested(typed.values, flags)
    void setValues(typed.values, false)
    setErrors(flags)
    void setTouched(flagsOf(typed.contested, true), false)
  }, [setValues, setErrors, setTouched])

  useEffect(() => {
    latest.current.draft = draft
  })
  // Session storage is an external system.
  useEffect(() => {
    const { draft: own, wasSaved } = latest.current
    // A field stays contested until it is saved, also over another reload.
    if (dirty || more > 0) own.keep({ values, base: { ...initialValues, ...was } })
    else if (wasSaved) own.forget()
    latest.current.wasSaved = dirty || more > 0
  }, [values, initialValues, was, dirty, more])

  function discard({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    draft.forget()
    resetForm()
    setInitial({ initialValues, restored: undefined })
    // The pressed button disappears.
    form?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }

  if (!restored || draft.isContinued) return null
  return (
    // A dialog focuses its first focusable element: the notice, rather than the button, which a hasty Enter would press.
    <div className={styles.above} tabIndex={-1}>
      <Message kind="info">
        <FormattedMessage id="core.text.restored" />{' '}
        <LinkButton onClick={discard}>
          <FormattedMessage id="core.buttons.discard" />
        </LinkButton>
      </Message>
    </div>
  )
}

export const CHANGED_MEANWHILE = 'changedMeanwhile'

const flagsOf = <Flag,>(names: readonly string[], flag: Flag): Record<string, Flag> =>
  Object.fromEntries(names.map((name) => [name, flag]))

import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styles from './field.module.css'

/** What a field says about itself, whatever its control looks like. */
export interface FieldText {
  label: ReactNode
  required?: boolean | undefined
  hint?: ReactNode
}

interface FieldProps extends FieldText {
  /** Of the control; the descriptions are named after it. */
  id: string
  /** What is wrong with the value: flags, separated by blanks. Each names the message `core.validation.<flag>`. */
  flag?: string | undefined
  /** What is saved, where that is another value than the one that typing began with. */
  saved?: string | undefined
  /** How much of its limit a text takes. */
  count?: TextCount | undefined
  children: ReactNode
}

interface TextCount {
  count: number
  max: number
}

/** A count appears from here on: in the last tenth of what a field takes. */
const NEAR = 0.9

/** The count of a text that is near its limit or over it, and its flags: what is too long says so while it is typed. */
export function countOf(text: string, max: number, flag: string | undefined) {
  const flags = flag?.split(' ') ?? []
  return {
    count: text.length > max * NEAR ? { count: text.length, max } : undefined,
    flag: text.length > max && !flags.includes('tooLong') ? [...flags, 'tooLong'].join(' ') : flag,
  }
}

/**
 * The frame of a control. A required field always has its 'Required Field.', hidden until it is the error.
 * `fieldAttributes` gives the control what ties it to these texts.
 */
export function Field({ label, children, ...notes }: FieldProps) {
  const { id, required } = notes
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        <span>{label}</span>
        {required && <Asterisk />}
      </label>
      {children}
      <Notes {...notes} />
    </div>
  )
}

export function Asterisk() {
  return (
    <span className={styles.required} aria-hidden="true">
      {' *'}
    </span>
  )
}

/** Under the control: its hint and what is wrong. */
export function Notes({ id, required, hint, flag, saved, count }: Omit<FieldProps, 'children' | 'label'>) {
  const missing = flag === 'required'
  return (
    <>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {(required || missing) && (
        <p className={missing ? styles.error : 'hidden-text'} id={`${id}-required`}>
          {missing && <CircleAlert />}
          <FormattedMessage id="core.text.requiredField" />
        </p>
      )}
      {flag && !missing && (
        <p className={styles.error} id={`${id}-error`}>
          <CircleAlert />
          <span>
            <FlagTexts flags={flag.split(' ')} /> {saved !== undefined && <SavedValue saved={saved} />}
          </span>
        </p>
      )}
      {count && (
        <p className={styles.hint} id={`${id}-count`}>
          <FormattedMessage id="core.text.typedCount" values={{ ...count }} />
        </p>
      )}
    </>
  )
}

function FlagTexts({ flags }: { flags: readonly string[] }) {
  const { messages, formatMessage } = useIntl()
  const known = (id: string): id is FormatjsIntl.Message['ids'] => Object.hasOwn(messages, id)
  const texts = flags.map((flag) => {
    const id = `core.validation.${flag}`
    return formatMessage({ id: known(id) ? id : 'core.validation.invalid' })
  })
  return [...new Set(texts)].join(' ')
}

const SavedValue = ({ saved }: { saved: string }) =>
  saved ? (
    <FormattedMessage id="core.text.storedNow" values={{ stored: saved }} />
  ) : (
    <FormattedMessage id="core.text.storedNothing" />
  )

/** The attributes of the control inside a `Field` with the same properties. */
export function fieldAttributes({ id, required, hint, flag, count }: Omit<FieldProps, 'children' | 'label'>) {
  const described = [
    hint && `${id}-hint`,
    (required || flag === 'required') && `${id}-required`,
    flag && flag !== 'required' && `${id}-error`,
    count && `${id}-count`,
  ]
  return {
    id,
    required,
    // Said outright: an empty required field is native `:invalid` before anybody has touched it.
    'aria-invalid': Boolean(flag),
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
  }
}

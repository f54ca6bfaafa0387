import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styles from './field.module.css'

/** Texts and state of a field, independent of its control. */
export interface FieldText {
  label: ReactNode
  required?: boolean | undefined
  hint?: ReactNode
}

interface FieldProps extends FieldText {
  /** Id of the control; the ids of the descriptions derive from it. */
  id: string
  /** Validation flags, separated by spaces. Each flag names a message `core.validation.<flag>`. */
  flag?: string | undefined
  /** Saved value, if it differs from the value when typing began. */
  saved?: string | undefined
  /** Length of a text and its limit. */
  count?: TextCount | undefined
  children: ReactNode
}

interface TextCount {
  count: number
  max: number
}

/** Part of the limit above which the count appears: the last tenth. */
const NEAR = 0.9

/** Returns the count of a text near or above its limit, and its flags. A text that is too long is flagged while typing. */
export function countOf(text: string, max: number, flag: string | undefined) {
  const flags = flag?.split(' ') ?? []
  return {
    count: text.length > max * NEAR ? { count: text.length, max } : undefined,
    flag: text.length > max && !flags.includes('tooLong') ? [...flags, 'tooLong'].join(' ') : flag,
  }
}

/**
 * Label, hint and errors around a control. A required field always renders 'Required Field.', hidden until it is the error.
 * `fieldAttributes` returns the attributes that link the control to these texts.
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
      {'\u00A0*'}
    </span>
  )
}

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

/** Returns the attributes of the control inside a `Field` with the same props. */
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
    // Always set, because an empty required field natively matches `:invalid` from the start.
    'aria-invalid': Boolean(flag),
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
  }
}

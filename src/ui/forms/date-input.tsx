import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { PatternFormat } from 'react-number-format'
import type { IsoDate } from '#contract/dates.ts'
import { classes } from '#src/ui/classes.ts'
import styles from './date-input.module.css'
import { Field, fieldAttributes } from './field.tsx'
import input from './input.module.css'
import { canBeTyped, dateFlag, dayOf, digitsIn, digitsOf } from './typed-date.ts'

interface DateInputProps {
  label: ReactNode
  hint?: ReactNode
  value: IsoDate | null
  /** Called only with an existing date that differs from the previous one. */
  onChange: (date: IsoDate) => void
  /** Called when the input no longer holds an existing date. Absent: the last date remains in use. */
  onClear?: () => void
  /** Further validation flags. */
  flag?: string | undefined
  name?: string
  required?: boolean | undefined
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
}

/** Placeholder of a missing digit (figure space), as wide as a digit. */
const FIGURE_SPACE = '\u2007'
const SEPARATORS = new Set(['.', '-', '/', ' '])
/** Numbers of typed digits at which a separator completes a day or month of one digit. */
const HALF = new Set([1, 3])

/** Typed date; `DateField` binds it to a form. Errors appear after blur. */
export function DateInput({
  label,
  hint,
  value,
  onChange,
  onClear,
  flag: given,
  name,
  required,
  onBlur,
}: DateInputProps) {
  const intl = useIntl()
  const id = useId()
  const [digits, setDigits] = useState(digitsOf(value))
  const [isBlurred, setIsBlurred] = useState(false)
  const [lastValue, setLastValue] = useState(value)
  // Last date known to parent and input. Its arrival as `value` must not overwrite newer input.
  const [reported, setReported] = useState(value)

  if (value !== lastValue) {
    setLastValue(value)
    if (value !== reported) follow(value)
  }

  function follow(date: IsoDate | null) {
    setDigits(digitsOf(date))
    setReported(date)
    setIsBlurred(false)
  }
  function report(typed: string) {
    const day = dayOf(typed)
    if (day === reported || (!day && !onClear)) return
    setReported(day)
    if (day) onChange(day)
    else onClear?.()
  }
  function type(typed: string) {
    // A shown error remains until it is corrected; a new input may be incomplete.
    if (!dateFlag(digits)) setIsBlurred(false)
    setDigits(typed)
    report(typed)
  }
  function leave() {
    // Without `onClear`, a date cannot be cleared once it has been set.
    if (!digits) return setDigits(digitsOf(reported))
    setIsBlurred(true)
    report(digits)
  }
  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') return leave()
    const { selectionStart, value: text } = event.currentTarget
    const atEnd = !/\d/.test(text.slice(selectionStart ?? 0))
    if (!SEPARATORS.has(event.key) || !atEnd || !HALF.has(digits.length)) return
    // `1.` means `01.`.
    event.preventDefault()
    setDigits(`${digits.slice(0, -1)}0${digits.slice(-1)}`)
  }
  function paste(event: ClipboardEvent) {
    const pasted = digitsIn(event.clipboardData.getData('text'))
    if (!pasted) return
    event.preventDefault()
    type(pasted)
  }

  // A submit by keyboard does not blur the input, and an incomplete date is not a missing one.
  const flag = (isBlurred || given === 'required' ? dateFlag(digits) : undefined) ?? given
  return (
    <Field id={id} label={label} required={required} hint={hint} flag={flag}>
      <PatternFormat
        {...fieldAttributes({ id, required, hint, flag })}
        name={name}
        className={classes(input.input, styles.date)}
        format="##.##.####"
        mask={FIGURE_SPACE}
        value={digits}
        valueIsNumericString
        // Checked only at the end of the input: during a change before the end, other digits are in place of the year.
        isAllowed={({ value: typed }) => canBeTyped(typed) || !typed.startsWith(digits)}
        onValueChange={({ value: typed }, { event }) => {
          // Without an event, the change came from the props instead of the user.
          if (event) type(typed)
        }}
        placeholder={intl.formatMessage({ id: 'core.date.placeholder' })}
        inputMode="numeric"
        autoComplete="off"
        size={10}
        onBlur={(event) => {
          leave()
          onBlur?.(event)
        }}
        onKeyDown={press}
        onPaste={paste}
      />
    </Field>
  )
}

import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
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
  value: IsoDate | null
  /** Only with a day that exists, and another one than before. */
  onChange: (date: IsoDate) => void
  /** What else is wrong with it. */
  flag?: string | undefined
}

/** In place of a digit that is still to come, and as wide: the points stay where they are. */
const FIGURE_SPACE = '\u2007'
const SEPARATORS = new Set(['.', '-', '/', ' '])
/** How many digits there are where a day or a month has one. */
const HALF = new Set([1, 3])

/** A date that is typed, outside a form. What is wrong with it is said once it was left. */
export function DateInput({ label, value, onChange, flag: given }: DateInputProps) {
  const intl = useIntl()
  const id = useId()
  const [digits, setDigits] = useState(digitsOf(value))
  const [left, setLeft] = useState(false)
  const [known, setKnown] = useState(value)
  // The last that both sides know of. When it comes back as the value it must not overwrite what was typed since.
  const [told, setTold] = useState(value)

  if (value !== known) {
    setKnown(value)
    if (value !== told) follow(value)
  }

  function follow(date: IsoDate | null) {
    setDigits(digitsOf(date))
    setTold(date)
    setLeft(false)
  }
  function tell(typed: string) {
    const day = dayOf(typed)
    if (!day || day === told) return
    setTold(day)
    onChange(day)
  }
  function type(typed: string) {
    // A mistake that was pointed out stays so until it is mended; a new one may be halfway.
    if (!dateFlag(digits)) setLeft(false)
    setDigits(typed)
    tell(typed)
  }
  function leave() {
    // There is always a day once there was one.
    if (!digits) return setDigits(digitsOf(told))
    setLeft(true)
    tell(digits)
  }
  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') return leave()
    const { selectionStart, value: text } = event.currentTarget
    const atEnd = !/\d/.test(text.slice(selectionStart ?? 0))
    if (!SEPARATORS.has(event.key) || !atEnd || !HALF.has(digits.length)) return
    // `1.` is the first, `01.`.
    event.preventDefault()
    setDigits(`${digits.slice(0, -1)}0${digits.slice(-1)}`)
  }
  function paste(event: ClipboardEvent) {
    const pasted = digitsIn(event.clipboardData.getData('text'))
    if (!pasted) return
    event.preventDefault()
    type(pasted)
  }

  const flag = (left ? dateFlag(digits) : undefined) ?? given
  return (
    <Field id={id} label={label} flag={flag}>
      <PatternFormat
        {...fieldAttributes({ id, flag })}
        className={classes(input.input, styles.date)}
        format="##.##.####"
        mask={FIGURE_SPACE}
        value={digits}
        valueIsNumericString
        // At the end only: while something is changed before it, other digits stand in the place of the year.
        isAllowed={({ value: typed }) => canBeTyped(typed) || !typed.startsWith(digits)}
        onValueChange={({ value: typed }, { event }) => {
          // Without one it is what was set from here.
          if (event) type(typed)
        }}
        placeholder={intl.formatMessage({ id: 'core.date.placeholder' })}
        inputMode="numeric"
        autoComplete="off"
        size={10}
        onBlur={leave}
        onKeyDown={press}
        onPaste={paste}
      />
    </Field>
  )
}

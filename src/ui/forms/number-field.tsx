import { type ClipboardEvent, useState } from 'react'
import { useIntl } from 'react-intl'
import { NumericFormat } from 'react-number-format'
import { NUMBER_DECIMALS } from '#src/lib/constants.ts'
import { classes } from '#src/ui/classes.ts'
import { Field, fieldAttributes, type FieldText } from './field.tsx'
import { useFormField } from './use-form-field.ts'
import input from './input.module.css'
import styles from './number-field.module.css'
import { copiedNumber, limited, numberIn, withoutLeadingZeros, typedOf } from './typed-number.ts'

interface NumberFieldProps extends FieldText {
  /** Field name in the API; the value is a number or null. */
  name: string
  /** Maximum number of decimals; 0 allows whole numbers only. */
  decimals?: number | undefined
  disabled?: boolean | undefined
}

/** Field for a number of 0 or more. Accepts point and comma, and shows the decimal symbol of the language. */
export function NumberField({ name, decimals = NUMBER_DECIMALS, disabled, label, required, hint }: NumberFieldProps) {
  const intl = useIntl()
  const { id, value, flag, change, onBlur, saved } = useFormField<number | null>(name)
  // Text such as `12.` while typing; a value set elsewhere replaces it.
  const [typed, setTyped] = useState(typedOf(value))
  const symbol = intl.formatNumberToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'

  function type(text: string) {
    setTyped(withoutLeadingZeros(text))
    change(numberIn(text))
  }
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    // Pasted text is parsed here; otherwise `12.50` would lose its point in a language with a decimal comma.
    event.preventDefault()
    const pasted = copiedNumber(event.clipboardData.getData('text'), symbol)
    const { value: text, selectionStart, selectionEnd } = event.currentTarget
    const shown = text.replace(symbol, '.')
    const all = shown.slice(0, selectionStart ?? 0) + pasted + shown.slice(selectionEnd ?? shown.length)
    if (pasted) type(limited(all, decimals))
  }

  return (
    <Field id={id} label={label} required={required} hint={hint} flag={flag} saved={saved}>
      <NumericFormat
        {...fieldAttributes({ id, required, hint, flag })}
        className={classes(input.input, styles.number)}
        name={name}
        disabled={disabled}
        value={numberIn(typed) === value ? typed : typedOf(value)}
        valueIsNumericString
        allowNegative={false}
        decimalScale={decimals}
        decimalSeparator={symbol}
        allowedDecimalSeparators={['.', ',']}
        inputMode={decimals > 0 ? 'decimal' : 'numeric'}
        autoComplete="off"
        // Rejects a leading zero before it appears, so that the caret does not move.
        isAllowed={({ value: text }) => text === typed || withoutLeadingZeros(text) !== typed}
        onValueChange={({ value: text }, { event }) => {
          // Without an event, the change came from the props instead of the user.
          if (event) type(text)
        }}
        onPaste={paste}
        onBlur={(event) => {
          setTyped(typed.replace(/\.$/, ''))
          onBlur(event)
        }}
      />
    </Field>
  )
}

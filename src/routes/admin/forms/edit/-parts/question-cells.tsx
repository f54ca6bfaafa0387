import { useFormikContext } from 'formik'
import { type ReactNode, useId } from 'react'
import { FormattedMessage } from 'react-intl'
import type { MessageId } from '#src/lib/intl.tsx'
import { Field, countOf, fieldAttributes } from '#src/ui/forms/field.tsx'
import input from '#src/ui/forms/input.module.css'
import type { FormValues, QuestionValue } from './form-values.ts'

// Controls of the parts of a question, with their errors.

export interface QuestionPartProps {
  question: QuestionValue
  index: number
  onChange: (changed: Partial<QuestionValue>) => void
}

/** Returns a function that gives the flags of a part of a question, after a submit. */
export function useFlags(index: number) {
  const { errors, touched } = useFormikContext<FormValues>()
  // The form's errors have flat names. After a submit, each question counts as touched.
  const own = new Map<string, unknown>(touched.questions ? Object.entries(errors) : [])
  const prefix = `questions.${index}.`
  return {
    has: [...own.keys()].some((name) => name.startsWith(prefix)),
    of(part: string) {
      const flag = own.get(prefix + part)
      return typeof flag === 'string' ? flag : undefined
    },
  }
}

interface CellProps {
  index: number
  /** Path of the part in the contract. */
  part: string
  label: MessageId
  hint?: MessageId
  required?: boolean
  /** Typed text whose length is limited. */
  text?: { value: string; max: number }
  children: (attributes: ReturnType<typeof fieldAttributes> & { name: string }) => ReactNode
}

/** Labelled control of a question, with its error. */
export function Cell({ index, part, label, hint, required, text, children }: CellProps) {
  const id = useId()
  const flag = useFlags(index).of(part)
  const state = {
    id,
    required,
    hint: hint && <FormattedMessage id={hint} />,
    ...(text ? countOf(text.value, text.max, flag) : { flag }),
  }
  return (
    <Field {...state} label={<FormattedMessage id={label} />}>
      {children({ ...fieldAttributes(state), name: `questions.${index}.${part}` })}
    </Field>
  )
}

interface TextCellProps extends QuestionPartProps, Pick<CellProps, 'part' | 'label' | 'hint' | 'required'> {
  field: 'nl' | 'en' | 'helpNl' | 'helpEn' | 'unit' | 'min' | 'max' | 'shownWords'
  max: number
  inputMode?: 'decimal'
}

export function TextCell({ question, field, max, inputMode, onChange, ...cell }: TextCellProps) {
  const value = question[field]
  return (
    <Cell {...cell} text={{ value, max }}>
      {(attributes) => (
        <input
          {...attributes}
          className={input.input}
          value={value}
          autoComplete="off"
          inputMode={inputMode}
          onChange={({ target }) => onChange({ [field]: target.value })}
        />
      )}
    </Cell>
  )
}

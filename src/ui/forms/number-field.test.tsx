// @vitest-environment happy-dom
import { type Language } from '#contract/languages.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { number, object } from 'yup'
import { Form } from './form.tsx'
import { NumberField } from './number-field.tsx'
import { renderIn } from '#src/ui/testing.tsx'
import { SubmitButton } from './submit-button.tsx'

afterEach(cleanup)

const schema = async () => object({ amount: number().required('required') })

function renderBox(
  language: Language,
  { amount = null as number | null, decimals = undefined as number | undefined } = {},
) {
  const send = vi.fn<(values: { amount: number | null }) => void>()
  renderIn(
    language,
    <Form
      initialValues={{ amount }}
      schema={schema}
      onSubmit={async (values, form) => {
        send(values)
        form.reset({ amount: 5 })
      }}
    >
      <NumberField name="amount" label="Bedrag" required decimals={decimals} />
      <SubmitButton>OK</SubmitButton>
    </Form>,
  )
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Bedrag' })
  const submitted = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(send).toHaveBeenCalled())
    return send.mock.lastCall![0].amount
  }
  const paste = async (text: string) => {
    await userEvent.click(box)
    await userEvent.paste(text)
  }
  return { box, submitted, send, paste }
}

test.each([
  ['typing', 'nl', '007', '7', 7],
  ['typing', 'nl', '0,5', '0,5', 0.5],
  ['typing', 'nl', '0.5', '0,5', 0.5],
  ['typing', 'nl', ',', '0,', 0],
  ['typing', 'nl', '-12', '12', 12],
  ['typing', 'nl', '12,345', '12,34', 12.34],
  ['typing', 'nl', 'a1b2', '12', 12],
  ['typing', 'en', '0,5', '0.5', 0.5],
  ['typing', 'en', '1234.5', '1234.5', 1234.5],
  ['pasting', 'nl', '-12', '12', 12],
  ['pasting', 'nl', '€ 1.234,50', '1234,50', 1234.5],
  ['pasting', 'en', '1,234.50', '1234.50', 1234.5],
  ['pasting', 'en', '12,5', '12.5', 12.5],
] as const)('%s in %s: %s shows %s and sends %s', async (way, language, text, shown, sent) => {
  const { box, submitted, paste } = renderBox(language)
  await (way === 'typing' ? userEvent.type(box, text) : paste(text))
  expect(box.value).toBe(shown)
  expect(await submitted()).toBe(sent)
})

test('pasted text without a number is ignored', async () => {
  const { box, paste } = renderBox('nl', { amount: 12.5 })
  await paste('geen')
  expect(box.value).toBe('12,5')
  box.setSelectionRange(0, 2)
  await userEvent.paste('7')
  expect(box.value).toBe('7,5')
})

test('a zero typed before a number is ignored and keeps the caret', async () => {
  const { box } = renderBox('nl', { amount: 1234 })
  await userEvent.type(box, '0', { initialSelectionStart: 0, initialSelectionEnd: 0 })
  expect(box.value).toBe('1234')
  expect(box.selectionStart).toBe(0)
})

test('a field without decimals rejects the decimal separator and pasted decimals', async () => {
  const { box, paste } = renderBox('nl', { decimals: 0 })
  await userEvent.type(box, '12,')
  expect(box.value).toBe('12')
  await userEvent.clear(box)
  await paste('7,9')
  expect(box.value).toBe('7')
})

test('leaving the field completes the number', async () => {
  const { box, submitted } = renderBox('nl', { amount: 61.85 })
  expect(box.value).toBe('61,85')
  await userEvent.clear(box)
  await userEvent.type(box, '12,')
  expect(box.value).toBe('12,')
  await userEvent.tab()
  expect(box.value).toBe('12')
  expect(await submitted()).toBe(12)
  await waitFor(() => expect(box.value).toBe('5'))
})

test('an empty field sends no number, and trailing zeros remain as typed', async () => {
  const { box } = renderBox('nl', { amount: 0 })
  expect(box.value).toBe('0')
  await userEvent.clear(box)
  expect(box.value).toBe('')
  await userEvent.type(box, '12,50')
  await userEvent.tab()
  expect(box.value).toBe('12,50')
})

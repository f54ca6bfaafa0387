// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { object, ref, string } from 'yup'
import { REPEATED_WITHIN_MS } from '#src/lib/constants.ts'
import { Form, type FormError } from './form.tsx'
import { PasswordField } from './password-field.tsx'
import { renderInDutch } from '#src/ui/testing.tsx'
import { TextField } from './text-field.tsx'
import { SubmitButton } from './submit-button.tsx'

// The focus of the first invalid field and errors of unknown fields are tested in tests/screens/errors.test.tsx.

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const schema = async () =>
  object({
    name: string().required('required'),
    email: string().matches(/@/, { message: 'invalidEmail', excludeEmptyString: true }),
    newPassword: string().required('required'),
    confirmPassword: string().oneOf([ref('newPassword')], 'noMatch'),
  })

type Send = (values: object) => Promise<FormError | undefined>

const VALID = { name: 'Bobbie', email: '', newPassword: 'Krekel!2026', confirmPassword: 'Krekel!2026' }

function renderForm(onSubmit: Send, initialValues: object = VALID, load: typeof schema = schema) {
  renderInDutch(
    <Form initialValues={initialValues} schema={load} onSubmit={onSubmit}>
      <TextField name="name" label="Naam" required />
      <TextField name="email" label="E-mailadres" hint="Alleen voor berichten" />
      <PasswordField name="newPassword" label="Nieuw" autoComplete="new-password" required />
      <PasswordField name="confirmPassword" label="Herhaal" autoComplete="new-password" />
      <SubmitButton>Opslaan</SubmitButton>
    </Form>,
  )
}

const box = (name: string) => screen.getByRole('textbox', { name })
const button = () => screen.getByRole('button', { name: 'Opslaan' })
const submit = () => userEvent.click(button())
const ended = () => waitFor(() => expect(button().getAttribute('aria-busy')).not.toBe('true'))

test('an empty required field shows an error on blur', async () => {
  renderForm(async () => undefined, { ...VALID, name: '' })
  const text = screen.getAllByText('Verplicht veld.')[0]!.closest('p')!
  expect(box('Naam')).toHaveProperty('required', true)
  expect(box('Naam').getAttribute('aria-describedby')).toBe(text.id)
  expect(box('Naam').getAttribute('aria-invalid')).toBe('false')
  expect(text.className).toBe('hidden-text')

  await userEvent.click(box('Naam'))
  await userEvent.tab()
  await waitFor(() => expect(box('Naam').getAttribute('aria-invalid')).toBe('true'))
  expect(document.getElementById(box('Naam').getAttribute('aria-describedby')!)?.className).not.toBe('hidden-text')
  expect(screen.getAllByText('Verplicht veld.')).toHaveLength(2)
})

test.each([
  ['', [], 'Bo'],
  ['Tom', [['Tom']], 'TomBo'],
])('the values at submission (%j) are sent even if the schema loads late', async (name, sent, shown) => {
  const loading = Promise.withResolvers<void>()
  const send = vi.fn<Send>(async () => undefined)
  renderForm(send, { ...VALID, name }, async () => {
    await loading.promise
    return await schema()
  })
  await submit()
  await userEvent.type(box('Naam'), 'Bo')
  loading.resolve()
  await ended()
  expect(send.mock.calls.map(([values]) => [(values as typeof VALID).name])).toEqual(sent)
  expect(box('Naam')).toHaveProperty('value', shown)
})

test.each([
  ['the press', 'Tom', 1],
  ['an invalid press', '', 1],
  ['the errors of an invalid press', '', 2],
])('a press while the schema loads for %s sends its values once', async (_, name, late) => {
  const loading = Promise.withResolvers<void>()
  const send = vi.fn<Send>(async () => undefined)
  const load = vi.fn<typeof schema>(async () => {
    if (load.mock.calls.length >= late) await loading.promise
    return await schema()
  })
  renderForm(send, { ...VALID, name }, load)
  await submit()
  await waitFor(() => expect(load).toHaveBeenCalledTimes(late))
  await userEvent.type(box('Naam'), 'Bo')
  await submit()
  await userEvent.type(box('Naam'), '{Enter}')
  loading.resolve()
  await ended()
  expect(send.mock.calls.map(([values]) => (values as typeof VALID).name)).toEqual([`${name}Bo`])
})

test('the last of several buttons that are pressed while the schema loads decides', async () => {
  const loading = Promise.withResolvers<void>()
  let pressed = ''
  const send = vi.fn<() => Promise<string>>(async () => pressed)
  renderInDutch(
    <Form
      initialValues={VALID}
      schema={async () => {
        await loading.promise
        return await schema()
      }}
      onSubmit={async () => void (await send())}
    >
      <SubmitButton onClick={() => (pressed = 'saved')}>Opslaan</SubmitButton>
      <SubmitButton onClick={() => (pressed = 'published')}>Publiceren</SubmitButton>
    </Form>,
  )
  await submit()
  await userEvent.click(screen.getByRole('button', { name: 'Publiceren' }))
  loading.resolve()
  await ended()
  expect(await Promise.all(send.mock.results.map(({ value }) => value))).toEqual(['published'])
})

test('invisible characters are removed from texts, but not from passwords', async () => {
  const send = vi.fn<Send>(async () => undefined)
  const password = ' Krekel\u200b!2026 '
  const others = { count: 3, no: null, newPassword: password, confirmPassword: password }
  renderForm(send, { name: '\ufeffBob\u200bbie\u00ad ', email: ' a@b.example\u200e', tags: ['x\u200b'], ...others })
  await submit()
  await waitFor(() => expect(send).toHaveBeenCalledOnce())
  expect(send.mock.calls[0]?.[0]).toEqual({ name: 'Bobbie', email: 'a@b.example', tags: ['x'], ...others })
})

test('a required field with only invisible characters is rejected', async () => {
  const send = vi.fn<Send>()
  renderForm(send, { ...VALID, name: '\u200b\u2060' })
  await submit()
  await waitFor(() => expect(box('Naam').getAttribute('aria-invalid')).toBe('true'))
  expect(send).not.toHaveBeenCalled()
})

test('validation errors appear on blur and disappear once corrected', async () => {
  renderForm(async () => undefined)
  await userEvent.click(box('E-mailadres'))
  await userEvent.tab()
  await userEvent.type(box('E-mailadres'), 'annelies')
  expect(screen.queryByText('Vul een geldig e-mailadres in.')).toBeNull()
  await userEvent.tab()
  expect(await screen.findByText('Vul een geldig e-mailadres in.')).toBeTruthy()
  await userEvent.type(box('E-mailadres'), '@voorbeeld.nl')
  await waitFor(() => expect(screen.queryByText('Vul een geldig e-mailadres in.')).toBeNull())
})

test('the confirmation is validated again when the first password changes', async () => {
  renderForm(async () => undefined)
  await userEvent.click(screen.getByLabelText('Herhaal'))
  await userEvent.tab()
  await userEvent.type(screen.getByLabelText(/Nieuw/), 'x')
  await userEvent.tab()
  expect(await screen.findByText('De wachtwoorden zijn niet gelijk. Typ ze opnieuw.')).toBeTruthy()
})

test('an error of the server remains at its field until the value changes', async () => {
  const send = vi.fn<Send>().mockResolvedValue({ fields: { email: 'unheardOf' } })
  renderForm(send)
  await submit()
  await waitFor(() => expect(document.activeElement).toBe(box('E-mailadres')))
  expect(await screen.findByText('Controleer dit veld.')).toBeTruthy()
  await userEvent.tab()
  await userEvent.click(box('Naam'))
  await userEvent.tab()
  expect(screen.getByText('Controleer dit veld.')).toBeTruthy()
  await submit()
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2))
  await userEvent.type(box('E-mailadres'), 'a@b')
  await waitFor(() => expect(screen.queryByText('Controleer dit veld.')).toBeNull())
})

test('a general error is shown above the form, and the invalid field gets the focus', async () => {
  renderForm(async () => ({ fields: { email: 'invalidEmail', other: 'required' }, text: 'Te veel pogingen.' }))
  await submit()
  expect((await screen.findByRole('alert')).textContent).toBe('Te veel pogingen.')
  expect(await screen.findByText('Vul een geldig e-mailadres in.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(box('E-mailadres')))
})

test.each([
  ['two submits before the first render', 2],
  ['presses of the button and Enter while it is busy', 1],
])('a form is submitted once by %s', async (_, submits) => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const send = vi.fn<Send>().mockReturnValue(promise)
  renderForm(send)
  for (let times = 0; times < submits; times++) fireEvent.submit(button().closest('form')!)
  await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('true'))
  await submit()
  await userEvent.type(box('Naam'), '{Enter}')
  expect(send).toHaveBeenCalledOnce()
  expect(button()).toHaveProperty('disabled', false)
  resolve(undefined)
  await ended()
})

test('a second press shortly after success is ignored, unless a value has changed', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000)
  const send = vi.fn<Send>().mockResolvedValue(undefined)
  renderForm(send)
  const pressed = async () => {
    await submit()
    await ended()
    return send.mock.calls.length
  }
  expect(await pressed()).toBe(1)
  expect(await pressed()).toBe(1)
  await userEvent.type(box('Naam'), '!')
  expect(await pressed()).toBe(2)
  now.mockReturnValue(1001 + REPEATED_WITHIN_MS)
  expect(await pressed()).toBe(3)
})

test('a form is submitted without validation if its schema cannot be loaded', async () => {
  const send = vi.fn<Send>().mockResolvedValue(undefined)
  renderForm(send, { ...VALID, name: '' }, () => Promise.reject(new Error('offline')))
  await submit()
  await waitFor(() => expect(send).toHaveBeenCalledOnce())
})

/** Resolves with the next unhandled rejection, which would otherwise fail the test run. */
function unhandled(): Promise<unknown> {
  const before = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  return new Promise((resolve) => {
    process.once('unhandledRejection', (reason) => {
      for (const listener of before) process.on('unhandledRejection', listener)
      resolve(reason)
    })
  })
}

test('a form can be submitted again after its schema threw an unexpected error', async () => {
  const bug = new TypeError('no such rule')
  vi.spyOn(console, 'warn').mockReturnValue()
  const send = vi.fn<Send>().mockResolvedValue(undefined)
  const validate = vi.fn<() => Promise<void>>().mockRejectedValueOnce(bug).mockResolvedValue()
  renderForm(send, VALID, async () => Object.assign(await schema(), { validate }))
  const reason = unhandled()
  await submit()
  expect(await reason).toBe(bug)
  await ended()
  expect(send).not.toHaveBeenCalled()
  await submit()
  await waitFor(() => expect(send).toHaveBeenCalledOnce())
})

test('an e-mail field keeps the domain as typed', () => {
  renderInDutch(
    <Form initialValues={{ email: 'info@bücher.example' }} schema={schema} onSubmit={async () => undefined}>
      <TextField name="email" type="email" label="E-mailadres" />
    </Form>,
  )
  expect(box('E-mailadres')).toHaveProperty('type', 'text')
  expect(box('E-mailadres')).toHaveProperty('inputMode', 'email')
})

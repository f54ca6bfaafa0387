// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { boolean, object, string } from 'yup'
import { CheckboxField } from './checkbox-field.tsx'
import { Form } from './form.tsx'
import { RadioGroupField } from './radio-group-field.tsx'
import { SelectField } from './select-field.tsx'
import { renderInDutch } from '#src/ui/testing.tsx'
import { SubmitButton } from './submit-button.tsx'

afterEach(cleanup)

const schema = async () =>
  object({
    species: string().required('required'),
    animal: string().required('required'),
    agreed: boolean().oneOf([true], 'required'),
  })

const SPECIES = [
  { value: 'dog', label: 'Hond' },
  { value: 'cat', label: 'Kat' },
  { value: 'cow', label: 'Koe', disabled: true },
]

function renderForm({ disabled = false } = {}) {
  const send = vi.fn<(values: object) => void>()
  renderInDutch(
    <Form
      initialValues={{ species: '', animal: '', agreed: false }}
      schema={schema}
      onSubmit={async (values) => send(values)}
    >
      <RadioGroupField name="species" label="Soort" options={SPECIES} hint="Van uw dier" required disabled={disabled} />
      <SelectField name="animal" label="Dier" options={SPECIES} placeholder="Kies" required disabled={disabled} />
      <CheckboxField name="agreed" label="Ik ga akkoord" required disabled={disabled} />
      <SubmitButton>Opslaan</SubmitButton>
    </Form>,
  )
  return send
}

const group = () => screen.getByRole('radiogroup', { name: 'Soort' })
const radio = (name: string) => screen.getByRole('radio', { name })
const select = () => screen.getByRole('combobox', { name: 'Dier' })
const checkbox = () => screen.getByRole('checkbox', { name: 'Ik ga akkoord' })
const descriptionOf = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)
const isWrong = (control: HTMLElement) => control.getAttribute('aria-invalid') === 'true'
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Opslaan' }))

test('an empty required group shows an error when the form is submitted', async () => {
  const send = renderForm()
  expect(group().getAttribute('aria-required')).toBe('true')
  expect(descriptionOf(group())).toEqual(['Van uw dier', 'Verplicht veld.'])
  for (const control of [select(), checkbox()]) {
    expect(control).toHaveProperty('required', true)
    expect(descriptionOf(control)).toEqual(['Verplicht veld.'])
    expect(isWrong(control)).toBe(false)
  }
  await submit()
  await waitFor(() => expect([group(), select(), checkbox()].filter(isWrong)).toHaveLength(3))
  await waitFor(() => expect(document.activeElement).toBe(radio('Hond')))
  expect(send).not.toHaveBeenCalled()
})

test('chosen values are submitted and clear the errors of their groups', async () => {
  const send = renderForm()
  await submit()
  await waitFor(() => expect(isWrong(group())).toBe(true))
  await userEvent.click(radio('Kat'))
  await userEvent.selectOptions(select(), 'Hond')
  await userEvent.click(checkbox())
  await waitFor(() => expect([group(), select(), checkbox()].filter(isWrong)).toEqual([]))
  await submit()
  await waitFor(() => expect(send).toHaveBeenCalledWith({ species: 'cat', animal: 'dog', agreed: true }))
})

test('an empty group is validated when the focus leaves the group, not between its choices', async () => {
  renderForm()
  for (const control of [checkbox(), radio('Hond'), radio('Kat')]) act(() => control.focus())
  await waitFor(() => expect(isWrong(checkbox())).toBe(true))
  expect(isWrong(group())).toBe(false)
  act(() => select().focus())
  await waitFor(() => expect(isWrong(group())).toBe(true))
})

test('disabled choices and fields cannot be changed', async () => {
  renderForm()
  expect(radio('Koe')).toHaveProperty('disabled', true)
  expect(screen.getByRole('option', { name: 'Koe' })).toHaveProperty('disabled', true)
  await userEvent.click(radio('Koe'))
  expect(radio('Koe')).toHaveProperty('checked', false)
  cleanup()
  renderForm({ disabled: true })
  await userEvent.click(radio('Kat'))
  expect(radio('Kat')).toHaveProperty('checked', false)
  expect([select(), checkbox()].map((control) => control.matches(':disabled'))).toEqual([true, true])
})

import { RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IntlProvider } from 'react-intl'
import { expect, test, vi } from 'vitest'
import { LOCALES } from '#src/lib/constants.ts'
import { MESSAGES } from '#harness/messages.ts'
import { GROUPS } from '#tools/kit/all.ts'
import { createKitRouter } from '#tools/kit/router.tsx'

const PARTS = GROUPS.flatMap(({ parts }) => parts)

async function show(name: string, language: 'nl' | 'en') {
  const { Show } = PARTS.find((part) => part.name === name)!
  const router = createKitRouter(() => (
    <IntlProvider locale={LOCALES[language]} messages={MESSAGES[language]}>
      <h1>{name}</h1>
      <Show />
    </IntlProvider>
  ))
  render(<RouterProvider router={router as never} />)
  await screen.findByRole('heading', { name })
}

test.each(PARTS.map(({ name }) => name))('%s is shown in both languages, without a complaint', async (name) => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
  await show(name, 'nl')
  const dutch = document.body.textContent
  cleanup()
  await show(name, 'en')
  expect(document.body.textContent.replace(name, '')).not.toMatch(/\bcore\.|\{\w+\}/)
  expect(dutch).toContain(name)
  expect(complain.mock.calls).toEqual([])
})

test('a link that is pressed leaves the page where it is', async () => {
  await show('Pager', 'en')
  const scroll = vi.spyOn(window, 'scrollTo')
  await userEvent.click(screen.getAllByRole('link', { name: '3' })[0]!)
  await waitFor(() => expect(screen.getAllByRole('link', { name: '3', current: 'page' })).not.toEqual([]))
  expect(scroll).not.toHaveBeenCalled()
})

test('the form of the kit takes all its fields, and shows what is sent', async () => {
  await show('Form, SubmitButton', 'en')
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Mies')
  await userEvent.type(screen.getByRole('textbox', { name: 'Weight' }), '4,25')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Species' }), 'Cat')
  await userEvent.click(screen.getByRole('radio', { name: 'Female' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'I agree' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getByText(/"amount": 4.25/)).toHaveTextContent('"sex": "F"'))
})

import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { answers, isUnreachable, losesAnswer } from '#mocks/faults.ts'
import { injectFault, openPortal } from '#harness/portal.tsx'
import {
  GENERAL,
  aMinutePasses,
  buttons,
  expectPasswordsKept,
  registered,
  renew,
  rows,
  settled,
  textOfRows,
  typePasswords,
  watch,
  leaveList,
  register,
} from './faults.tsx'
import { invitationExplained } from '#src/lib/store.ts'

const METHODS = ['get', 'post', 'put', 'delete'] as const

describe('a list', () => {
  test.each([
    ['answers 500', () => METHODS.map((method) => answers(method, '*', 500)), 'De server gaf een fout (500).'],
    ['cannot be reached', () => METHODS.map((method) => isUnreachable(method, '*')), GENERAL],
  ])('whose renewal %s keeps its rows, and says so once', async (_, faults, text) => {
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    const before = textOfRows()
    injectFault(...faults())
    await renew(portal)
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(textOfRows()).toEqual(before)
    expect(screen.getByRole('banner')).toBeVisible()
    await settled()
  })

  test('that answers 500 for ever is asked once, however long somebody waits and looks', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    injectFault(answers('get', 'practice/*/clients', 500))
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    await screen.findByRole('button', { name: 'Opnieuw proberen' })
    await waitFor(() => expect(portal.calls).toContain('GET /api/practice/de-waag/request-count'))
    const asked = () => portal.calls.filter((call) => call.includes('/practice/de-waag/clients?page=0&size=25'))
    expect(asked()).toHaveLength(1)
    const later = watch(portal)
    await aMinutePasses()
    expect(asked()).toHaveLength(1)
    expect(later.all()).toEqual([])

    await act(async () => screen.getByRole('button', { name: 'Opnieuw proberen' }).click())
    await waitFor(() => expect(asked()).toHaveLength(2))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Opnieuw proberen' })).toBeVisible())
    expect(document.body).not.toHaveFocus()
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
})

test('a search on the dashboard that fails can be asked again', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  injectFault(answers('get', 'clients', 500, 'internal', { once: true }))
  await portal.user.type(screen.getByRole('searchbox'), 'berg')
  expect(await screen.findByRole('alert')).toHaveTextContent('De server gaf een fout (500).')
  const retry = await screen.findByRole('button', { name: 'Opnieuw proberen' })
  const later = watch(portal)
  await portal.user.click(retry)
  expect(await screen.findAllByRole('button', { name: /^Bekijk als .*Berg/ })).not.toHaveLength(0)
  expect(document.body).not.toHaveFocus()
  expect(later.all()).toEqual(['GET /api/clients?practiceId=de-waag&page=0&size=5&q=berg'])
  expect(screen.getByRole('searchbox')).toHaveValue('berg')
})

describe('a write that fails is sent once', () => {
  test('registering', async () => {
    const portal = await openPortal('/admin/clients/unregistered', { as: 'staff' })
    injectFault(answers('post', 'practice/*/clients', 500))
    const later = watch(portal)
    const [button] = buttons(/registreren$/)
    act(invitationExplained)
    await portal.user.click(button!)
    expect(await screen.findByRole('alert')).toHaveTextContent('(500)')
    await settled()
    expect(later.writes()).toHaveLength(1)
    expect(button).toBeEnabled()
    expect(button).toHaveFocus()
  })

  test('locking', async () => {
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    injectFault(answers('put', 'clients/*', 500))
    const later = watch(portal)
    const [row] = rows()
    await portal.user.click(within(row!).getByRole('button', { name: /blokkeren$/ }))
    expect(await screen.findByRole('alert')).toHaveTextContent('(500)')
    await settled()
    expect(later.writes()).toHaveLength(1)
    expect(within(row!).queryByText('Geblokkeerd')).toBeNull()
    expect(document.body).not.toHaveFocus()
  })

  test('deleting', async () => {
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    injectFault(answers('delete', 'clients/*', 500))
    const later = watch(portal)
    const [button] = buttons(/verwijderen$/)
    const before = textOfRows()
    await portal.user.click(button!)
    await portal.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Verwijderen' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('(500)')
    await settled()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(later.writes()).toHaveLength(1)
    expect(textOfRows()).toEqual(before)
  })

  test('changing the password', async () => {
    const portal = await openPortal('/client/portal/settings', { as: 'owner' })
    injectFault(answers('post', 'password/change', 500))
    const later = watch(portal)
    await typePasswords(portal)
    expect(await screen.findByRole('alert')).toHaveTextContent('(500)')
    expect(later.writes()).toHaveLength(1)
    expectPasswordsKept()
    expect(document.body).not.toHaveFocus()
  })

  test('choosing a language: it stays as it was chosen', async () => {
    const portal = await openPortal('/client/portal/settings', { as: 'owner' })
    injectFault(answers('put', 'user', 500))
    const later = watch(portal)
    await portal.user.click(screen.getByRole('radio', { name: 'English' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('(500)')
    expect(later.writes()).toEqual(['PUT /api/user'])
    expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  })
})

describe('a registration whose answer is lost', () => {
  test('is not sent again by itself, and the lists tell what came of it', async () => {
    const portal = await openPortal('/admin/clients/unregistered', { as: 'staff' })
    injectFault(losesAnswer('post', 'practice/*/clients', portal.api))
    const later = watch(portal)
    const [button] = buttons(/registreren$/)
    await register(portal, button!)
    expect(await screen.findByRole('alert')).toHaveTextContent(GENERAL)
    await leaveList(portal)
    await waitFor(() => expect(button).not.toBeInTheDocument())
    await waitFor(() => expect(screen.getByRole('link', { name: /^Geregistreerd.*181/ })).toBeVisible())
    expect(await registered()).toHaveLength(181)
    expect(later.writes()).toHaveLength(1)
  })

  test('may be tried again: one registration, one mail', async () => {
    const portal = await openPortal('/admin/clients/unregistered', { as: 'staff' })
    // The lists cannot be renewed either, so that the row is still there to press.
    injectFault(
      losesAnswer('post', 'practice/*/clients', portal.api),
      answers('get', 'clients', 500),
      answers('get', 'practice/*/clients', 500),
    )
    const later = watch(portal)
    const [button] = buttons(/registreren$/)
    await register(portal, button!)
    expect(await screen.findByRole('alert')).toBeVisible()
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy', 'true'))
    await portal.user.click(button!)
    await screen.findByText(/is geregistreerd en krijgt een e-mail/)
    await leaveList(portal)
    await waitFor(() => expect(button).not.toBeInTheDocument())
    expect(later.writes()).toHaveLength(2)
    expect(await registered()).toHaveLength(181)
    await waitFor(() => expect(portal.api.mails.filter(({ kind }) => kind === 'activation')).toHaveLength(1))
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answerOf, closePortals, injectFault, openPortal } from '#harness/portal.tsx'
import { losesAnswer } from '#mocks/faults.ts'
import { PRACTICE, addRequest, owner, requestOf, takesRequests } from './practice-requests.ts'
import { apiHasOnly, callAs, field, shows, sidebar } from './steps.ts'

const DAY_MS = 86_400_000

const ownText = () => field(/^Uw bericht/)
const log = () => screen.findByRole('log', { name: 'Berichten' })
const openAsOwner = (uuid: string) => openPortal(`/client/requests/${uuid}`, { as: 'owner' })
const openAsStaff = (uuid: string) => openPortal(`/admin/requests/${uuid}`, { as: 'staff' })
const respond = async (uuid: string, outcome: string, text: string) => {
  const message = { uuid: crypto.randomUUID(), outcome, text }
  const { status } = await callAs('staff', 'POST', `practice/${PRACTICE}/requests/${uuid}/messages`, message)
  expect(status).toBe(201)
}
const write = async (uuid: string, text: string) => {
  const message = { uuid: crypto.randomUUID(), text }
  const path = `clients/${(await owner()).uuid}/requests/${uuid}/messages`
  expect((await callAs('owner', 'POST', path, message)).status).toBe(201)
}

beforeEach(() => takesRequests())

describe('the request page of an owner', () => {
  test('shows a question of the practice, and sends the answer by Ctrl+Enter', async () => {
    const uuid = await addRequest({ text: 'Mag dit?' })
    await respond(uuid, 'asked', 'Hoe lang al?')
    const portal = await openAsOwner(uuid)
    expect(await log()).toHaveTextContent(/Mag dit\?.*Hoe lang al\?/)
    await shows('De praktijk wacht op uw antwoord.')
    await portal.user.type(ownText(), 'Een week.')
    await portal.user.keyboard('{Control>}{Enter}{/Control}')
    await shows('Uw bericht is verstuurd.')
    await waitFor(async () => expect(await log()).toHaveTextContent('Een week.'))
    await shows('De praktijk heeft uw bericht nog niet gezien.')
    expect(ownText()).toHaveValue('')
    expect(ownText()).toHaveFocus()
    expect(await requestOf(uuid)).toMatchObject({ state: 'sent', unread: 0 })
  })

  test('counts what waits for the owner, until an answer is read', async () => {
    const [asked, answered] = [await addRequest({ text: 'Een' }), await addRequest({ text: 'Twee' })]
    await respond(asked, 'asked', 'Hoe lang al?')
    await respond(answered, 'answered', 'Ja.')
    await openAsOwner(answered)
    expect(await sidebar().findByRole('link', { name: /^Verzoeken.*1 verzoek wacht op u/ })).toBeVisible()
    await waitFor(async () => expect(await requestOf(answered)).toMatchObject({ unread: 0 }))
  })

  test('reopens an ended request with a message', async () => {
    const uuid = await addRequest({ text: 'Mag dit?' })
    await respond(uuid, 'answered', 'Ja.')
    const portal = await openAsOwner(uuid)
    await shows(/verder schrijven. Het verzoek gaat dan weer open/)
    await portal.user.type(ownText(), 'Toch niet.')
    await portal.press('Heropenen en versturen')
    await waitFor(async () => expect(await requestOf(uuid)).toMatchObject({ state: 'sent' }))
  })

  test('keeps the text if the practice has just ended the request', async () => {
    const uuid = await addRequest({ text: 'Mag dit?' })
    const portal = await openAsOwner(uuid)
    await portal.user.type(ownText(), 'Nog iets.')
    await respond(uuid, 'answered', 'Ja.')
    await portal.press('Bericht versturen')
    await shows(/De praktijk heeft dit verzoek net afgesloten/)
    expect(ownText()).toHaveValue('Nog iets.')
    await portal.press('Heropenen en versturen')
    await waitFor(async () => expect(await requestOf(uuid)).toMatchObject({ state: 'sent' }))
  })

  test('keeps the text over a reload, and sends the message once if its response was lost before', async () => {
    const uuid = await addRequest({ text: 'Mag dit?' })
    const portal = await openAsOwner(uuid)
    await portal.user.type(ownText(), 'Nog iets.')
    const path = `clients/*/requests/${uuid}/messages`
    injectFault(losesAnswer('post', path, { fetch: (request) => answerOf(request.clone()) }))
    await portal.press('Bericht versturen')
    await waitFor(async () => expect(await log()).toHaveTextContent('Nog iets.'))
    portal.api.network.resetHandlers()
    closePortals()
    const again = await openAsOwner(uuid)
    expect(ownText()).toHaveValue('Nog iets.')
    await again.press('Bericht versturen')
    await shows('Uw bericht is verstuurd.')
    expect(within(await log()).getAllByText('Nog iets.')).toHaveLength(1)
  })

  test('folds the earlier messages of a long conversation', async () => {
    const uuid = await addRequest({ text: 'Mag dit?' })
    for (let number = 1; number <= 12; number += 1) await write(uuid, `Bericht ${number}.`)
    const portal = await openAsOwner(uuid)
    await shows('Mag dit?')
    expect(screen.getByText('Bericht 5.')).toBeVisible()
    expect(screen.getByText('Bericht 4.')).not.toBeVisible()
    await portal.user.click(screen.getByText('4 eerdere berichten'))
    expect(screen.getByText('Bericht 1.')).toBeVisible()
  })

  test('has no messages on an API without them', async () => {
    const uuid = await addRequest({ text: 'Mag dit?' })
    apiHasOnly('requests')
    await openAsOwner(uuid)
    await shows('Mag dit?')
    expect(screen.queryByRole('log')).toBeNull()
    expect(screen.queryByLabelText(/^Uw bericht/)).toBeNull()
  })
})

describe('the request page of staff', () => {
  test('asks back, and offers the next request that waits', async () => {
    const [uuid, next] = [await addRequest({ text: 'Een' }), await addRequest({ text: 'Twee' })]
    const portal = await openAsStaff(uuid)
    await portal.type(/^Uw antwoord/, 'Hoe lang al?')
    await portal.press('Vraag terug')
    await shows('Uw vraag is verstuurd.')
    expect(screen.getByRole('main')).toHaveFocus()
    await shows('Uw praktijk wacht op de cliënt.')
    await shows('Er wacht nog 1 verzoek.')
    expect(screen.getByRole('link', { name: 'Volgend verzoek' })).toHaveAttribute('aria-keyshortcuts', 'Alt+N')
    await portal.user.keyboard('{Alt>}[KeyN]{/Alt}')
    await shows('Twee')
    await waitFor(async () => expect(await requestOf(next)).toMatchObject({ state: 'seen' }))
  })

  test('does not send an answer to a message that was not on screen', async () => {
    const uuid = await addRequest({ text: 'Mag dit?' })
    const portal = await openAsStaff(uuid)
    await portal.type(/^Uw antwoord/, 'Ja.')
    await write(uuid, 'Laat maar.')
    await portal.press('Beantwoorden')
    await shows(/Er is intussen een nieuw bericht/)
    await waitFor(async () => expect(await log()).toHaveTextContent('Laat maar.'))
    expect(field(/^Uw antwoord/)).toHaveValue('Ja.')
    await portal.press('Beantwoorden')
    await shows('Het verzoek is beantwoord.')
  })

  test('ends a request without a further message', async () => {
    const uuid = await addRequest({ text: 'Mag dit?' })
    await respond(uuid, 'replied', 'Ja.')
    const portal = await openAsStaff(uuid)
    await portal.press('Afsluiten zonder bericht')
    await shows('Het verzoek is afgesloten.')
    expect(await requestOf(uuid)).toMatchObject({ state: 'answered' })
  })

  test.each([
    [6, 1],
    [8, 0],
  ])('says %i days after the end %i times that the owner can reopen the request', async (days, times) => {
    const closed_at = new Date(Date.now() - days * DAY_MS).toISOString()
    await openAsStaff(await addRequest({ text: 'Mag dit?' }, { state: 'answered', closed_at, answer: { text: 'Ja.' } }))
    await shows(/^Het verzoek is afgesloten\./)
    expect(screen.queryAllByText(/De cliënt kan het tot/)).toHaveLength(times)
  })

  test('offers only the saved replies for its kind', async () => {
    await takesRequests({
      answerTemplates: [
        { text: 'Voor alles' },
        { text: 'Voor vragen', kind: 'QUESTION' },
        { text: 'Voor afspraken', kind: 'APPOINTMENT' },
      ],
    })
    await openAsStaff(await addRequest({ text: 'Mag dit?' }))
    await screen.findByRole('button', { name: /^Voor vragen/ })
    expect(screen.getByRole('button', { name: /^Voor alles/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Voor afspraken/ })).toBeNull()
  })
})

describe('the badge of requests', () => {
  let other: BroadcastChannel
  beforeEach(() => void (other = new BroadcastChannel('portal')))
  afterEach(() => other.close())
  const badge = (count: RegExp) => sidebar().findByRole('link', { name: count })
  /** Returns to the window after a minute. */
  function focusLater() {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 60_000)
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }
  afterEach(() => void vi.useRealTimers())

  test('and the messages are updated by another tab of the browser', async () => {
    const uuid = await addRequest({ text: 'Mag dit?' })
    await respond(uuid, 'asked', 'Hoe lang al?')
    await openAsStaff(uuid)
    await write(uuid, 'Nog iets.')
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have a target origin
    other.postMessage({ changed: ['practice', PRACTICE, 'requests'] })
    await waitFor(async () => expect(await log()).toHaveTextContent('Nog iets.'))
    expect(await badge(/1 verzoek wacht$/)).toBeVisible()
  })

  test.each([
    ['owner', 'Bericht versturen', 'requests'],
    ['staff', 'Vraag terug', 'requests'],
  ] as const)('is updated in other tabs after a message of the %s', async (as, button, key) => {
    const uuid = await addRequest({ text: 'Mag dit?' })
    const changed: unknown[] = []
    other.addEventListener('message', ({ data }: MessageEvent<{ changed: unknown[] }>) => changed.push(data.changed))
    const portal = await (as === 'owner' ? openAsOwner(uuid) : openAsStaff(uuid))
    const sent = portal.calls.length
    await portal.user.type(as === 'owner' ? ownText() : field(/^Uw antwoord/), 'Nog iets.')
    await portal.press(button)
    await waitFor(() => expect(portal.calls.slice(sent)).toContainEqual(expect.stringMatching(/^POST .*messages$/)))
    const id = as === 'owner' ? (await owner()).uuid : PRACTICE
    await waitFor(() => expect(changed).toContainEqual(expect.arrayContaining([id, key])))
  })

  test.each([
    ['owner', '/client/requests', /1 verzoek wacht op u/],
    ['staff', '/admin/dashboard', /2 verzoeken wachten$/],
  ] as const)('of the %s counts what happened elsewhere once the window has the focus', async (as, path, count) => {
    const uuid = await addRequest({ text: 'Mag dit?' })
    if (as === 'staff') await addRequest({ text: 'En dit?' })
    await respond(uuid, 'asked', 'Hoe lang al?')
    if (as === 'owner') await write(uuid, 'Een week.')
    await openPortal(path, { as })
    await badge(as === 'owner' ? /^Verzoeken$/ : /1 verzoek wacht$/)
    await (as === 'owner' ? respond(uuid, 'replied', 'Kom langs.') : write(uuid, 'Een week.'))
    focusLater()
    expect(await badge(count)).toBeVisible()
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerOf, closePortals, database, injectFault, openPortal } from '#harness/portal.tsx'
import { answers, isUnreachable, losesAnswer } from '#mocks/faults.ts'
import { renew, watch, watchFor } from './faults.tsx'
import { PRACTICE, TEMPLATES, addRequest, requestOf, takesRequests } from './practice-requests.ts'
import { callAs, field, replies, shows } from './steps.ts'

const text = () => field(/^Uw antwoord/)
const open = (uuid: string) => openPortal(`/admin/requests/${uuid}`, { as: 'staff' })
const answerRegion = () => screen.findByRole('log', { name: 'Berichten' })
const isAnswered = () => shows('Het verzoek is beantwoord.')
const stored = () => sessionStorage.getItem('portal-drafts')
const NOT_SENT = /Uw tekst is niet verzonden/

async function openNew() {
  const uuid = await addRequest({ text: 'Mag dit?' })
  return { uuid, portal: await open(uuid) }
}

/** Answers a request as another user or the practice's own system would. */
async function answerElsewhere(uuid: string, words: string): Promise<void> {
  const answer = { outcome: 'answered', text: words }
  const { status } = await callAs('admin', 'POST', `practice/${PRACTICE}/requests/${uuid}/answer`, answer)
  expect(status).toBe(200)
}

beforeEach(() => takesRequests())

describe('answering a request', () => {
  test('inserts a template by its key, and sends by Ctrl+Enter', async () => {
    const { uuid, portal } = await openNew()
    await portal.user.keyboard('{Alt>}[Digit2]{/Alt}')
    expect(text()).toHaveValue(TEMPLATES[1])
    expect(text()).toHaveFocus()
    await portal.user.keyboard('{Control>}{Enter}{/Control}')
    await isAnswered()
    expect(screen.queryByRole('button', { name: 'Beantwoorden' })).toBeNull()
    expect(within(await answerRegion()).getByText(TEMPLATES[1]!)).toBeVisible()
    expect(screen.getByRole('main')).toHaveFocus()
    expect(await requestOf(uuid)).toMatchObject({ state: 'answered' })
  })

  test('can decline the request, with a template below the typed text', async () => {
    const { uuid, portal } = await openNew()
    await portal.type(/^Uw antwoord/, 'Beste Jan,')
    await portal.press(TEMPLATES[0]!)
    expect(text()).toHaveValue(`Beste Jan,\n\n${TEMPLATES[0]}`)
    await portal.user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    await shows('Het verzoek is afgewezen.')
    expect(await requestOf(uuid)).toMatchObject({ state: 'declined' })
  })

  test('requires a text, which is kept if the server rejects it', async () => {
    const { portal } = await openNew()
    const { writes } = watch(portal)
    await portal.press('Beantwoorden')
    await waitFor(() => expect(text()).toHaveAccessibleDescription(/Verplicht veld/))
    expect(writes().filter((call) => call.endsWith('/messages'))).toEqual([])
    injectFault(replies('post', 'practice/*/requests/*/messages', { code: 'practice-locked' }, { status: 403 }))
    await portal.type(/^Uw antwoord/, 'Ja')
    await portal.press('Beantwoorden')
    await shows(/Deze praktijk heeft het portaal gesloten/)
    expect(text()).toHaveValue('Ja')
  })

  test('sends nothing if a colleague has answered already, and the text can be copied', async () => {
    const { uuid, portal } = await openNew()
    await portal.type(/^Uw antwoord/, 'Wij bellen.')
    await answerElsewhere(uuid, 'Het mag.')
    await portal.press('Beantwoorden')
    await shows(/heeft dit verzoek intussen beantwoord. Uw tekst is niet verzonden/)
    await shows('Het mag.')
    const notice = within(screen.getByRole('region', { name: NOT_SENT }))
    expect(notice.getByRole('textbox')).toHaveValue('Wij bellen.')
    await portal.press('Tekst kopiëren')
    expect(await navigator.clipboard.readText()).toBe('Wij bellen.')
    await portal.press('Weggooien')
    expect(screen.queryByRole('region', { name: NOT_SENT })).toBeNull()
  })

  test('keeps the text if the request was removed', async () => {
    const { uuid, portal } = await openNew()
    await portal.type(/^Uw antwoord/, 'Wij bellen.')
    await database().deleteFrom('request').where('uuid', '=', uuid).execute()
    await portal.press('Beantwoorden')
    await shows('Dit verzoek is niet gevonden')
    // The draft remains hidden until the rejected call has ended.
    expect(await screen.findByLabelText('Uw tekst')).toHaveValue('Wij bellen.')
  })

  test('keeps a draft for each request and account until it is sent', async () => {
    const { uuid: one, portal } = await openNew()
    const other = await addRequest({ text: 'En dat?' })
    await portal.type(/^Uw antwoord/, 'Het ene')
    await portal.goTo(`/admin/requests/${other}`)
    await waitFor(() => expect(text()).toHaveValue(''))
    await portal.type(/^Uw antwoord/, 'Het andere')
    closePortals()

    const again = await open(one)
    expect(text()).toHaveValue('Het ene')
    await again.press('Beantwoorden')
    await isAnswered()
    closePortals()
    await open(other)
    expect(text()).toHaveValue('Het andere')
    expect(stored()).not.toContain('Het ene')
    closePortals()

    await openPortal(`/admin/requests/${other}`, { as: 'admin' })
    expect(text()).toHaveValue('')
    expect(stored()).toBeNull()
  })

  test.each([
    ['BOOK', 0],
    ['CANCEL', 1],
  ])('shows for the preference %s %i times that the answer cancels the appointment', async (wish, times) => {
    await open(await addRequest({ wish, text: 'Ik kan dan niet' }, { kind: 'APPOINTMENT' }))
    expect(screen.queryAllByText(/Met uw antwoord is de afspraak afgezegd/)).toHaveLength(times)
  })

  test('can add an appointment in the time zone of the practice', async () => {
    const portal = await open(await addRequest({ wish: 'BOOK', text: 'Hij loopt mank' }, { kind: 'APPOINTMENT' }))
    let sent: unknown
    injectFault(http.post('*/messages', async ({ request }) => void (sent = await request.clone().json())))
    await portal.type(/^Uw antwoord/, 'Tot dan.')
    await portal.tick('Met een afspraak')
    await portal.press('Beantwoorden')
    const day = screen.getByLabelText(/^Datum/)
    await waitFor(() => expect(day).toHaveAccessibleDescription(/Verplicht veld/))
    await portal.user.type(day, '1.7.')
    await portal.press('Beantwoorden')
    await waitFor(() => expect(day).toHaveAccessibleDescription(/Deze datum bestaat niet/))
    await portal.user.type(day, '2027')
    await portal.user.type(screen.getByLabelText(/^Tijd/), '09:30')
    // Enter answers, and does not decline.
    await portal.type('Dierenarts', 'Femke Bos{Enter}')
    await isAnswered()
    expect(sent).toMatchObject({
      outcome: 'answered',
      text: 'Tot dan.',
      appointment: { start: '2027-07-01T07:30:00.000Z', durationMinutes: 20, veterinarian: 'Femke Bos' },
    })
    const answer = within(await answerRegion())
    expect(await answer.findByText(/donderdag 1 juli.* 09:30/i)).toBeVisible()
    expect(answer.getByText('20 minuten · Femke Bos')).toBeVisible()
    expect(answer.getByRole('button', { name: 'Zet in uw agenda' })).toBeVisible()
  })
})

describe('the notice that an answer was not sent', () => {
  async function typed(words = 'Dat mag.') {
    const { uuid, portal } = await openNew()
    await portal.type(/^Uw antwoord/, words)
    const seen = watchFor(NOT_SENT)
    const expectSent = async () => {
      expect(seen.stop()).toEqual([])
      await waitFor(() => expect(stored()).toBeNull())
    }
    return { uuid, portal, expectSent }
  }
  /** Delays a call to the server until the promise resolves. */
  const delayedUntil = (until: Promise<void>) => async () => {
    await until
    return undefined
  }

  test('is not shown if the response arrives before the reloaded request', async () => {
    const reload = Promise.withResolvers<void>()
    const { uuid, portal, expectSent } = await typed()
    injectFault(http.get(`*/requests/${uuid}`, delayedUntil(reload.promise)))
    await portal.press('Beantwoorden')
    await waitFor(async () => expect(await requestOf(uuid)).toMatchObject({ state: 'answered' }))
    reload.resolve()
    await isAnswered()
    await expectSent()
  })

  test('is not shown if the reloaded request arrives before the response', async () => {
    const { portal, expectSent } = await typed()
    const arrives = Promise.withResolvers<void>()
    const taken = Promise.withResolvers<void>()
    injectFault(
      http.post('*/messages', async ({ request }) => {
        const response = await answerOf(request)
        taken.resolve()
        await arrives.promise
        return response
      }),
    )
    await portal.press('Beantwoorden')
    await taken.promise
    await renew(portal)
    // The form has the same accessible name as the answer that replaces it.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Beantwoorden' })).toBeNull())
    expect(await answerRegion()).toBeVisible()
    arrives.resolve()
    await isAnswered()
    await expectSent()
  })

  test('is not shown if the response is lost and the request is reloaded', async () => {
    const { uuid, portal, expectSent } = await typed(' Dat  mag.\n')
    injectFault(losesAnswer('post', `practice/${PRACTICE}/requests/${uuid}/messages`, { fetch: answerOf }))
    await portal.press('Beantwoorden')
    await waitFor(async () => expect(await answerRegion()).toHaveTextContent('Dat mag.'))
    await expectSent()
  })

  const ANSWER = `practice/${PRACTICE}/requests/*/messages`
  test.each([
    ['the server failed', [answers('post', ANSWER, 500, 'internal', { once: true })]],
    ['the connection was lost', [isUnreachable('post', ANSWER)]],
    [
      'its response was lost and the request could not be reloaded',
      [
        losesAnswer('post', ANSWER, { fetch: (request) => answerOf(request.clone()) }),
        http.get('*/requests/*', () => HttpResponse.error()),
      ],
    ],
  ])('is not shown if the answer is sent again after %s', async (_, faults) => {
    const { uuid, portal, expectSent } = await typed()
    injectFault(...faults)
    await portal.press('Beantwoorden')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Beantwoorden' })).not.toHaveAttribute('aria-busy'))
    expect(text()).toHaveValue('Dat mag.')
    expect(stored()).toContain('Dat mag.')
    const { closed_at: before } = await requestOf(uuid)
    portal.api.network.resetHandlers()
    await portal.press('Beantwoorden')
    await isAnswered()
    const { state, closed_at: after } = await requestOf(uuid)
    expect({ state, closed: before ?? after }).toEqual({ state: 'answered', closed: after })
    await expectSent()
  })

  test('is not shown if another tab has sent the same draft', async () => {
    const { uuid, expectSent } = await typed()
    closePortals()
    await answerElsewhere(uuid, 'Dat mag.')
    await open(uuid)
    expect(await answerRegion()).toHaveTextContent('Dat mag.')
    await expectSent()
  })

  test('is shown if a colleague has answered already, once the server rejects the answer', async () => {
    const { uuid, portal } = await typed()
    const refused = Promise.withResolvers<void>()
    injectFault(http.post('*/messages', delayedUntil(refused.promise)))
    await portal.press('Beantwoorden')
    await answerElsewhere(uuid, 'Nee, dat mag niet.')
    await renew(portal)
    await shows('Nee, dat mag niet.')
    expect(screen.queryByText(NOT_SENT)).toBeNull()
    refused.resolve()
    expect(await screen.findByRole('region', { name: NOT_SENT })).toBeVisible()
    expect(field('Uw tekst')).toHaveValue('Dat mag.')
  })
})

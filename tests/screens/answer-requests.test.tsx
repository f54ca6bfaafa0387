import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerOf, closePortals, database, injectFault, openPortal, tokenOf } from '#harness/portal.tsx'
import { answers, isUnreachable, losesAnswer } from '#mocks/faults.ts'
import { renew, watch, watchFor } from './faults.tsx'
import { PRACTICE, TEMPLATES, asked, requestOf, takesRequests } from './practice-requests.ts'

const text = () => screen.getByRole('textbox', { name: /^Uw antwoord/ })
const open = (uuid: string) => openPortal(`/admin/requests/${uuid}`, { as: 'staff' })

/** As a colleague, or the practice's own system, does it. */
async function answerElsewhere(uuid: string, words: string): Promise<void> {
  const { status } = await answerOf(
    new Request(`http://localhost:3000/api/practice/${PRACTICE}/requests/${uuid}/answer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: await tokenOf('admin') },
      body: JSON.stringify({ outcome: 'answered', text: words }),
    }),
  )
  expect(status).toBe(200)
}

describe('the answer to a request', () => {
  beforeEach(() => takesRequests())

  test('is a text of the practice by one press of the keyboard, and sent by another', async () => {
    const uuid = await asked({ text: 'Mag dit?' })
    const { user } = await open(uuid)
    await user.keyboard('{Alt>}[Digit2]{/Alt}')
    expect(text()).toHaveValue(TEMPLATES[1])
    expect(text()).toHaveFocus()
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText('Het verzoek is beantwoord.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Beantwoorden' })).toBeNull()
    expect(within(screen.getByRole('region', { name: 'Antwoord' })).getByText(TEMPLATES[1]!)).toBeVisible()
    expect(screen.getByRole('main')).toHaveFocus()
    expect(await requestOf(uuid)).toMatchObject({ state: 'answered' })
  })

  test('may be a decline, with the text below what was typed', async () => {
    const uuid = await asked({ text: 'Mag dit?' })
    const { user } = await open(uuid)
    await user.type(text(), 'Beste Jan,')
    await user.click(screen.getByRole('button', { name: TEMPLATES[0]! }))
    expect(text()).toHaveValue(`Beste Jan,\n\n${TEMPLATES[0]}`)
    await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    expect(await screen.findByText('Het verzoek is afgewezen.')).toBeVisible()
    expect(await requestOf(uuid)).toMatchObject({ state: 'declined' })
  })

  test('needs a text, and what the server refuses stays typed', async () => {
    const uuid = await asked({ text: 'Mag dit?' })
    const portal = await open(uuid)
    const { writes } = watch(portal)
    await portal.user.click(screen.getByRole('button', { name: 'Beantwoorden' }))
    await waitFor(() => expect(text()).toHaveAccessibleDescription(/Verplicht veld/))
    expect(writes().filter((call) => call.endsWith('/answer'))).toEqual([])
    injectFault(http.post('*/answer', () => Response.json({ code: 'practice-locked' }, { status: 403 })))
    await portal.user.type(text(), 'Ja')
    await portal.user.click(screen.getByRole('button', { name: 'Beantwoorden' }))
    expect(await screen.findByText(/Deze praktijk heeft het portaal gesloten/)).toBeVisible()
    expect(text()).toHaveValue('Ja')
  })

  test('of who comes second is not sent: they are told who was first, and keep their text', async () => {
    const uuid = await asked({ text: 'Mag dit?' })
    const { user } = await open(uuid)
    await user.type(text(), 'Wij bellen.')
    await answerElsewhere(uuid, 'Het mag.')
    await user.click(screen.getByRole('button', { name: 'Beantwoorden' }))
    expect(await screen.findByText(/heeft dit verzoek intussen beantwoord. Uw tekst is niet verzonden/)).toBeVisible()
    expect(await screen.findByText('Het mag.')).toBeVisible()
    const kept = within(screen.getByRole('region', { name: 'Uw tekst is niet verzonden' }))
    expect(kept.getByRole('textbox')).toHaveValue('Wij bellen.')
    await user.click(kept.getByRole('button', { name: 'Tekst kopiëren' }))
    expect(await navigator.clipboard.readText()).toBe('Wij bellen.')
    await user.click(kept.getByRole('button', { name: 'Weggooien' }))
    expect(screen.queryByRole('region', { name: 'Uw tekst is niet verzonden' })).toBeNull()
  })

  test('is told where the client was removed meanwhile, with the text kept', async () => {
    const uuid = await asked({ text: 'Mag dit?' })
    const { user } = await open(uuid)
    await user.type(text(), 'Wij bellen.')
    await database().deleteFrom('request').where('uuid', '=', uuid).execute()
    await user.click(screen.getByRole('button', { name: 'Beantwoorden' }))
    expect(await screen.findByText('Dit verzoek is niet gevonden')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Wat u typte' })).toHaveValue('Wij bellen.')
  })

  test('survives a reload, and is forgotten once it is sent', async () => {
    const uuid = await asked({ text: 'Mag dit?' })
    const first = await open(uuid)
    await first.user.type(text(), 'Half getypt')
    act(() => first.router.history.push('/admin/settings'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Beantwoorden' })).toBeNull())
    act(() => first.router.history.back())
    await waitFor(() => expect(text()).toHaveValue('Half getypt'))
    await first.user.click(screen.getByRole('button', { name: 'Afwijzen' }))
    expect(await screen.findByText('Het verzoek is afgewezen.')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Uw tekst is niet verzonden' })).toBeNull()
  })

  test('is kept beside that to another request, over a reload, until it is sent; another account sees none', async () => {
    const one = await asked({ text: 'Mag dit?' })
    const other = await asked({ text: 'En dat?' })
    const first = await open(one)
    await first.user.type(text(), 'Het ene')
    await act(() => first.router.navigate({ to: '/admin/requests/$requestId', params: { requestId: other } }))
    await waitFor(() => expect(text()).toHaveValue(''))
    await first.user.type(text(), 'Het andere')
    closePortals()

    const again = await open(one)
    expect(text()).toHaveValue('Het ene')
    await again.user.click(screen.getByRole('button', { name: 'Beantwoorden' }))
    expect(await screen.findByText('Het verzoek is beantwoord.')).toBeVisible()
    closePortals()
    await open(other)
    expect(text()).toHaveValue('Het andere')
    expect(sessionStorage.getItem('portal-drafts')).not.toContain('Het ene')
    closePortals()

    await openPortal(`/admin/requests/${other}`, { as: 'admin' })
    expect(text()).toHaveValue('')
    expect(sessionStorage.getItem('portal-drafts')).toBeNull()
  })

  test.each([
    ['BOOK', 0],
    ['CANCEL', 1],
  ])('to a wish to %s says that it cancels the appointment: %i', async (wish, times) => {
    await open(await asked({ wish, text: 'Ik kan dan niet' }, { kind: 'APPOINTMENT' }))
    expect(screen.queryAllByText(/Met uw antwoord is de afspraak afgezegd/)).toHaveLength(times)
  })

  test('may be an appointment, at the clock of the practice', async () => {
    const uuid = await asked({ wish: 'BOOK', text: 'Hij loopt mank' }, { kind: 'APPOINTMENT' })
    const { user } = await open(uuid)
    let sent: unknown
    injectFault(
      http.post('*/answer', async ({ request }) => {
        sent = await request.clone().json()
        return answerOf(request)
      }),
    )
    await user.type(text(), 'Tot dan.')
    await user.click(screen.getByRole('checkbox', { name: 'Met een afspraak' }))
    await user.click(screen.getByRole('button', { name: 'Beantwoorden' }))
    const day = screen.getByLabelText(/^Datum/)
    await waitFor(() => expect(day).toHaveAccessibleDescription(/Verplicht veld/))
    await user.type(day, '2027-07-01')
    await user.type(screen.getByLabelText(/^Tijd/), '09:30')
    await user.type(screen.getByRole('textbox', { name: 'Dierenarts' }), 'Femke Bos')
    await user.click(screen.getByRole('button', { name: 'Beantwoorden' }))
    expect(await screen.findByText('Het verzoek is beantwoord.')).toBeVisible()
    expect(sent).toEqual({
      outcome: 'answered',
      text: 'Tot dan.',
      appointment: { start: '2027-07-01T07:30:00.000Z', durationMinutes: 20, veterinarian: 'Femke Bos' },
    })
    const answer = within(await screen.findByRole('region', { name: 'Antwoord' }))
    expect(await answer.findByText(/donderdag 1 juli.* 09:30/i)).toBeVisible()
    expect(answer.getByText('20 minuten · Femke Bos')).toBeVisible()
    expect(answer.getByRole('button', { name: 'Zet in uw agenda' })).toBeVisible()
  })
})

describe('a sent answer is never shown as not sent', () => {
  const NOT_SENT = /Uw tekst is niet verzonden/
  const stored = () => sessionStorage.getItem('portal-drafts')
  const send = ({ user }: Portal) => user.click(screen.getByRole('button', { name: 'Beantwoorden' }))
  type Portal = Awaited<ReturnType<typeof open>>

  /** Lets the server take the answer, and keeps its response back until `arrive` is called. */
  function holdResponse() {
    const arrives = Promise.withResolvers<void>()
    const taken = Promise.withResolvers<void>()
    injectFault(
      http.post('*/answer', async ({ request }) => {
        const response = await answerOf(request)
        taken.resolve()
        await arrives.promise
        return response
      }),
    )
    return { taken: taken.promise, arrive: arrives.resolve }
  }

  async function typed(words = 'Dat mag.') {
    const uuid = await asked({ text: 'Mag dit?' })
    const portal = await open(uuid)
    await portal.user.type(text(), words)
    return { uuid, portal, seen: watchFor(NOT_SENT) }
  }

  beforeEach(() => takesRequests())

  test('when its response comes before the request is fetched again', async () => {
    const fetched = Promise.withResolvers<void>()
    const { uuid, portal, seen } = await typed()
    injectFault(
      http.get(`*/requests/${uuid}`, async () => {
        await fetched.promise
        return undefined
      }),
    )
    await send(portal)
    await waitFor(async () => expect(await requestOf(uuid)).toMatchObject({ state: 'answered' }))
    fetched.resolve()
    expect(await screen.findByText('Het verzoek is beantwoord.')).toBeVisible()
    expect(seen.stop()).toEqual([])
    expect(stored()).toBeNull()
  })

  test('when the request is fetched again before its response comes', async () => {
    const { portal, seen } = await typed()
    const { taken, arrive } = holdResponse()
    await send(portal)
    await taken
    await renew(portal)
    // The form has the same name as the answer that replaces it.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Beantwoorden' })).toBeNull())
    expect(screen.getByRole('region', { name: 'Antwoord' })).toBeVisible()
    arrive()
    expect(await screen.findByText('Het verzoek is beantwoord.')).toBeVisible()
    expect(seen.stop()).toEqual([])
    expect(stored()).toBeNull()
  })

  test('when its response is lost, and the request is fetched again', async () => {
    const { uuid, portal, seen } = await typed(' Dat  mag.\n')
    injectFault(losesAnswer('post', `practice/${PRACTICE}/requests/${uuid}/answer`, { fetch: answerOf }))
    await send(portal)
    expect(await screen.findByRole('region', { name: 'Antwoord' })).toHaveTextContent('Dat mag.')
    expect(seen.stop()).toEqual([])
    await waitFor(() => expect(stored()).toBeNull())
  })

  test('when its response is lost, nothing can be fetched, and it is sent again', async () => {
    const { uuid, portal, seen } = await typed()
    let isLost = true
    injectFault(
      http.post(`*/requests/${uuid}/answer`, async ({ request }) => {
        if (!isLost) return undefined
        await answerOf(request.clone())
        return HttpResponse.error()
      }),
      http.get(`*/requests/${uuid}`, () => (isLost ? HttpResponse.error() : undefined)),
    )
    await send(portal)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Beantwoorden' })).not.toHaveAttribute('aria-busy'))
    expect(text()).toHaveValue('Dat mag.')
    const { closed_at: closedAt } = await requestOf(uuid)
    isLost = false
    await send(portal)
    expect(await screen.findByText('Het verzoek is beantwoord.')).toBeVisible()
    expect(await requestOf(uuid)).toMatchObject({ state: 'answered', closed_at: closedAt })
    expect(seen.stop()).toEqual([])
    expect(stored()).toBeNull()
  })

  test.each([
    [
      'the server fails',
      (uuid: string) =>
        answers('post', `practice/${PRACTICE}/requests/${uuid}/answer`, 500, 'internal', { once: true }),
    ],
    ['the connection is lost', (uuid: string) => isUnreachable('post', `practice/${PRACTICE}/requests/${uuid}/answer`)],
  ])('when it is sent again after %s', async (_, fault) => {
    const { uuid, portal, seen } = await typed()
    injectFault(fault(uuid))
    await send(portal)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Beantwoorden' })).not.toHaveAttribute('aria-busy'))
    expect(text()).toHaveValue('Dat mag.')
    expect(stored()).toContain('Dat mag.')
    portal.api.network.resetHandlers()
    await send(portal)
    expect(await screen.findByText('Het verzoek is beantwoord.')).toBeVisible()
    expect(seen.stop()).toEqual([])
    expect(stored()).toBeNull()
  })

  test('when another tab with the same draft has sent it', async () => {
    const { uuid, seen } = await typed()
    closePortals()
    await answerElsewhere(uuid, 'Dat mag.')
    await open(uuid)
    expect(await screen.findByRole('region', { name: 'Antwoord' })).toHaveTextContent('Dat mag.')
    expect(seen.stop()).toEqual([])
    await waitFor(() => expect(stored()).toBeNull())
  })

  test('but is, when a colleague was first, and only after it was refused', async () => {
    const { uuid, portal } = await typed()
    const refused = Promise.withResolvers<void>()
    injectFault(
      http.post('*/answer', async () => {
        await refused.promise
        return undefined
      }),
    )
    await send(portal)
    await answerElsewhere(uuid, 'Nee, dat mag niet.')
    await renew(portal)
    expect(await screen.findByText('Nee, dat mag niet.')).toBeVisible()
    expect(screen.queryByText(NOT_SENT)).toBeNull()
    refused.resolve()
    expect(await screen.findByRole('region', { name: NOT_SENT })).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Wat u typte' })).toHaveValue('Dat mag.')
  })
})

import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { PASSWORD } from '#mocks/personas.ts'
import { type TestPortal, database } from '#harness/portal.tsx'

// What the tests of things that go wrong look at.

/** The message of a call without an answer. */
export const GENERAL = 'Er ging iets mis. Controleer uw verbinding en probeer het opnieuw.'

/** What is told of any other status (spec §8). */
export const httpError = (status: number) => `De server gaf een fout (${status}). Probeer het later opnieuw.`

export const rows = () => screen.getAllByRole('row').slice(1)
export const textOfRows = () => rows().map((row) => row.textContent)

/** Those that can be pressed. */
export const buttons = (name: RegExp) =>
  screen.getAllByRole('button', { name }).filter((each) => !each.matches(':disabled, [aria-disabled=true]'))

/** Presses *Registreren*, and answers the question that the first one of a session asks. */
export async function register({ user }: TestPortal, button: HTMLElement) {
  await user.click(button)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Registreren' }))
}

/** The pointer leaves the list that was pressed in. */
export const leaveList = ({ user }: TestPortal) => user.hover(screen.getByRole('heading', { level: 1 }))

/** The loading bar is gone. */
export const settled = () => waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())

/** The calls from here on. */
export function watch({ calls }: TestPortal) {
  const from = calls.length
  const all = () => calls.slice(from)
  return { all, writes: () => all().filter((call) => !call.startsWith('GET')) }
}

/** A minute of a faked clock, in which somebody looks away and comes back again and again. */
export async function aMinutePasses() {
  for (let times = 0; times < 6; times++) {
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    act(() => {
      for (const event of ['focus', 'online', 'pageshow']) window.dispatchEvent(new Event(event))
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    })
  }
}

/** All that is on screen is asked for again. */
export const renew = ({ router }: TestPortal) => act(() => router.options.context.queryClient.invalidateQueries())

/** Who is registered at De Waag, as the database says. */
export const registered = () =>
  database()
    .selectFrom('client')
    .select(['uuid', 'locked'])
    .where('practice_id', '=', 'de-waag')
    .where('registered', '=', 1)
    .orderBy('uuid')
    .execute()

const password = (name: RegExp) => screen.getByLabelText(name, { selector: 'input' })

export async function typePasswords({ user }: TestPortal) {
  await user.type(password(/Huidig wachtwoord/), PASSWORD)
  await user.type(password(/^Nieuw wachtwoord/), 'Anders#2027')
  await user.type(password(/Herhaal/), 'Anders#2027')
  await user.keyboard('{Enter}')
}

export function expectPasswordsKept() {
  expect(password(/Huidig wachtwoord/)).toHaveValue(PASSWORD)
  expect(password(/^Nieuw wachtwoord/)).toHaveValue('Anders#2027')
}

/** Every text that `document.body` shows from here on, also for a moment. */
export function watchFor(forbidden: RegExp) {
  const seen: string[] = []
  const look = () => {
    const found = forbidden.exec(document.body.textContent)
    if (found) seen.push(found[0])
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  return {
    seen,
    stop() {
      look()
      observer.disconnect()
      return seen
    },
  }
}

import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { PASSWORD } from '#mocks/personas.ts'
import { type TestPortal, database } from '#harness/portal.tsx'

// Texts, rows and steps of the tests of failures.

/** Message for a call without a response. */
export const GENERAL = 'Er ging iets mis. Controleer uw verbinding en probeer het opnieuw.'

/** Message for a status without a text of its own. */
export const httpError = (status: number) => `De server gaf een fout (${status}). Probeer het later opnieuw.`

export const rows = () => screen.getAllByRole('row').slice(1)
export const textOfRows = () => rows().map((row) => row.textContent)

/** Returns the enabled buttons. */
export const buttons = (name: RegExp) =>
  screen.getAllByRole('button', { name }).filter((each) => !each.matches(':disabled, [aria-disabled=true]'))

/** Presses *Registreren* and confirms the dialog of the session's first registration. */
export async function register({ user }: TestPortal, button: HTMLElement) {
  await user.click(button)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Registreren' }))
}

/** Moves the pointer out of the list. */
export const leaveList = ({ user }: TestPortal) => user.hover(screen.getByRole('heading', { level: 1 }))

/** Waits until the loading bar has disappeared. */
export const settled = () => waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())

/** Collects the calls made from now on. */
export function watch({ calls }: TestPortal) {
  const from = calls.length
  const all = () => calls.slice(from)
  return { all, writes: () => all().filter((call) => !call.startsWith('GET')) }
}

/** Returns the calls other than the count of requests, which each return to the tab may repeat. */
export const withoutCount = (calls: readonly string[]) => calls.filter((call) => !call.endsWith('/request-count'))

/** Advances a fake clock by a minute, in which the user leaves the tab and returns six times. */
export async function aMinutePasses() {
  for (let times = 0; times < 6; times++) {
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    act(() => {
      for (const event of ['focus', 'online', 'pageshow']) window.dispatchEvent(new Event(event))
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    })
  }
}

/** Refetches every query on screen. */
export const renew = ({ router }: TestPortal) => act(() => router.options.context.queryClient.invalidateQueries())

/** Returns the registered clients of De Waag from the database. */
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

/** Collects texts that `document.body` shows from now on, even for a moment. */
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

import { screen, waitFor, within } from '@testing-library/react'
import type { Updateable } from 'kysely'
import { HttpResponse, type JsonBodyType, http } from 'msw'
import { expect, vi } from 'vitest'
import { PASSWORD, type Persona, personas } from '#mocks/personas.ts'
import type { PracticeTable } from '#server/db/schema.ts'
import { type TestPortal, answerOf, arrivesAt, database, injectFault, tokenOf } from '#harness/portal.tsx'

// Steps, stubs and rows that screen tests share.

type Name = string | RegExp

/** Returns the topmost dialog. */
export const dialog = async (name?: Name) =>
  within((await screen.findAllByRole('dialog', name ? { name } : {})).at(-1)!)
export const dialogCloses = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

// These wait until the element is visible, because a page may render it hidden or replace it before.
export const shows = (text: Name) => waitFor(() => expect(screen.getByText(text)).toBeVisible())
export const showsHeading = (name: Name) => waitFor(() => expect(screen.getByRole('heading', { name })).toBeVisible())
export const field = (name: Name) => screen.getByRole('textbox', { name })
export const main = () => within(screen.getByRole('main'))
export const sidebar = () => within(screen.getByRole('navigation', { name: 'Hoofdmenu' }))

/** Handler that returns this JSON body instead of the server's. */
export const replies = (
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  body: JsonBodyType,
  { status = 200, once = false } = {},
) => http[method](`*/api/${path}`, () => HttpResponse.json(body, { status }), { once })

/** Handler that rejects one field of the body. */
export const rejectsField = (method: 'post' | 'put', path: string, pointer: string, code = 'invalidText') =>
  replies(method, path, { code: 'validation-failed', errors: [{ pointer, code }] }, { status: 400 })

export const apiHasOnly = (...capabilities: string[]) => injectFault(replies('get', 'capabilities', capabilities))

/** Calls the API like another device of the persona. */
export const callAs = async (persona: Persona, method: string, path: string, body?: unknown) =>
  await answerOf(
    new Request(`http://localhost:3000/api/${path}`, {
      method,
      headers: { authorization: await tokenOf(persona), 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )

export const accountOf = (persona: Persona) =>
  database().selectFrom('account').selectAll().where('username', '=', personas[persona]).executeTakeFirstOrThrow()

const PRACTICE = 'de-waag'
export const practiceRow = () =>
  database().selectFrom('practice').selectAll().where('id', '=', PRACTICE).executeTakeFirstOrThrow()
export const setPractice = (columns: Updateable<PracticeTable>) =>
  database().updateTable('practice').set(columns).where('id', '=', PRACTICE).execute()

/** Collects the files that the page saves from now on, until `vi.restoreAllMocks`. */
export function savedFiles(): { name: string; file: Blob }[] {
  const saved: { name: string; file: Blob }[] = []
  let file: Blob
  vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
    file = given as Blob
    return 'blob:saved'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, file })
  })
  return saved
}

/** Returns a labelled input of any type, such as a password. */
export const input = (name: Name) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })

export async function signIn({ user }: TestPortal, persona: Persona, password = PASSWORD): Promise<void> {
  await user.type(await screen.findByLabelText(/Gebruikersnaam/), personas[persona])
  await user.type(input(/^Wachtwoord/), password)
  await user.keyboard('{Enter}')
}

export async function signOut(portal: TestPortal): Promise<void> {
  await portal.user.click(screen.getAllByRole('link', { name: 'Uitloggen' })[0]!)
  await arrivesAt(portal, '/auth/login')
}

/** Enters the password that the open dialog requires, and returns the password field. */
export async function enterPassword({ user }: TestPortal, password = PASSWORD): Promise<HTMLElement> {
  const typed = await (await dialog()).findByLabelText(/^Huidig wachtwoord/, { selector: 'input' })
  await user.clear(typed)
  await user.type(typed, password)
  return typed
}

/** Enters the password and presses the button of the open dialog. Returns the password field. */
export async function prove(portal: TestPortal, action: Name, password?: string): Promise<HTMLElement> {
  const typed = await enterPassword(portal, password)
  await portal.confirm(action)
  return typed
}

/** Sets the width of the window. */
export function wide(width: number): void {
  const { happyDOM }: Window & { happyDOM?: { setViewport: (size: { width: number }) => void } } = window
  happyDOM?.setViewport({ width })
}

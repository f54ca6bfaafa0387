import { screen, within } from '@testing-library/react'
import { client } from '#harness/builders.ts'
import { type TestPortal, database, openPortal } from '#harness/portal.tsx'

// Steps and rows of the tests of bulk actions.

export const button = (name: RegExp | string) => screen.getByRole('button', { name })
export const box = (name: RegExp | string) => screen.getByRole('checkbox', { name })
export const announcements = () => screen.getAllByRole('status').map((status) => status.textContent)
export const failures = () => screen.findByRole('region', { name: /^\d+ gelukt, / })

export const listed = async () =>
  within(await failures())
    .getAllByRole('listitem')
    .map((item) => item.querySelector('strong')!.textContent)

export const confirm = ({ user }: TestPortal, name: string) =>
  user.click(within(screen.getByRole('dialog')).getByRole('button', { name }))

/** Adds unregistered clients of De Waag with one last name and distinct first names. Returns their full names by uuid. */
export async function newcomers(count: number, email: (n: number) => string | null = (n) => `zeeman${n}@mail.example`) {
  const found = new Map<string, string>()
  for (let n = 0; n < count; n++) {
    const columns = { last_name: 'Zeeman', call_name: `Kees${n}`, email: email(n) }
    found.set(await client(database(), 'de-waag', columns), `Kees${n} Zeeman`)
  }
  return found
}

export async function select(address: string) {
  const portal = await openPortal(address, { as: 'staff' })
  await portal.user.click(button('Selecteren'))
  await screen.findByRole('checkbox', { name: 'Deze pagina' })
  return portal
}

export const registeredAt = (uuids: Iterable<string>) =>
  database()
    .selectFrom('client')
    .select('uuid')
    .where('uuid', 'in', [...uuids])
    .where('registered', '=', 1)
    .execute()

export const posts = (calls: string[]) => calls.filter((call) => call.startsWith('POST'))

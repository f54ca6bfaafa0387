import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { injectFault, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { replies, setPractice } from './steps.ts'

const OPEN = 'E-mail aan cliënten bekijken'

async function open() {
  const portal = await openPortal('/admin/practice/clients', { as: 'staff' })
  await portal.press(OPEN)
  return { portal, dialog: within(await screen.findByRole('dialog', { name: 'Zo zien cliënten uw e-mails' })) }
}
const drawn = async (dialog: ReturnType<typeof within>) => {
  const mail = await dialog.findByRole('region', { name: 'De e-mail' })
  return mail.querySelector('div')!.shadowRoot!
}

test('the mail preview shows each mail as clients receive it, in both languages', async () => {
  const { portal, dialog } = await open()
  const invitation = await drawn(dialog)
  expect(dialog.getByText('Uw toegang tot het portaal van DAP De Waag')).toBeVisible()
  expect(invitation.querySelector('h1')).toHaveTextContent('Uw toegang tot het portaal van DAP De Waag')
  expect(invitation.textContent).toContain('Heeft u een vraag? Bel DAP De Waag: +31 30 555 01 23.')
  const button = [...invitation.querySelectorAll('a')].find(({ textContent }) => textContent === 'Wachtwoord kiezen')!
  expect(button).not.toHaveAttribute('href')
  expect(button.style.fontWeight).toBe('bold')

  await portal.user.selectOptions(
    dialog.getByRole('combobox', { name: 'Soort e-mail' }),
    'Voor wie al een account heeft',
  )
  await portal.user.click(dialog.getByRole('radio', { name: 'English' }))
  await waitFor(async () =>
    expect((await drawn(dialog)).querySelector('h1')).toHaveTextContent('DAP De Waag was added to your portal'),
  )
  await portal.user.click(dialog.getByRole('button', { name: 'Sluiten' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the mail preview shows the logo of the practice, but no active or external content', async () => {
  const logo_url = `/files/${crypto.randomUUID()}.png`
  await setPractice({ logo_url })
  const images = `<img src="${logo_url}" alt="" style="height:56px"><img src="/files/other.png">`
  const html = `<main>${images}<p onclick="x()">Dag<script>x()</script><img src="x"></p><iframe src="/"></iframe></main>`
  injectFault(replies('get', 'practice/*/mail-preview', { subject: 'Dag', text: 'Dag', html }))
  const { dialog } = await open()
  const root = await drawn(dialog)
  expect(root.querySelector('p')!.outerHTML).toBe('<p style="">Dag</p>')
  expect(root.querySelectorAll('script, iframe')).toHaveLength(0)
  const pictures = [...root.querySelectorAll('img')]
  expect(pictures.map(({ src, alt, style }) => [new URL(src).pathname, alt, style.height])).toEqual([
    [logo_url, '', '56px'],
  ])
})

test('the mail preview shows an error instead of the mail', async () => {
  injectFault(answers('get', 'practice/de-waag/mail-preview', 500))
  const { dialog } = await open()
  expect(await dialog.findByRole('alert')).toHaveTextContent('500')
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

test('the mail preview is not offered if the API lacks the capability', async () => {
  withoutCapabilities()
  await openPortal('/admin/practice/clients', { as: 'staff' })
  expect(screen.queryByRole('button', { name: OPEN })).toBeNull()
})

import { afterEach, expect, test } from 'vitest'
import { linkManifest } from '#src/register-service-worker.ts'

afterEach(() => {
  document.head.replaceChildren()
  document.documentElement.lang = ''
})

function pageIn(language: string): HTMLLinkElement {
  document.head.innerHTML = '<link rel="manifest" href="/manifest.nl.webmanifest">'
  document.documentElement.lang = language
  linkManifest()
  return document.querySelector('link')!
}

const changes = () => new Promise((resolve) => setTimeout(resolve))

test('the web app manifest follows the language of the portal', async () => {
  const link = pageIn('en')
  expect(link.getAttribute('href')).toMatch(/\/manifest\.en\.webmanifest$/)
  document.documentElement.lang = 'nl'
  await changes()
  expect(link.getAttribute('href')).toMatch(/\/manifest\.nl\.webmanifest$/)
})

test('the web app manifest ignores the language of a browser translation', async () => {
  const link = pageIn('en')
  document.documentElement.lang = 'de'
  await changes()
  expect(link.getAttribute('href')).toMatch(/\/manifest\.en\.webmanifest$/)
})

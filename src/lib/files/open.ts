import type { IntlShape } from 'react-intl'
import { apiRoot } from '#src/lib/api-root.ts'
import { isHandled } from '#src/lib/call-error.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { saveFrom } from './save.ts'

/** Addresses of files live some minutes only. One that is older than this is asked for anew before it is used. */
export const FILE_URL_TRUSTED_MS = 240_000

/**
 * The address of a file in an answer of the API, as `{ url }` or by itself; a relative one is relative to the API. Null where
 * it is none that a browser may open.
 */
export function fileUrl(answer: unknown): string | null {
  const given = typeof answer === 'object' && answer !== null && 'url' in answer ? answer.url : answer
  const base = new URL(apiRoot, location.href)
  if (typeof given !== 'string' || !given.trim() || !URL.canParse(given, base)) return null
  const { protocol, href } = new URL(given, base)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}

/** Answers with the address of a file, in whatever form the API has it. */
export type AskForUrl = () => Promise<unknown>

interface Words {
  /** Of the tab, as long as it waits. */
  title: MessageId
  /** The browser held the tab back. */
  heldBack: MessageId
  /** There is no address to follow. */
  gone: MessageId
}

// A link that held its tab back has the new address by now, and the next press needs no tab that is opened for it.
const OF_LINK: Words = { title: 'core.appName', heldBack: 'core.text.fileReady', gone: 'core.errors.fileGone' }

/**
 * Asks for the address of a file and opens it in a tab. To be called within the press. Answers the address where the browser
 * held the tab back: then a link has to lead there.
 */
export async function openFile(ask: AskForUrl, intl: IntlShape, words = OF_LINK): Promise<string | null> {
  const tab = openTab(intl.formatMessage({ id: words.title }), intl.formatMessage({ id: 'core.text.fileWait' }))
  const address = await addressOf(ask, words.gone)
  if (tab) {
    if (address) follow(tab, address)
    else tab.close()
    return null
  }
  if (address) showMessage('info', words.heldBack)
  return address
}

/** Asks for the address of a file and lets the browser save it. */
export async function downloadFile(ask: AskForUrl, name: string): Promise<void> {
  const address = await addressOf(ask, OF_LINK.gone)
  if (address) saveFrom(address, name)
}

async function addressOf(ask: AskForUrl, gone: MessageId): Promise<string | null> {
  try {
    const address = fileUrl(await ask())
    if (!address) showMessage('error', gone)
    return address
  } catch (error) {
    if (!isHandled(error)) showMessage('error', gone)
    return null
  }
}

/** A tab that waits. Opened before the address is known, or it would be held back; null where it is after all. */
function openTab(title: string, wait: string): Window | null {
  // Not by `noopener`, which would answer null.
  const tab = window.open('', '_blank')
  if (!tab || tab.closed) return null
  tab.opener = null
  const page = tab.document
  page.documentElement.lang = document.documentElement.lang
  page.documentElement.style.colorScheme = 'light dark'
  page.title = title
  const text = page.createElement('p')
  text.textContent = wait
  text.style.font = '1rem/1.5 system-ui, sans-serif'
  text.style.margin = '2rem'
  page.body.append(text)
  return tab
}

function follow(tab: Window, address: string): void {
  if (tab.closed) return
  const link = tab.document.createElement('a')
  link.href = address
  // Whoever keeps the file need not know where the reader came from.
  link.rel = 'noreferrer'
  tab.document.body.append(link)
  link.click()
}

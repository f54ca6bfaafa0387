import { CallError, CalledOff } from './http.ts'
import { showMessage } from './messages.ts'

/** Addresses of files live some minutes only. One that is older than this is asked for anew before it is used. */
export const ADDRESS_TRUSTED_MS = 240_000

/** The address in an answer, as `{ url }` or by itself; null where it is none that a browser may open. */
export function fileAddress(answer: unknown): string | null {
  const url = typeof answer === 'object' && answer !== null && 'url' in answer ? answer.url : answer
  if (typeof url !== 'string' || !url.trim() || !URL.canParse(url, location.href)) return null
  const { protocol, href } = new URL(url, location.href)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}

interface FileTab {
  show(address: string): void
  close(): void
}

interface TabTexts {
  language: string
  title: string
  wait: string
}

/**
 * A tab for a file whose address is still to come. Opened while a button is pressed, or it would be held back; null where it
 * is held back after all.
 */
export function openFileTab({ language, title, wait }: TabTexts): FileTab | null {
  // Not by `noopener`, which would answer null.
  const tab = window.open('', '_blank')
  if (!tab || tab.closed) return null
  tab.opener = null
  const page = tab.document
  page.documentElement.lang = language
  page.documentElement.style.colorScheme = 'light dark'
  page.title = title
  const text = page.createElement('p')
  text.textContent = wait
  text.style.font = '1rem/1.5 system-ui, sans-serif'
  text.style.margin = '2rem'
  page.body.append(text)
  return {
    show(address) {
      if (tab.closed) return
      const link = page.createElement('a')
      link.href = address
      // Whoever keeps the file need not know where the reader came from.
      link.rel = 'noreferrer'
      page.body.append(link)
      link.click()
    },
    close: () => tab.close(),
  }
}

/** Asks for the address of a file; its failures were shown by the transport. */
export type AskForAddress = () => Promise<unknown>

/** Asks for the address of a file and opens it in a tab. To be called within the press. */
export async function openFile(ask: AskForAddress, texts: TabTexts): Promise<void> {
  const tab = openFileTab(texts)
  const address = await addressOf(ask)
  if (!address) tab?.close()
  else if (tab) tab.show(address)
  // The link has the new address by now, and needs no tab that is opened for it.
  else showMessage('info', 'core.text.fileReady')
}

/** Asks for the address of a file and lets the browser save it. */
export async function downloadFile(ask: AskForAddress, name: string): Promise<void> {
  const address = await addressOf(ask)
  if (!address) return
  const link = Object.assign(document.createElement('a'), { href: address, download: name, rel: 'noreferrer' })
  document.body.append(link)
  link.click()
  link.remove()
}

async function addressOf(ask: AskForAddress): Promise<string | null> {
  try {
    const address = fileAddress(await ask())
    if (!address) showMessage('error', 'core.errors.fileGone')
    return address
  } catch (error) {
    if (!(error instanceof CallError || error instanceof CalledOff)) throw error
    return null
  }
}

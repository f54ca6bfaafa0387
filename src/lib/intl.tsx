import { Children, type ReactNode } from 'react'
import { IntlProvider, type MessageFormatElement } from 'react-intl'
import { create } from 'zustand'
import { http } from './http.ts'
import type { MessageId } from './message-id.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_STORAGE, LOCALES, type Language } from './constants.ts'
import { deviceStorage } from './storage.ts'
import { typedKeys } from '#contract/typed-entries.ts'

export type { MessageId } from './message-id.ts'

export type Messages = Record<MessageId, MessageFormatElement[]>

interface Speech {
  language: Language
  /** Null: not here yet. */
  messages: Messages | null
}

/** Also what is on its way. */
const loaded = new Map<Language, Promise<Messages>>()

/** As a page that has fetched these already, and no others: for the tests, which load many pages in one document. */
export function knowMessages(known: Partial<Record<Language, Messages>>): void {
  loaded.clear()
  for (const language of typedKeys(known)) {
    const messages = known[language]
    if (messages) loaded.set(language, Promise.resolve(messages))
  }
}

const useSpeech = create<Speech>()(() => ({ language: DEFAULT_LANGUAGE, messages: null }))

// The messages were compiled by the build, so no parser is shipped (vite.config.ts).
async function fetchMessages(language: Language): Promise<Messages> {
  // Not by `json()` of the request, which asks for it by a header: what the first script has fetched ahead would not fit.
  const response = await http(`${import.meta.env.BASE_URL}assets/i18n/${language}.json`, { timeout: false })
  return await response.json<Messages>()
}

function load(language: Language): Promise<Messages> {
  const known = loaded.get(language)
  if (known) return known
  const messages = fetchMessages(language)
  loaded.set(language, messages)
  messages.catch(() => loaded.delete(language))
  return messages
}

let asked = 0
let spoken = 0

/**
 * Speaks this language from now on, on this device. All text changes at once, when the messages are here; where they cannot be
 * fetched, nothing changes. False: a language that was asked for later is spoken already.
 */
export async function speak(language: Language): Promise<boolean> {
  asked += 1
  const mine = asked
  const messages = await load(language)
  if (mine < spoken) return false
  spoken = mine
  deviceStorage.setItem(LANGUAGE_STORAGE, language)
  document.documentElement.lang = language
  useSpeech.setState({ language, messages })
  return true
}

/** Whether there is such a message, of which the id was put together. */
export const isMessage = (id: string): id is MessageId => id in (useSpeech.getState().messages ?? {})

export const useLanguage = () => useSpeech((speech) => speech.language)

/**
 * Every text of a message in an element of its own. A translator in the browser puts each text that it finds into an element, and
 * React can neither change nor remove one that is no longer where it was; an element is.
 */
export function MessageText({ children }: { children?: ReactNode }) {
  return Children.map(children, (part) => (typeof part === 'string' ? <span>{part}</span> : part))
}

export function PortalIntl({ children }: { children: ReactNode }) {
  const { language, messages } = useSpeech()
  return (
    <IntlProvider
      locale={LOCALES[language]}
      defaultLocale={LOCALES[DEFAULT_LANGUAGE]}
      {...(messages && { messages })}
      textComponent={MessageText}
    >
      {children}
    </IntlProvider>
  )
}

import { LOCALES, DEFAULT_LANGUAGE, type Language } from '#contract/languages.ts'
import { Children, type ReactNode } from 'react'
import { IntlProvider, type IntlShape, type MessageFormatElement } from 'react-intl'
import { create } from 'zustand'
import { http } from './http.ts'
import type { MessageId } from './message-id.ts'
import { LANGUAGE_STORAGE } from './constants.ts'
import { deviceStorage } from './storage.ts'
import { isRecord, typedKeys } from '#contract/values.ts'
import { withSingleStops } from '#contract/text.ts'

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
  const messages = await response.json<Messages>()
  if (!isRecord(messages)) throw new TypeError(`The texts of ${language} are not an object`)
  return messages
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
 * Switches the portal to a language and remembers it on this device. All text changes at once, when the messages have loaded; where
 * they cannot be loaded, nothing changes. Returns false if a language that was chosen later is already in use.
 */
export async function speak(language: Language): Promise<boolean> {
  const isSpoken = await switchTo(language)
  if (isSpoken) deviceStorage.setItem(LANGUAGE_STORAGE, language)
  return isSpoken
}

async function switchTo(language: Language): Promise<boolean> {
  asked += 1
  const mine = asked
  const messages = await load(language)
  if (mine < spoken) return false
  spoken = mine
  document.documentElement.lang = language
  useSpeech.setState({ language, messages })
  return true
}

/**
 * Loads the texts for a start, without remembering a choice that nobody made. Where those of the stored language cannot be loaded, the
 * portal starts in the default language. Returns whether it is in the wanted language.
 */
export async function speakAtStart(language: Language): Promise<boolean> {
  try {
    await switchTo(language)
    return true
  } catch (error) {
    if (language === DEFAULT_LANGUAGE) throw error
    await switchTo(DEFAULT_LANGUAGE)
    return false
  }
}

/** Whether there is such a message, of which the id was put together. */
export const isMessage = (id: string): id is MessageId => id in (useSpeech.getState().messages ?? {})

/** Text of a message whose id was put together; `otherwise` where there is none, as for a word that only another API knows. */
export const textOf = (id: string, otherwise: string, intl: IntlShape): string =>
  isMessage(id) ? intl.formatMessage({ id }) : otherwise

export const useLanguage = () => useSpeech((speech) => speech.language)

/**
 * Every text of a message in an element of its own. A translator in the browser puts each text that it finds into an element, and
 * React can neither change nor remove one that is no longer where it was; an element is.
 */
export function MessageText({ children }: { children?: ReactNode }) {
  return Children.map(children, (part) => (typeof part === 'string' ? <span>{withSingleStops(part)}</span> : part))
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

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

interface LanguageState {
  language: Language
  /** Null until loaded. */
  messages: Messages | null
}

/** Loaded and pending messages. */
const loaded = new Map<Language, Promise<Messages>>()

/** Replaces the loaded messages. For tests, which load many pages in one document. */
export function registerMessages(known: Partial<Record<Language, Messages>>): void {
  loaded.clear()
  for (const language of typedKeys(known)) {
    const messages = known[language]
    if (messages) loaded.set(language, Promise.resolve(messages))
  }
}

const useLanguageStore = create<LanguageState>()(() => ({ language: DEFAULT_LANGUAGE, messages: null }))

// The build compiles the messages, so the portal contains no message parser (vite.config.ts).
async function fetchMessages(language: Language): Promise<Messages> {
  // Not `http(…).json()`: its Accept header would differ from that of the prefetch by the first script.
  const response = await http(`${import.meta.env.BASE_URL}assets/i18n/${language}.json`, { timeout: false })
  const messages = await response.json<Messages>()
  if (!isRecord(messages)) throw new TypeError(`The texts of ${language} are not an object`)
  return messages
}

/** Returns the texts of a language, once they are loaded. */
export function loadMessages(language: Language): Promise<Messages> {
  const known = loaded.get(language)
  if (known) return known
  const messages = fetchMessages(language)
  loaded.set(language, messages)
  messages.catch(() => loaded.delete(language))
  return messages
}

let requested = 0
let applied = 0

/**
 * Switches the portal to a language and stores the choice on the device. All texts change at once after the messages have loaded;
 * if loading fails, nothing changes. Returns false if a later choice is already in use.
 */
export async function setLanguage(language: Language): Promise<boolean> {
  const isApplied = await switchTo(language)
  if (isApplied) deviceStorage.setItem(LANGUAGE_STORAGE, language)
  return isApplied
}

async function switchTo(language: Language): Promise<boolean> {
  requested += 1
  const mine = requested
  const messages = await loadMessages(language)
  if (mine < applied) return false
  applied = mine
  document.documentElement.lang = language
  useLanguageStore.setState({ language, messages })
  return true
}

/**
 * Loads the texts at start without storing a choice. If those of the stored language cannot be loaded, the portal starts in the
 * default language. Returns whether the requested language was loaded.
 */
export async function setInitialLanguage(language: Language): Promise<boolean> {
  try {
    await switchTo(language)
    return true
  } catch (error) {
    if (language === DEFAULT_LANGUAGE) throw error
    await switchTo(DEFAULT_LANGUAGE)
    return false
  }
}

/** Whether a message with a composed id exists. */
export const isMessage = (id: string): id is MessageId => id in (useLanguageStore.getState().messages ?? {})

/** Returns the text for a composed message id; `otherwise` without one, for example for an unknown value of another API. */
export const textOf = (id: string, otherwise: string, intl: IntlShape): string =>
  isMessage(id) ? intl.formatMessage({ id }) : otherwise

export const useLanguage = () => useLanguageStore((state) => state.language)

/**
 * Wraps each text of a message in an element. Browser translators replace text nodes by elements, and React can neither update nor
 * remove a text node that was replaced.
 */
export function MessageText({ children }: { children?: ReactNode }) {
  return Children.map(children, (part) => (typeof part === 'string' ? <span>{withSingleStops(part)}</span> : part))
}

export const PortalIntl = ({ children }: { children: ReactNode }) => (
  <LanguageIntl {...useLanguageStore()}>{children}</LanguageIntl>
)

/** Gives its children the texts of a language, which may differ from that of the portal. */
export function LanguageIntl({ language, messages, children }: LanguageState & { children: ReactNode }) {
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

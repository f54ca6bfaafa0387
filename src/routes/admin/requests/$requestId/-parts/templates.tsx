import { FormattedMessage } from 'react-intl'
import styles from './request-page.module.css'
import { useEffect, useEffectEvent } from 'react'
import type { MessageOutcome } from '#contract/request.ts'
import { SUBMIT_KEYS, isSubmitKey } from '#src/features/requests/submit-keys.ts'

interface TemplatesProps {
  templates: readonly string[]
  onChoose: (template: string) => void
}

/** Buttons for the answer templates, each with a keyboard shortcut. */
export function Templates({ templates, onChoose }: TemplatesProps) {
  if (templates.length === 0) return null
  return (
    <section aria-labelledby="templates">
      <h3 id="templates" className={styles.templatesTitle}>
        <FormattedMessage id="admin.requests.templates" />
      </h3>
      <ul className={styles.templates}>
        {templates.map((template, index) => (
          <li key={index}>
            <button
              type="button"
              className={styles.template}
              aria-keyshortcuts={index < MAX_SHORTCUTS ? templateKeys(index).aria : undefined}
              onClick={() => onChoose(template)}
            >
              <span>{template}</span>
              {index < MAX_SHORTCUTS && (
                <kbd className={styles.keys} aria-hidden="true">
                  {templateKeys(index).shown}
                </kbd>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** Keyboard shortcuts as displayed and as in `aria-keyshortcuts`. */
export const OUTCOME_KEYS = {
  answered: SUBMIT_KEYS,
  asked: { shown: isApple ? '⌥ Enter' : 'Alt Enter', aria: 'Alt+Enter' },
  declined: {
    shown: isApple ? '⇧ ⌘ Enter' : 'Ctrl Shift Enter',
    aria: isApple ? 'Meta+Shift+Enter' : 'Control+Shift+Enter',
  },
} as const satisfies Partial<Record<MessageOutcome, { shown: string; aria: string }>>

/** Opens the next request that waits. */
export const NEXT_KEYS = { shown: isApple ? '⌥ N' : 'Alt N', aria: 'Alt+N' }

export const templateKeys = (index: number) => ({
  shown: `${isApple ? '⌥' : 'Alt '}${index + 1}`,
  aria: `Alt+${index + 1}`,
})

/** Number of templates with a keyboard shortcut. */
export const MAX_SHORTCUTS = 9

interface Handlers {
  onTemplate: (index: number) => void
  onOutcome: (outcome: keyof typeof OUTCOME_KEYS) => void
}

/** Handles the shortcuts, also while typing, because each has a modifier key. */
export function useAnswerKeys({ onTemplate, onOutcome }: Handlers): void {
  useKeys((event) => {
    const { code, key, altKey, shiftKey, ctrlKey, metaKey } = event
    const digit = /^Digit([1-9])$/.exec(code)?.[1]
    if (digit !== undefined && altKey && !shiftKey && !ctrlKey && !metaKey) {
      event.preventDefault()
      onTemplate(Number(digit) - 1)
    } else if (isSubmitKey(event)) {
      event.preventDefault()
      onOutcome(shiftKey ? 'declined' : 'answered')
    } else if (key === 'Enter' && altKey && !shiftKey && !ctrlKey && !metaKey) {
      event.preventDefault()
      onOutcome('asked')
    }
  })
}

/** Handles the shortcut for the next request. */
export function useNextKey(onNext: () => void): void {
  useKeys((event) => {
    const { code, altKey, shiftKey, ctrlKey, metaKey } = event
    if (code !== 'KeyN' || !altKey || shiftKey || ctrlKey || metaKey) return
    event.preventDefault()
    onNext()
  })
}

/** Calls the handler for each press of a key, except in an open dialog, which has priority. */
function useKeys(handle: (event: KeyboardEvent) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.isComposing || document.querySelector('dialog[open]')) return
    handle(event)
  })
  // On the document, so that shortcuts work wherever the focus is.
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

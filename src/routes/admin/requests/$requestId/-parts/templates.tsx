import { FormattedMessage } from 'react-intl'
import styles from './request-page.module.css'
import { useEffect, useEffectEvent } from 'react'
import type { RequestOutcome } from '#contract/request.ts'

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
export const OUTCOME_KEYS: Record<RequestOutcome, { shown: string; aria: string }> = {
  answered: { shown: isApple ? '⌘ Enter' : 'Ctrl Enter', aria: isApple ? 'Meta+Enter' : 'Control+Enter' },
  declined: {
    shown: isApple ? '⇧ ⌘ Enter' : 'Ctrl Shift Enter',
    aria: isApple ? 'Meta+Shift+Enter' : 'Control+Shift+Enter',
  },
}

export const templateKeys = (index: number) => ({
  shown: `${isApple ? '⌥' : 'Alt '}${index + 1}`,
  aria: `Alt+${index + 1}`,
})

/** Number of templates with a keyboard shortcut. */
export const MAX_SHORTCUTS = 9

interface Handlers {
  onTemplate: (index: number) => void
  onOutcome: (outcome: RequestOutcome) => void
}

/** Handles the shortcuts, also while typing, because each has a modifier key. */
export function useAnswerKeys({ onTemplate, onOutcome }: Handlers): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    // An open dialog has priority.
    if (event.repeat || event.isComposing || document.querySelector('dialog[open]')) return
    const { code, key, altKey, shiftKey, ctrlKey, metaKey } = event
    const digit = /^Digit([1-9])$/.exec(code)?.[1]
    if (digit !== undefined && altKey && !shiftKey && !ctrlKey && !metaKey) {
      event.preventDefault()
      onTemplate(Number(digit) - 1)
    } else if (key === 'Enter' && (isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey) {
      event.preventDefault()
      onOutcome(shiftKey ? 'declined' : 'answered')
    }
  })
  // On the document, so that shortcuts work wherever the focus is.
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

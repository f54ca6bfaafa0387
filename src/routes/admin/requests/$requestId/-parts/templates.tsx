import { FormattedMessage } from 'react-intl'
import styles from './request-page.module.css'
import { useEffect, useEffectEvent } from 'react'
import type { RequestOutcome } from '#contract/request.ts'

interface TemplatesProps {
  templates: readonly string[]
  onChoose: (template: string) => void
}

/** The practice's texts to begin with, each by its keys as well. */
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
              aria-keyshortcuts={index < MOST_KEYS ? templateKeys(index).aria : undefined}
              onClick={() => onChoose(template)}
            >
              <span>{template}</span>
              {index < MOST_KEYS && (
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

/** As they are shown, and as `aria-keyshortcuts` has them. */
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

/** So many templates have keys. */
export const MOST_KEYS = 9

interface Handlers {
  onTemplate: (index: number) => void
  onOutcome: (outcome: RequestOutcome) => void
}

/** Also while a text is typed: each has a modifier. */
export function useAnswerKeys({ onTemplate, onOutcome }: Handlers): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    // A dialog over the page first gets its answer.
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
  // On the document: whatever has the focus.
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

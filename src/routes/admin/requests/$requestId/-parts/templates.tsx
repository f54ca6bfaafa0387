import { FormattedMessage } from 'react-intl'
import { MOST_KEYS, templateKeys } from './answer-keys.ts'
import styles from './request-page.module.css'

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

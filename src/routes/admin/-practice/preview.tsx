import { useFormikContext } from 'formik'
import { FormattedMessage } from 'react-intl'
import type { Practice } from '#contract/practice.ts'
import { isWebsite } from '#contract/website.ts'
import { PracticeTile } from '#src/features/practice/practice-tile.tsx'
import { Panel } from '#src/ui/panel.tsx'
import styles from './practice.module.css'
import type { PracticeValues } from './values.ts'

/** What clients will see of the practice, while it is being typed. */
export function Preview({ practice }: { practice: Practice }) {
  const { values } = useFormikContext<PracticeValues>()
  const { name, title, text, phone, website } = values
  return (
    <Panel as="aside" padded className={styles.preview} aria-labelledby="practice-preview">
      <h2 id="practice-preview">
        <FormattedMessage id="admin.practice.preview" />
      </h2>
      <div className={styles.identity}>
        <PracticeTile practice={{ name, logoUrl: practice.logoUrl }} />
        <div>
          <strong>{name}</strong>
          {phone && <span className={styles.sub}>{phone}</span>}
          {website && isWebsite(website) && <span className={styles.sub}>{new URL(website).hostname}</span>}
        </div>
      </div>
      {title && <p className={`title ${styles.title}`}>{title}</p>}
      {text && <p className={styles.said}>{text}</p>}
    </Panel>
  )
}

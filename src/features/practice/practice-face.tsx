import type { Practice } from '#contract/schemas/practice.ts'
import Globe from 'lucide-react/icons/globe'
import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import type { ReactNode } from 'react'
import { websiteOf } from '#contract/website.ts'
import { mailHref } from '#src/lib/mail-href.ts'
import { Panel } from '#src/ui/layout/panel.tsx'
import { telephoneHref } from '#src/lib/telephone-href.ts'
import styles from './practice-face.module.css'
import { PracticeTile } from './practice-tile.tsx'

interface PracticeFaceProps {
  practice: Pick<Practice, 'name' | 'title' | 'text' | 'phone' | 'email' | 'website' | 'logoUrl'>
  /** What the part is called; seen where it says more than the practice does. */
  heading: ReactNode
  headingHidden?: boolean | undefined
}

/** Who the practice is, in its own words: for its clients, and for its staff while they write them. */
export function PracticeFace({ practice, heading, headingHidden }: PracticeFaceProps) {
  const { name, title, text, phone, email } = practice
  const mail = mailHref(email)
  const website = websiteOf(practice)
  return (
    <Panel as="aside" padded className={styles.face} aria-labelledby="practice-face">
      <h2 id="practice-face" className={headingHidden ? 'hidden-text' : undefined}>
        {heading}
      </h2>
      <div className={styles.identity}>
        <PracticeTile practice={practice} />
        <div>
          <strong>{name}</strong>
          <span className={styles.ways}>
            {phone && (
              <a href={telephoneHref(phone)}>
                <Phone />
                <span>{phone}</span>
              </a>
            )}
            {mail && (
              <a href={mail}>
                <Mail />
                <span>{email}</span>
              </a>
            )}
            {website && (
              <a href={website} target="_blank" rel="noopener noreferrer">
                <Globe />
                <span>{new URL(website).hostname}</span>
              </a>
            )}
          </span>
        </div>
      </div>
      {(title || text) && (
        <div className={styles.words}>
          {title && <p className={`title ${styles.title}`}>{title}</p>}
          {text && <p className={styles.said}>{text}</p>}
        </div>
      )}
    </Panel>
  )
}

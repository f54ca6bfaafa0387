import type { Practice } from '#contract/schemas/practice.ts'
import Globe from 'lucide-react/icons/globe'
import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import type { ReactNode } from 'react'
import { websiteOf } from '#contract/website.ts'
import { mailHref } from '#src/lib/mail-href.ts'
import { Fold } from '#src/ui/data/fold.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { PhoneLink } from '#src/ui/data/phone-link.tsx'
import { MapLink } from './map-link.tsx'
import { OpeningHours } from './opening-hours.tsx'
import styles from './practice-face.module.css'
import { PracticeTile } from './practice-tile.tsx'

interface PracticeFaceProps {
  practice: Pick<
    Practice,
    'name' | 'title' | 'text' | 'address' | 'phone' | 'email' | 'website' | 'logoUrl' | 'openingHours'
  >
  /** Title of the section; `headingHidden` hides it if it only repeats the name of the practice. */
  heading: ReactNode
  headingHidden?: boolean | undefined
  /** Puts everything but the name into a disclosure. */
  isFolded?: boolean | undefined
}

/** Presentation of the practice, for clients and as a preview for staff. */
export function PracticeFace({ practice, heading, headingHidden, isFolded }: PracticeFaceProps) {
  const title = (
    <h2 id="practice-face" className={headingHidden ? 'hidden-text' : undefined}>
      {heading}
    </h2>
  )
  if (isFolded) {
    return (
      <Panel as="aside" aria-labelledby="practice-face">
        {title}
        <Fold
          title={
            <span className={styles.name}>
              <PracticeTile practice={practice} />
              <strong>{practice.name}</strong>
            </span>
          }
        >
          <div className={styles.folded}>
            <Ways practice={practice} />
            <OpeningHours hours={practice.openingHours} />
            <PracticeText practice={practice} />
          </div>
        </Fold>
      </Panel>
    )
  }
  return (
    <Panel as="aside" padded className={styles.face} aria-labelledby="practice-face">
      {title}
      <div className={styles.identity}>
        <PracticeTile practice={practice} />
        <div>
          <strong>{practice.name}</strong>
          <Ways practice={practice} />
        </div>
      </div>
      <OpeningHours hours={practice.openingHours} />
      <PracticeText practice={practice} />
    </Panel>
  )
}

type PartProps = Pick<PracticeFaceProps, 'practice'>

function Ways({ practice }: PartProps) {
  const { address, phone, email } = practice
  const mail = mailHref(email)
  const website = websiteOf(practice)
  return (
    <span className={styles.ways}>
      {phone && (
        <PhoneLink phone={phone}>
          <Phone />
          <span>{phone}</span>
        </PhoneLink>
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
      {address && <MapLink address={address} />}
    </span>
  )
}

function PracticeText({ practice: { title, text } }: PartProps) {
  if (!title && !text) return null
  return (
    <div className={styles.words}>
      {title && <p className={`title ${styles.title}`}>{title}</p>}
      {text && <p className={styles.said}>{text}</p>}
    </div>
  )
}

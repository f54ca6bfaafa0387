import { Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Practice } from '#contract/practice.ts'
import { Tile } from '#src/ui/tile.tsx'
import styles from './practice-card.module.css'

/** The capitals that stand for a practice where it has no logo: two of its words, `DK` for Dierenkliniek De Krekel. */
export function practiceInitials(name: string): string {
  const words = name
    .split(/[\s&/-]+/)
    .filter((word) => /^[\p{Lu}\p{S}]/u.test(word) && !/^(De|Het|Den|Van)$/.test(word))
  const [first = name, ...rest] = words
  // By code point: half of a character is none.
  return [first, rest.at(-1) ?? ''].map((word) => /^./su.exec(word)?.[0] ?? '').join('')
}

/** The practice at the foot of the sidebar, as its clients see it. */
export function PracticeCard({ practice, children }: { practice: Practice; children: ReactNode }) {
  return (
    <div className={styles.card}>
      <Tile initials={practiceInitials(practice.name)} />
      <div>
        <strong>{practice.name}</strong>
        <span className="muted">{children}</span>
      </div>
      {practice.phone && (
        <a className={styles.phone} href={telephoneHref(practice.phone)}>
          <Phone />
          {practice.phone}
        </a>
      )}
    </div>
  )
}

/** What a telephone dials: digits and a leading plus, without the (0) for callers at home and without an extension. */
export function telephoneHref(phone: string): string {
  const [number = ''] = phone.replace('(0)', '').split(/\p{L}/u)
  return `tel:${number.replaceAll(/[^\d+]/g, '')}`
}

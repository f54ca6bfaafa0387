import type { Practice } from '#contract/schemas/practice.ts'
import Phone from 'lucide-react/icons/phone'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { PhoneLink } from '#src/ui/data/phone-link.tsx'
import styles from './practice-card.module.css'
import { addressOf } from '#src/lib/api-root.ts'
import { Tile } from '#src/ui/data/tile.tsx'

/** The practice at the foot of the sidebar, as its clients see it. */
export function PracticeCard({ practice, children }: { practice: Practice; children: ReactNode }) {
  return (
    <div className={styles.card}>
      <PracticeTile practice={practice} />
      <div>
        <strong>{practice.name}</strong>
        <span className="muted">{children}</span>
      </div>
      {practice.phone && (
        <PhoneLink className={styles.phone} phone={practice.phone}>
          <Phone />
          {practice.phone}
        </PhoneLink>
      )}
    </div>
  )
}

/** By the address of a logo that stays the same, when what is behind it was replaced. */
const replaced = new Map<string, number>()
const listeners = new Set<() => void>()

function listen(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Another picture is behind this address from now on, and what the browser keeps of it is old. */
export function logoReplaced(url: string): void {
  replaced.set(url, Date.now())
  for (const listener of listeners) listener()
}

/** Of the host of the API, or of another by its whole address; nothing that a browser would read as a script. */
export const pictureAt = (logoUrl: string) => (/^[/\\]{2}/.test(logoUrl) ? null : addressOf(logoUrl))

interface PracticeTileProps {
  practice: Pick<Practice, 'name' | 'logoUrl'>
  size?: 'large' | undefined
}

/** The logo of a practice on its tile; where there is none, or it cannot be loaded, the initials. */
export function PracticeTile({ practice: { name, logoUrl = '' }, size }: PracticeTileProps) {
  const replacedAt = useSyncExternalStore(listen, () => replaced.get(logoUrl))
  const [broken, setBroken] = useState<string | null>(null)
  const url = pictureAt(logoUrl)
  const image = url && replacedAt ? `${url}${url.includes('?') ? '&' : '?'}v=${replacedAt}` : url
  return (
    <Tile
      size={size}
      initials={practiceInitials(name)}
      image={image && image !== broken ? image : undefined}
      onImageError={() => setBroken(image)}
    />
  )
}

/** The capitals that stand for a practice where it has no logo: two of its words, `DK` for Dierenkliniek De Krekel. */
export function practiceInitials(name: string): string {
  const words = name
    .split(/[\s&/-]+/)
    .filter((word) => /^[\p{Lu}\p{S}]/u.test(word) && !/^(De|Het|Den|Van)$/.test(word))
  const [first = name, ...rest] = words
  // By code point: half of a character is none.
  return [first, rest.at(-1) ?? ''].map((word) => /^./su.exec(word)?.[0] ?? '').join('')
}

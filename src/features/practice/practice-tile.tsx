import type { Practice } from '#contract/schemas/practice.ts'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import styles from './practice-card.module.css'
import { addressOf } from '#src/lib/api-root.ts'
import { Tile } from '#src/ui/data/tile.tsx'

interface PracticeCardProps {
  practice: Pick<Practice, 'name' | 'logoUrl'>
  /** Second line, below the name. */
  note: ReactNode
  /** Facts of the practice, below its name. */
  children?: ReactNode
}

/** Practice at the bottom of the sidebar. */
export function PracticeCard({ practice, note, children }: PracticeCardProps) {
  return (
    <div className={styles.card}>
      <PracticeTile practice={practice} />
      <div>
        <strong>{practice.name}</strong>
        <span className="muted">{note}</span>
      </div>
      {children}
    </div>
  )
}

/** Times at which logos were replaced, by URL. A replaced logo keeps its URL. */
const replaced = new Map<string, number>()
const listeners = new Set<() => void>()

function listen(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Marks a logo as replaced, so that the browser fetches it again. */
export function logoReplaced(url: string): void {
  replaced.set(url, Date.now())
  for (const listener of listeners) listener()
}

/** Returns the resolved URL of a logo: relative to the API or absolute. Null for protocol-relative and non-HTTP URLs. */
export const pictureAt = (logoUrl: string) => (/^[/\\]{2}/.test(logoUrl) ? null : addressOf(logoUrl))

export interface PracticeTileProps {
  practice: Pick<Practice, 'name' | 'logoUrl'>
  size?: 'large' | undefined
}

/** Returns the URL of a logo, if there is one that loads, and a handler for one that does not. */
export function useLogo(logoUrl = '') {
  const replacedAt = useSyncExternalStore(listen, () => replaced.get(logoUrl))
  const [broken, setBroken] = useState<string | null>(null)
  const url = pictureAt(logoUrl)
  const image = url && replacedAt ? `${url}${url.includes('?') ? '&' : '?'}v=${replacedAt}` : url
  return { image: image && image !== broken ? image : undefined, onImageError: () => setBroken(image) }
}

/** Logo of a practice on a tile; without a loadable logo, its initials. */
export function PracticeTile({ practice: { name, logoUrl }, size }: PracticeTileProps) {
  return <Tile size={size} initials={practiceInitials(name)} {...useLogo(logoUrl)} />
}

/** Returns up to two initials of a practice, such as `DK` for Dierenkliniek De Krekel. */
export function practiceInitials(name: string): string {
  const words = name
    .split(/[\s&/-]+/)
    .filter((word) => /^[\p{Lu}\p{S}]/u.test(word) && !/^(De|Het|Den|Van)$/.test(word))
  const [first = name, ...rest] = words
  // Iterates by code point, so that no surrogate pair is split.
  return [first, rest.at(-1) ?? ''].map((word) => /^./su.exec(word)?.[0] ?? '').join('')
}

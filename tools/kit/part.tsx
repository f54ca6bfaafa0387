import { type CSSProperties, type ComponentType, type ReactNode, createContext, use } from 'react'
import { useIntl } from 'react-intl'
import { classes } from '#src/ui/classes.ts'
import styles from './kit.module.css'
import { type Settings, addressOf } from './settings.ts'

/** A component, or a few that are used together. */
export interface Part {
  /** As they are called in the code. */
  name: string
  about?: string
  /** What the keys do. */
  keys?: string
  /** It is a whole page, or stands at its edges: shown in a window of its own, so high. */
  whole?: number
  /** `State`s. */
  Show: ComponentType
}

export interface Group {
  title: string
  parts: readonly Part[]
}

export const KitSettings = createContext<Settings | null>(null)

/** The texts of the examples, in the language that is looked at. */
export function useSay() {
  const isDutch = useIntl().locale.startsWith('nl')
  return (dutch: string, english: string) => (isDutch ? dutch : english)
}

export const idOf = (name: string) => name.toLowerCase().replaceAll(/\W+/g, '-')

export function PartSection({ name, about, keys, whole, Show }: Part) {
  const settings = use(KitSettings)
  const id = idOf(name)
  return (
    <section className={styles.part} id={id} aria-labelledby={`${id}-name`}>
      <div className={styles.about}>
        <h3 id={`${id}-name`}>{name}</h3>
        {about && <p>{about}</p>}
        {keys && (
          <p>
            <strong>Keys</strong> {keys}
          </p>
        )}
      </div>
      <div className={styles.states}>
        {whole && settings ? (
          <div className={styles.frame} style={{ '--high': `${whole}px` } as CSSProperties}>
            <iframe
              className={styles.window}
              title={name}
              src={addressOf({ ...settings, narrow: false, bare: true, only: id })}
            />
          </div>
        ) : (
          <Show />
        )}
      </div>
    </section>
  )
}

interface StateProps {
  name: ReactNode
  /** A row of its own. */
  wide?: boolean
  children: ReactNode
}

export function State({ name, wide, children }: StateProps) {
  return (
    <div className={classes(styles.state, wide && styles.wide)}>
      <p className={styles.name}>{name}</p>
      <div>{children}</div>
    </div>
  )
}

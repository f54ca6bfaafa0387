import { type ReactNode, useId } from 'react'
import { Panel, PanelHead } from '#src/ui/layout/panel.tsx'
import styles from './figures.module.css'

interface FigurePanelProps {
  title: ReactNode
  sub: ReactNode
  /** Beside the title. */
  choice?: ReactNode
  /** What the numbers do not say. */
  note?: ReactNode
  children: ReactNode
}

/** A `Figure` and the table of its numbers. */
export function FigurePanel({ title, sub, choice, note, children }: FigurePanelProps) {
  const id = useId()
  return (
    <Panel as="section" aria-labelledby={id}>
      <PanelHead>
        <div className={styles.head}>
          <h2 id={id}>{title}</h2>
          <p className="small muted">{sub}</p>
        </div>
        {choice}
      </PanelHead>
      {children}
      {note && <p className={`${styles.note} small muted`}>{note}</p>}
    </Panel>
  )
}

export function Figure({ children }: { children: ReactNode }) {
  return <div className={styles.figure}>{children}</div>
}

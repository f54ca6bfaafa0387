import type { ReactNode } from 'react'
import styles from './notice.module.css'
import { TITLE_ID, useHasTitle } from '#src/ui/layout/shell.tsx'
import { MiniWall, type MiniWallProps } from '#src/ui/figures/mini-wall.tsx'

interface NoticeProps extends Partial<MiniWallProps> {
  title: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** Whole content of a page, or of its part below the title: one title, one sentence, one action. */
export function Notice({ title, icons, missing, actions, children }: NoticeProps) {
  const hasTitle = useHasTitle()
  return (
    <div className={styles.notice}>
      {icons && <MiniWall icons={icons} missing={missing} />}
      {hasTitle ? <h2>{title}</h2> : <h1 id={TITLE_ID}>{title}</h1>}
      <p className={styles.text}>{children}</p>
      {actions && <div className="row">{actions}</div>}
    </div>
  )
}

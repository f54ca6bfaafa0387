import type { ReactNode } from 'react'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './setting.module.css'

/** Setting of an account with a heading. */
export function Setting({ id, title, children }: { id?: string; title: ReactNode; children: ReactNode }) {
  return (
    <section id={id} className={styles.setting}>
      <h2>{title}</h2>
      <Panel padded className={styles.panel}>
        {children}
      </Panel>
    </section>
  )
}

export const SettingText = ({ children }: { children: ReactNode }) => <div className={styles.text}>{children}</div>

/** Limits the width of form fields. */
export const SettingForm = ({ children }: { children: ReactNode }) => <div className={styles.form}>{children}</div>

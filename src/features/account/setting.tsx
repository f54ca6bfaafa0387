import type { ReactNode } from 'react'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './setting.module.css'

/** One of the settings of an account, below its own heading. */
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

/** What a setting is about, in a few lines. */
export const SettingText = ({ children }: { children: ReactNode }) => <div className={styles.text}>{children}</div>

/** As wide as the fields of a form should be. */
export const SettingForm = ({ children }: { children: ReactNode }) => <div className={styles.form}>{children}</div>

import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { FormattedMessage } from 'react-intl'
import type { MessageId } from '#src/lib/intl.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './setting-panel.module.css'

interface SettingPanelProps {
  title: ReactNode
  /** Sentences about the current setting. */
  texts: readonly ReactNode[]
  action: ReactNode
  danger?: boolean | undefined
  children?: ReactNode
}

/** Panel of one setting of the practice. */
export function SettingPanel({ title, texts, action, danger, children }: SettingPanelProps) {
  const id = useId()
  return (
    <Panel as="section" danger={danger} aria-labelledby={id}>
      <div className={styles.setting}>
        <div>
          <h2 id={id}>{title}</h2>
          {texts.map(
            (text, index) =>
              text && (
                // oxlint-disable-next-line react/no-array-index-key -- the sentences have a fixed order
                <p key={index} className="muted small">
                  {text}
                </p>
              ),
          )}
        </div>
        {action}
      </div>
      {children}
    </Panel>
  )
}

interface LinkPanelProps {
  to: '/admin/requests/settings' | '/admin/staff' | '/admin/audit'
  title: MessageId
  text: MessageId
}

/** Panel of settings on a separate page. */
export const LinkPanel = ({ to, title, text }: LinkPanelProps) => (
  <SettingPanel
    title={<FormattedMessage id={title} />}
    texts={[<FormattedMessage key={text} id={text} />]}
    action={
      <Link to={to} className={buttonClass()}>
        <FormattedMessage id="admin.todo.view" />
      </Link>
    }
  />
)

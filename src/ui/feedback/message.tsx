import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { IconButton } from '#src/ui/forms/button.tsx'
import { classes } from '#src/ui/classes.ts'
import styles from './message.module.css'
import { Spinner } from './spinner.tsx'

export type MessageKind = 'success' | 'error' | 'warning' | 'info' | 'loading'

interface MessageProps {
  kind: MessageKind
  /** If absent, the message has no close button. */
  onDismiss?: (() => void) | undefined
  /** One sentence, or a `<strong>` title followed by text. */
  children: ReactNode
}

const ICONS = { success: CircleCheck, error: CircleX, warning: TriangleAlert, info: Info, loading: Spinner }

export function Message({ kind, onDismiss, children }: MessageProps) {
  const intl = useIntl()
  const Icon = ICONS[kind]
  return (
    <div
      className={classes(styles.message, styles[kind])}
      role={kind === 'error' || kind === 'warning' ? 'alert' : 'status'}
    >
      <Icon />
      <div>{children}</div>
      {onDismiss && (
        <IconButton icon={X} label={intl.formatMessage({ id: 'core.buttons.closeMessage' })} onClick={onDismiss} />
      )}
    </div>
  )
}

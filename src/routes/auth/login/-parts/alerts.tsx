import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { hasDrafts } from '#src/session/drafts.ts'
import { dismissMessage, useFeedback } from '#src/lib/messages.ts'
import { MessageContent } from '#src/lib/problems.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { linkButtonClass } from '#src/ui/forms/button.tsx'
import styles from './login.module.css'

const KINDS = ['warning', 'error'] as const
/** A new password may help. */
const IS_REFUSED = /login(Details|Expired)/

/** Why one is not signed in: above the fields, because the keyboard of a telephone is over the foot of the page. */
export function Alerts() {
  const slots = useFeedback((feedback) => feedback.slots)
  const kept = hasDrafts() && <FormattedMessage id="auth.text.draftKept" />
  const alerts = KINDS.map((kind) => {
    const alert = slots[kind]
    const hasLink = IS_REFUSED.test(alert?.id ?? '') && (kind === 'warning' || !slots.warning)
    return (
      alert && (
        <div key={kind} ref={bringIntoView} className={hasLink ? styles.withLink : undefined}>
          <Message kind={kind} onDismiss={() => dismissMessage(kind)}>
            <MessageContent message={alert} /> {kind === 'warning' && kept && <>{kept} </>}
            {hasLink && forgotPassword}
          </Message>
        </div>
      )
    )
  })
  return (
    <>
      {alerts}
      {kept && !slots.warning && <Message kind="info">{kept}</Message>}
    </>
  )
}

// The page may have been scrolled down to the button.
const bringIntoView = (alert: HTMLElement | null) => alert?.scrollIntoView({ block: 'nearest' })

// As it stands at the press. Alerts are also outside the form, whose context they do not have.
const typed = () => ({ username: document.querySelector<HTMLInputElement>('input[name=username]')?.value ?? '' })

export const forgotPassword = (
  <Link to="/auth/forgot-password" state={typed} className={linkButtonClass}>
    <FormattedMessage id="auth.login.forgot" />
  </Link>
)

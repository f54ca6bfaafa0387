import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { MessageId } from '#src/lib/intl.tsx'
import { Card } from '#src/ui/data/card.tsx'
import { TITLE_ID } from '#src/ui/layout/shell.tsx'
import { LanguageOffer } from './language-offer.tsx'
import { SignIn } from '#src/ui/layout/sign-in.tsx'

interface SignInCardProps {
  title: MessageId
  lead?: MessageId
  /** Of both. */
  values?: Record<string, ReactNode>
  children: ReactNode
}

/** The card beside the wall, on every unauthenticated screen. */
export function SignInCard({ title, lead, values, children }: SignInCardProps) {
  return (
    <SignIn>
      <Card
        size="small"
        header={
          <>
            <h1 id={TITLE_ID}>
              <FormattedMessage id={title} {...(values && { values })} />
            </h1>
            {lead && (
              <p>
                <FormattedMessage id={lead} {...(values && { values })} />
              </p>
            )}
          </>
        }
        footer={
          <Link to="/accessibility" className="muted">
            <FormattedMessage id="core.accessibility.title" />
          </Link>
        }
      >
        <div className="stack">
          {children}
          <LanguageOffer />
        </div>
      </Card>
    </SignIn>
  )
}

import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { type MessageId, useLanguage } from '#src/lib/intl.tsx'
import { Card } from '#src/ui/data/card.tsx'
import { TITLE_ID } from '#src/ui/layout/shell.tsx'
import { SignIn } from '#src/ui/layout/sign-in.tsx'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import { hasChosenLanguage } from '#src/lib/storage.ts'
import { LinkButton } from '#src/ui/forms/button.tsx'

interface SignInCardProps {
  /** Shown above the title, such as the practice that invites. */
  from?: ReactNode
  title: MessageId
  lead?: MessageId
  /** Values of the placeholders in title and lead. */
  values?: Record<string, ReactNode>
  children: ReactNode
}

/** Card beside the tile wall, on every unauthenticated screen. */
export function SignInCard({ from, title, lead, values, children }: SignInCardProps) {
  return (
    <SignIn>
      <Card
        size="small"
        header={
          <>
            {from}
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

/** Offers English, in English, if the browser prefers English and no language was chosen. Dutch remains the default. */
function LanguageOffer() {
  const { changeLanguage } = useRouter().options.context.session
  const language = useLanguage()
  if (language !== DEFAULT_LANGUAGE || hasChosenLanguage() || !navigator.language.startsWith('en')) return null
  return (
    <p lang="en">
      <LinkButton onClick={() => void changeLanguage('en').catch(reportUnforeseen)}>
        <FormattedMessage id="auth.language.offer" />
      </LinkButton>
    </p>
  )
}

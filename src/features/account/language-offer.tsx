import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import { useRouter } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { useLanguage } from '#src/lib/intl.tsx'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import { hasChosenLanguage } from '#src/lib/storage.ts'
import { LinkButton } from '#src/ui/forms/button.tsx'

/** Offers English, in English, to a browser that asks for it and has made no choice here; Dutch stays the default. */
export function LanguageOffer() {
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

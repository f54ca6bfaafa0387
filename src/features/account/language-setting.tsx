import { LANGUAGES } from '#contract/languages.ts'
import { useRouter } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { useCan } from '#src/api/capabilities.ts'
import { LANGUAGE_NAMES } from '#src/lib/constants.ts'
import { useLanguage } from '#src/lib/intl.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import { Segmented } from '#src/ui/forms/segmented.tsx'
import { Flag } from '#src/ui/navigation/language-switcher.tsx'
import { Setting } from './setting.tsx'

/** Language of the portal and, if the API sends e-mails, of the e-mails. */
export function LanguageSetting() {
  const { changeLanguage } = useRouter().options.context.session
  const intl = useIntl()
  const language = useLanguage()
  const mail = useCan('invitations') ? 'sent' : 'none'

  async function choose(chosen: typeof language) {
    if (await changeLanguage(chosen)) showMessage('success', 'client.settings.languageSaved')
  }

  return (
    <Setting id="language" title={<FormattedMessage id="client.settings.language" />}>
      <p className="muted">
        <FormattedMessage id="client.settings.languageText" values={{ mail }} />
      </p>
      <Segmented
        legend={intl.formatMessage({ id: 'client.settings.language' })}
        name="language"
        value={language}
        onChange={(chosen) => void choose(chosen).catch(reportUnforeseen)}
        options={LANGUAGES.map((value) => ({
          value,
          label: (
            <>
              <Flag language={value} />
              <span lang={value}>{LANGUAGE_NAMES[value]}</span>
            </>
          ),
        }))}
      />
    </Setting>
  )
}

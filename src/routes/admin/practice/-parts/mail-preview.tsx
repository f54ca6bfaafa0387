import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { LANGUAGES } from '#contract/languages.ts'
import { PREVIEWED_MAILS, type PreviewedMail } from '#contract/mail.ts'
import { useCan } from '#src/api/capabilities.ts'
import { mailPreviewQueries } from '#src/api/mails.ts'
import { LANGUAGE_NAMES } from '#src/lib/constants.ts'
import { useLanguage, type MessageId } from '#src/lib/intl.tsx'
import { failureText } from '#src/lib/problems.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { Dialog } from '#src/ui/feedback/dialog.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { SelectInput } from '#src/ui/forms/select-input.tsx'
import { Segmented } from '#src/ui/forms/segmented.tsx'
import { practiceQueries } from '#src/api/practices.ts'
import { pictureAt } from '#src/features/practice/practice-tile.tsx'
import { drawMail } from './draw-mail.ts'
import styles from './mail-preview.module.css'

const NAMES: Record<PreviewedMail, MessageId> = {
  activation: 'admin.mailPreview.activation',
  access: 'admin.mailPreview.access',
  reminders: 'admin.mailPreview.reminders',
  'request-answered': 'admin.mailPreview.answered',
}

/** The mails that clients get of the practice, as they get them. */
export function MailPreviewDialog({ practiceId, onClose }: { practiceId: string; onClose: () => void }) {
  const intl = useIntl()
  const hasReminders = useCan('reminder-mails')
  const hasRequests = useCan('requests')
  const isSent = { activation: true, access: true, reminders: hasReminders, 'request-answered': hasRequests }
  const kinds = PREVIEWED_MAILS.filter((known) => isSent[known])
  const [kind, setKind] = useState<PreviewedMail>('activation')
  const [language, setLanguage] = useState(useLanguage())
  const { data: practice } = useQuery({ ...practiceQueries.one(practiceId), enabled: false })
  const address = practice?.logoUrl && pictureAt(practice.logoUrl)
  const logo = practice?.logoUrl && address ? { url: practice.logoUrl, address } : undefined
  const { data, error } = useQuery(mailPreviewQueries.of(practiceId, { kind, language }))
  return (
    <Dialog title={<FormattedMessage id="admin.mailPreview.title" />} className={styles.dialog} onClose={onClose}>
      <div className={styles.choices}>
        <SelectInput
          label={intl.formatMessage({ id: 'admin.mailPreview.kind' })}
          value={kind}
          onChange={(chosen) => setKind(PREVIEWED_MAILS.find((known) => known === chosen) ?? 'activation')}
          options={kinds.map((value) => ({ value, label: intl.formatMessage({ id: NAMES[value] }) }))}
        />
        <Segmented
          legend={intl.formatMessage({ id: 'core.header.language' })}
          name="language"
          value={language}
          onChange={setLanguage}
          options={LANGUAGES.map((value) => ({ value, label: <span lang={value}>{LANGUAGE_NAMES[value]}</span> }))}
        />
      </div>
      {data ? (
        <section
          className={styles.mail}
          aria-label={intl.formatMessage({ id: 'admin.mailPreview.mail' })}
          lang={language}
        >
          <p className={styles.subject}>{data.subject}</p>
          <div
            key={data.html}
            ref={(element) => {
              if (element) drawMail(element, data.html, logo)
            }}
          />
        </section>
      ) : error ? (
        <Message kind="error">{failureText(error)}</Message>
      ) : (
        <p className={styles.waiting}>
          <Spinner />
        </p>
      )}
    </Dialog>
  )
}

import Download from 'lucide-react/icons/download'
import ExternalLink from 'lucide-react/icons/external-link'
import styles from './attachment-cards.module.css'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import type { Attachment } from '#src/api/attachments.ts'
import { useCan } from '#src/api/capabilities.ts'
import type { FileLink } from '#src/lib/files/link.ts'
import { Cards } from '#src/ui/data/cards.tsx'
import { iconOf, oneOfType } from '#src/features/attachments/types.ts'
import { attachmentTypes } from '#src/lib/attachment-types.ts'
import type { LucideIcon } from 'lucide-react'
import { iconButtonClass } from '#src/ui/forms/button.tsx'
import { classes } from '#src/ui/classes.ts'
import { Day } from '#src/ui/data/day.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { Status } from '#src/ui/data/status.tsx'

const MEGABYTE = 1_000_000

/** Returns a file size in whole kilobytes; from 1,000,000 bytes in megabytes with one decimal. */
export function sizeText(bytes: number, intl: Pick<IntlShape, 'formatNumber'>): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000))
  return kilobytes < 1000
    ? intl.formatNumber(kilobytes, { style: 'unit', unit: 'kilobyte' })
    : intl.formatNumber(bytes / MEGABYTE, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
}

interface AttachmentCardsProps {
  label: string
  attachments: readonly Attachment[]
  type: string
  today: string
  patientNameOf: (attachment: Attachment) => string | undefined
  fileOf: (attachment: Attachment) => FileLink | null
}

export function AttachmentCards({ label, attachments, type, today, patientNameOf, fileOf }: AttachmentCardsProps) {
  return (
    <Cards small label={label}>
      {attachments.map((attachment) => (
        <li key={attachment.uuid}>
          <AttachmentCard
            attachment={attachment}
            type={attachment.type && attachmentTypes().includes(attachment.type) ? attachment.type : type}
            today={today}
            patientName={patientNameOf(attachment)}
            file={fileOf(attachment)}
          />
        </li>
      ))}
    </Cards>
  )
}

interface AttachmentCardProps {
  attachment: Attachment
  type: string
  today: string
  patientName: string | undefined
  /** Null: the practice shares the description without the file. */
  file: FileLink | null
}

function AttachmentCard({ attachment, type, today, patientName, file }: AttachmentCardProps) {
  const intl = useIntl()
  const { author, sizeBytes, expiresDate, fileName, url } = attachment
  const reportsPending = useCan('pending-files')
  const isPending = reportsPending && Boolean(fileName) && !url
  const name = attachment.name?.trim() || fileName?.trim() || oneOfType(type, intl)
  const details = [author?.trim(), sizeBytes != null && sizeText(sizeBytes, intl)].filter(Boolean)
  return (
    <Panel className={styles.card}>
      <IconArea icon={iconOf(attachment, type)} />
      <div className={styles.about}>
        <div>
          <strong className={styles.name}>{name}</strong>
          <WhoAndWhen patientName={patientName} date={attachment.date} />
          {details.length > 0 && <span className={styles.line}>{details.join(', ')}</span>}
          {isPending && (
            <span className={styles.line}>
              <FormattedMessage id="client.attachments.notYet" />
            </span>
          )}
          {expiresDate && <Validity date={expiresDate} isOver={expiresDate < today} />}
        </div>
        {file && <FileAnchor name={name} file={file} />}
      </div>
    </Panel>
  )
}

function IconArea({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <div className={styles.icon}>
      <Icon />
    </div>
  )
}

function FileAnchor({ name, file }: { name: string; file: FileLink }) {
  const intl = useIntl()
  const Icon = file.opens ? ExternalLink : Download
  return (
    <a
      {...file.attributes}
      className={classes(iconButtonClass, styles.file)}
      aria-label={intl.formatMessage(
        { id: file.opens ? 'client.attachments.open' : 'client.attachments.download' },
        { name },
      )}
      title={intl.formatMessage({
        id: file.opens ? 'client.attachments.openShort' : 'client.attachments.downloadShort',
      })}
    >
      <Icon />
    </a>
  )
}

function WhoAndWhen({ patientName, date }: { patientName: string | undefined; date: string | undefined }) {
  if (!patientName && !date) return null
  const day = date && <Day date={date} day="numeric" month="short" year="numeric" />
  return (
    <span className={styles.line}>
      {patientName && day ? (
        <FormattedMessage id="client.attachments.animalAndDate" values={{ animal: patientName, date: day }} />
      ) : (
        patientName || day
      )}
    </span>
  )
}

function Validity({ date, isOver }: { date: string; isOver: boolean }) {
  const values = { date: <Day date={date} day="numeric" month="short" year="numeric" /> }
  return isOver ? (
    <div className={styles.expired}>
      <Status tone="warn">
        <span>
          <FormattedMessage id="client.attachments.expired" values={values} />
        </span>
      </Status>
    </div>
  ) : (
    <span className={styles.line}>
      <FormattedMessage id="client.attachments.validUntil" values={values} />
    </span>
  )
}

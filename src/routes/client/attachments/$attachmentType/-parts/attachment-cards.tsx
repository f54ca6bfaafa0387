import type { Attachment, AttachmentType } from '#contract/attachment.ts'
import type { FileLink } from '#src/lib/files/link.ts'
import { Cards } from '#src/ui/data/cards.tsx'
import { AttachmentCard } from './attachment-card.tsx'
import { isAttachmentType } from '#src/features/attachments/types.ts'

interface AttachmentCardsProps {
  label: string
  attachments: readonly Attachment[]
  type: AttachmentType
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
            type={attachment.type && isAttachmentType(attachment.type) ? attachment.type : type}
            today={today}
            patientName={patientNameOf(attachment)}
            file={fileOf(attachment)}
          />
        </li>
      ))}
    </Cards>
  )
}

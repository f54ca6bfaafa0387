import type { LucideIcon } from 'lucide-react'
import FileCheck from 'lucide-react/icons/file-check'
import FilePenLine from 'lucide-react/icons/file-pen-line'
import Film from 'lucide-react/icons/film'
import FileText from 'lucide-react/icons/file-text'
import Image from 'lucide-react/icons/image'
import Microscope from 'lucide-react/icons/microscope'
import Paperclip from 'lucide-react/icons/paperclip'
import type { IntlShape } from 'react-intl'
import { type AttachmentType, fileTypeOf } from '#contract/document.ts'
import type { Attachment } from '#src/api/attachments.ts'
import type { MessageId } from '#src/lib/intl.tsx'

interface TypeTexts {
  all: MessageId
  /** Message id for an attachment without a name. */
  one: MessageId
  icon: LucideIcon
}

const TYPE_TEXTS: Record<AttachmentType, TypeTexts> = {
  'lab-results': { all: 'client.attachments.labResults', one: 'client.attachments.labResult', icon: Microscope },
  'treatment-plans': {
    all: 'client.attachments.treatmentPlans',
    one: 'client.attachments.treatmentPlan',
    icon: FileCheck,
  },
  agreements: { all: 'client.attachments.agreements', one: 'client.attachments.agreement', icon: FilePenLine },
  attachments: { all: 'client.attachments.others', one: 'client.attachments.other', icon: FileText },
}

const isKnownType = (type: string): type is AttachmentType => Object.hasOwn(TYPE_TEXTS, type)

/** Returns the name of a type; an unknown type is returned as received. */
export const allOfType = (type: string, { formatMessage }: IntlShape): string =>
  isKnownType(type) ? formatMessage({ id: TYPE_TEXTS[type].all }) : type

export const oneOfType = (type: string, { formatMessage }: IntlShape): string =>
  isKnownType(type) ? formatMessage({ id: TYPE_TEXTS[type].one }) : type

export const iconOfType = (type: string): LucideIcon => (isKnownType(type) ? TYPE_TEXTS[type].icon : Paperclip)

/** Returns the icon of an attachment. Images and videos have specific icons, whatever the type. */
export function iconOf(attachment: Pick<Attachment, 'mimeType' | 'fileName'>, type: string): LucideIcon {
  const [kind] = fileTypeOf(attachment).split('/')
  return kind === 'image' ? Image : kind === 'video' ? Film : iconOfType(type)
}

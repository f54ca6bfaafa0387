import { FileCheck, FilePenLine, FileText, Image, type LucideIcon, Microscope } from 'lucide-react'
import type { Attachment, AttachmentType } from '#contract/attachment.ts'
import type { MessageId } from '#src/lib/intl.tsx'

interface TypeWords {
  all: MessageId
  /** One that has no name. */
  one: MessageId
  icon: LucideIcon
}

export const ATTACHMENT_WORDS: Record<AttachmentType, TypeWords> = {
  'lab-results': { all: 'client.attachments.labResults', one: 'client.attachments.labResult', icon: Microscope },
  'treatment-plans': {
    all: 'client.attachments.treatmentPlans',
    one: 'client.attachments.treatmentPlan',
    icon: FileCheck,
  },
  agreements: { all: 'client.attachments.agreements', one: 'client.attachments.agreement', icon: FilePenLine },
  attachments: { all: 'client.attachments.others', one: 'client.attachments.other', icon: FileText },
}

export const isAttachmentType = (text: string): text is AttachmentType => Object.hasOwn(ATTACHMENT_WORDS, text)

/** A picture is a picture, whatever it is of. */
export function iconOf({ mimeType, fileName }: Pick<Attachment, 'mimeType' | 'fileName'>, type: AttachmentType) {
  const isImage = mimeType ? /^image\//i.test(mimeType) : /\.(jpe?g|png|gif|webp|avif|heic)$/i.test(fileName ?? '')
  return isImage ? Image : ATTACHMENT_WORDS[type].icon
}

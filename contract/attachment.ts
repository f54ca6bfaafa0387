export const ATTACHMENT_TYPES = ['lab-results', 'treatment-plans', 'agreements', 'attachments'] as const
export type AttachmentType = (typeof ATTACHMENT_TYPES)[number]
